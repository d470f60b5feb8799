import Crypto
import Foundation
import DioramaLibrary
import NIOCore

/// The pins of spaces as they were last sent to each kind of visitor: writing 100,000 of them takes longer than anybody should
/// wait, and they seldom change.
actor PinCache {
    struct Pins: Sendable {
        let body: ByteBuffer
        let tag: EntityTag
        /// The latest change of any memory when they were read.
        fileprivate let change: Int64
    }

    private struct Key: Hashable {
        let space: SpaceID
        let viewer: String
    }

    private let library: Library
    private var kept: [Key: (pins: Pins, used: ContinuousClock.Instant)] = [:]
    private static let byteLimit = 64 << 20

    init(library: Library) { self.library = library }

    func pins(of space: SpaceID, _ memories: VisibleMemories) async throws -> Pins {
        let key = Key(space: space, viewer: "\(memories.viewer)")
        // Read first: what changes meanwhile is then read again.
        let change = try await library.latestMemoryChange()
        if let found = kept[key]?.pins, found.change == change, !memories.viewer.isInvited {
            kept[key]?.used = .now
            return found
        }
        let array = try await memories.pins(in: space)
        // The version says only that these pins are others: counting changes would tell of what this visitor doesn't see.
        let version = SHA256.hash(data: Data(array.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
        let body = ByteBuffer(string: #"{"pins":\#(array),"version":"\#(version)"}"#)
        let pins = Pins(body: body, tag: EntityTag("pins-\(version)"), change: change)
        kept[key] = (pins, .now)
        while kept.count > 1, kept.values.reduce(0, { $0 + $1.pins.body.readableBytes }) > Self.byteLimit {
            guard let oldest = kept.min(by: { $0.value.used < $1.value.used })?.key else { break }
            kept[oldest] = nil
        }
        return pins
    }
}

extension Viewer {
    /// Whether what they see also depends on grants, whose changes no memory records.
    fileprivate var isInvited: Bool {
        if case .account = self { true } else { false }
    }
}
