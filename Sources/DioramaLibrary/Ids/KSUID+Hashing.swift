import Crypto
import Foundation

extension KSUID {
    /// The id derived from `text`: the same on every device, so that two devices that add the same row independently add one.
    /// - Parameter moment: an id whose second it gets, so that it sorts by time as others do; without one it sorts before all.
    init(hashing text: String, at moment: KSUID? = nil) {
        let digest = SHA256.hash(data: Data(text.utf8))
        let payload = digest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        self.init(seconds: moment?.seconds ?? 0, payload: payload)
    }

    /// The least id of the second of `time`.
    init(beginningOf time: Date) {
        let seconds = time.timeIntervalSince1970.rounded(.down) - Double(KSUID.epoch)
        self.init(seconds: UInt32(exactly: seconds) ?? (seconds > 0 ? .max : 0), payload: 0)
    }
}
