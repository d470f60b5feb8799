import Foundation
import Synchronization

extension KSUID {
    /// A new id, greater than every one made before in this process, also within one second and when the clock was set back.
    public init() {
        self = Self.maker.withLock { $0.next(at: Date().timeIntervalSince1970) }
    }

    private static let maker = Mutex(KSUIDMaker())
}

/// Makes strictly increasing ids: the first of a second is random, each further one lies a random step above the one before.
struct KSUIDMaker {
    private var last: KSUID?

    mutating func next(at time: TimeInterval) -> KSUID {
        var random = SystemRandomNumberGenerator()
        let now = UInt32(min(max(time - Double(KSUID.epoch), 0), Double(UInt32.max)))
        var made = KSUID(seconds: now, payload: UInt128.random(in: 0...UInt128.max, using: &random))
        if let last, now <= last.seconds {
            // Steps of up to 2⁹⁶ keep the next id unguessable and leave room for some 2³² ids a second.
            let (payload, overflow) = last.payload.addingReportingOverflow(UInt128.random(in: 1...(1 << 96), using: &random))
            made =
                overflow ? KSUID(seconds: last.seconds &+ 1, payload: made.payload) : KSUID(seconds: last.seconds, payload: payload)
        }
        last = made
        return made
    }
}
