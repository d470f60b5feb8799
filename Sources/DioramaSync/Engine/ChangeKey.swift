import Crypto
import DioramaLibrary

/// The key of a changeset in a bucket: `changes/<device>/<20-digit sequence>-<ksuid>`, a snapshot in `snapshots/`.
///
/// The KSUID follows from device and sequence, so that there is one name for each of a device's changesets. Two devices that write
/// under one id, because a library's folder was copied, then meet at the same name, and the conditional PUT of the second one
/// fails.
struct ChangeKey: Equatable {
    enum Folder: String { case changes, snapshots }

    let folder: Folder
    let device: String
    let sequence: Int64

    init(_ folder: Folder, device: String, sequence: Int64) {
        self.folder = folder
        self.device = device
        self.sequence = sequence
    }

    /// Parses a key; nil for any other name.
    init?(_ key: BucketKey) {
        let parts = key.description.split(separator: "/")
        guard parts.count == 3, let folder = Folder(rawValue: String(parts[0])), KSUID(parts[1]) != nil else { return nil }
        guard parts[2].utf8.count > 21, let sequence = Int64(parts[2].prefix(20)) else { return nil }
        // A device that has written nothing itself can write a snapshot of what it has applied: of sequence 0.
        guard sequence >= (folder == .changes ? 1 : 0) else { return nil }
        self.init(folder, device: String(parts[1]), sequence: sequence)
        guard self.key == key else { return nil }
    }

    var key: BucketKey? {
        let digits = String(sequence)
        return BucketKey("\(folder.rawValue)/\(device)/\(String(repeating: "0", count: 20 - digits.utf8.count))\(digits)-\(ksuid)")
    }

    static func folder(_ folder: Folder, device: String) -> BucketKey? { BucketKey("\(folder.rawValue)/\(device)") }

    /// 27 base62 digits out of SHA-256; the first is one of 0…9, which keeps the number below 2¹⁶⁰.
    private var ksuid: String {
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let hash = SHA256.hash(data: Array("diorama \(folder.rawValue) \(device) \(sequence)".utf8))
        let text = hash.prefix(KSUID.length).enumerated().map { i, byte in digits[Int(byte) % (i == 0 ? 10 : 62)] }
        return String(decoding: text, as: UTF8.self)
    }
}
