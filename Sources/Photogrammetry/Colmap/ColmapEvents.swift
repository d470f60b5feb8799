import Foundation
import Support

/// An event of `diorama_colmap.py`.
package struct ColmapEvent: Decodable, Equatable {
    var event: String
    var engine: String?
    var `protocol`: Int?
    var stage: String?
    var done: Int?
    var total: Int?
    var problem: String?
    var remedy: String?

    /// The version of the events that this code reads.
    static let protocolVersion = 1
    /// The longest event, in bytes.
    static let maxLength = 1 << 20

    /// An event of its JSON; nil where it is none.
    package init?(_ body: [UInt8]) {
        guard let event = try? JSONDecoder().decode(ColmapEvent.self, from: Data(body)) else { return nil }
        self = event
    }

    /// The share of the whole work that is done, 0…1, and what is done; nil for other events than progress.
    package var progress: (fraction: Double, what: String)? {
        guard event == "progress", let stage, let done, let total, total > 0 else { return nil }
        let share = min(max(Double(done) / Double(total), 0), 1)
        // By the time that the steps take.
        switch stage {
        case "features": return (0.4 * share, "Finding features (\(min(done, total)) of \(total) photos)")
        case "pairs": return (0.4 + 0.01 * share, "Choosing pairs of photos")
        case "matching": return (0.41 + 0.34 * share, "Matching photos (\(min(done, total)) of \(total) pairs)")
        case "mapping": return (0.75 + 0.25 * share, "Finding poses (\(min(done, total)) of \(total) photos)")
        default: return nil
        }
    }
}

/// Events one after the other, each after its length in bytes (32 bits, little endian).
struct ColmapEventReader {
    private let process: ChildProcess

    init(_ process: ChildProcess) { self.process = process }

    /// The next event; nil where the program has ended.
    /// - Throws: where it doesn't respond, or writes what isn't an event.
    func next() throws(ChildProcess.Failure) -> ColmapEvent? {
        guard let head = try read(4) else { return nil }
        let count = head.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))) }
        guard count <= ColmapEvent.maxLength else {
            throw ChildProcess.Failure("the program that runs COLMAP has written what isn't an event")
        }
        guard let body = try read(count) else { return nil }
        guard let event = ColmapEvent(body) else {
            throw ChildProcess.Failure("the program that runs COLMAP has written what isn't an event")
        }
        return event
    }

    private func read(_ count: Int) throws(ChildProcess.Failure) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: ChildProcess.Failure?
        let got = bytes.withUnsafeMutableBytes { buffer in
            do throws(ChildProcess.Failure) { return try process.read(into: buffer) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return got == count ? bytes : nil
    }
}
