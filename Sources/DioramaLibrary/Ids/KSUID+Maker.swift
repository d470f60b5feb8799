import Foundation
import Synchronization

extension KSUID {
    /// A new id, greater than every one made before in this process, also within one second and when the clock was set back.
    public init() {
        self.init(above: nil)
    }

    /// A new id that is also greater than `newest`, which another process may have made within this second.
    init(above newest: KSUID?) {
        self = Self.maker.withLock { $0.next(at: Date().timeIntervalSince1970, above: newest) }
    }

    private static let maker = Mutex(KSUIDMaker())
}

/// Makes strictly increasing ids: the first of a second is random, each further one lies a random step above the one before.
struct KSUIDMaker {
    private var last: KSUID?

    mutating func next(at time: TimeInterval, above newest: KSUID?) -> KSUID {
        var random = SystemRandomNumberGenerator()
        let now = UInt32(min(max(time - Double(KSUID.epoch), 0), Double(UInt32.max)))
        var made = KSUID(seconds: now, payload: UInt128.random(in: 0...UInt128.max, using: &random))
        // An id from further ahead comes from a clock that was wrong, which the ids from now on need not follow.
        let recent = newest.flatMap { Int64($0.seconds) <= Int64(now) + 60 ? $0 : nil }
        if let floor = [last, recent].compactMap(\.self).max(), now <= floor.seconds {
            // Steps of up to 2⁹⁶ keep the next id unguessable and leave room for some 2³² ids a second.
            let (payload, overflow) = floor.payload.addingReportingOverflow(UInt128.random(in: 1...(1 << 96), using: &random))
            made.payload = overflow ? made.payload : payload
            made.seconds = overflow ? floor.seconds &+ 1 : floor.seconds
        }
        last = made
        return made
    }
}
