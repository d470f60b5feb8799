import DioramaSync
import Foundation
import DioramaLibrary
import Support

/// Paired devices in a JSON file. It contains only public keys, but write access to it allows pairing a device: store it in the
/// library's folder.
///
/// Several processes may use the file: each call reads it again, and changes are made under a lock beside it.
public actor PeerFile: PeerStore {
    private let file: URL

    /// The store in `file`, which may not exist yet.
    public init(_ file: URL) { self.file = file }

    /// The paired device with this id, or nil.
    /// - Throws: `damaged` where the file can't be parsed.
    public func peer(_ device: KSUID) throws(SyncError) -> KnownPeer? { try load()[device] }

    /// All paired devices, by id.
    public func peers() throws(SyncError) -> [KnownPeer] { try load().values.sorted { $0.device < $1.device } }

    /// Stores a device, replacing an earlier entry of its id or its key.
    public func remember(_ peer: KnownPeer) throws(SyncError) {
        try change { peers in
            peers = peers.filter { $0.value.publicKey != peer.publicKey }
            peers[peer.device] = peer
        }
    }

    /// Changes what is known of a paired device; does nothing where it is not paired.
    public func update(_ device: KSUID, _ change: @Sendable (inout KnownPeer) -> Void) throws(SyncError) {
        try self.change { peers in
            guard var peer = peers[device] else { return }
            change(&peer)
            peers[device] = peer
        }
    }

    /// Removes a device.
    public func forget(_ device: KSUID) throws(SyncError) { try change { $0[device] = nil } }

    private func load() throws(SyncError) -> [KSUID: KnownPeer] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        guard let data = try? Data(contentsOf: file), String(validating: data, as: UTF8.self) != nil,
            let list = try? JSONDecoder().decode([KnownPeer].self, from: data)
        else {
            throw SyncError(
                .damaged, "the list of paired devices, \(file.path), is damaged; remove it and pair the devices again")
        }
        return Dictionary(list.map { ($0.device, $0) }) { _, last in last }
    }

    private func change(_ body: (inout [KSUID: KnownPeer]) -> Void) throws(SyncError) {
        let lock: FileLock
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            lock = try FileLock(waitingFor: file.deletingPathExtension().appendingPathExtension("lock"))
        } catch {
            throw SyncError(.failed, "couldn't lock the list of paired devices, \(file.path): \(error.localizedDescription)")
        }
        try withExtendedLifetime(lock) { () throws(SyncError) in
            let before = try load()
            var peers = before
            body(&peers)
            if peers != before { try save(peers) }
        }
    }

    private func save(_ peers: [KSUID: KnownPeer]) throws(SyncError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        do {
            try AtomicFile.write(Array(encoder.encode(peers.values.sorted { $0.device < $1.device })), to: file)
        } catch {
            throw SyncError(.failed, "couldn't save the paired devices: \(error)")
        }
    }
}
