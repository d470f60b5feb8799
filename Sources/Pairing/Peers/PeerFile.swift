import DioramaSync
import Foundation
import DioramaLibrary
import Support

/// Paired devices in a JSON file. It holds public keys only, but whoever can write it can pair a device: keep it where the library
/// lies.
public actor PeerFile: PeerStore {
    private let file: URL
    private var known: [KSUID: KnownPeer]?

    public init(_ file: URL) { self.file = file }

    public func peer(_ device: KSUID) throws(SyncError) -> KnownPeer? { try load()[device] }

    public func peers() throws(SyncError) -> [KnownPeer] { try load().values.sorted { $0.device < $1.device } }

    public func remember(_ peer: KnownPeer) throws(SyncError) {
        var peers = try load()
        peers[peer.device] = peer
        try save(peers)
    }

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
                .damaged, "the list of paired devices, \(file.path), can't be read; remove it and pair the devices again")
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
            throw SyncError(.failed, "couldn't keep the paired devices: \(error)")
        }
        known = peers
    }
}
