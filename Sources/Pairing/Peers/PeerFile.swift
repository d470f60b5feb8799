import DioramaSync
import Foundation
import DioramaLibrary
import Support

/// Paired devices in a JSON file. It contains only public keys, but write access to it allows pairing a device: store it in the
/// library's folder.
public actor PeerFile: PeerStore {
    private let file: URL
    private var known: [KSUID: KnownPeer]?

    /// The store in `file`, which may not exist yet.
    public init(_ file: URL) { self.file = file }

    /// The paired device with this id, or nil.
    /// - Throws: `damaged` where the file can't be parsed.
    public func peer(_ device: KSUID) throws(SyncError) -> KnownPeer? { try load()[device] }

    /// All paired devices, by id.
    public func peers() throws(SyncError) -> [KnownPeer] { try load().values.sorted { $0.device < $1.device } }

    /// Stores a device, replacing an earlier entry of its id.
    public func remember(_ peer: KnownPeer) throws(SyncError) {
        var peers = try load()
        peers[peer.device] = peer
        try save(peers)
    }

    /// Removes a device.
    public func forget(_ device: KSUID) throws(SyncError) {
        var peers = try load()
        peers[device] = nil
        try save(peers)
    }

    private func load() throws(SyncError) -> [KSUID: KnownPeer] {
        if let known { return known }
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        guard let data = try? Data(contentsOf: file), String(validating: data, as: UTF8.self) != nil,
            let list = try? JSONDecoder().decode([KnownPeer].self, from: data)
        else {
            throw SyncError(
                .damaged, "the list of paired devices, \(file.path), is damaged; remove it and pair the devices again")
        }
        let peers = Dictionary(list.map { ($0.device, $0) }) { _, last in last }
        known = peers
        return peers
    }

    private func save(_ peers: [KSUID: KnownPeer]) throws(SyncError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        do {
            try AtomicFile.write(Array(encoder.encode(peers.values.sorted { $0.device < $1.device })), to: file)
        } catch {
            throw SyncError(.failed, "couldn't save the paired devices: \(error)")
        }
        known = peers
    }
}
