import DioramaLibrary
import DioramaSync
import Foundation
import Pairing
import Sharing

/// Removes a device that was lost: its keys are rotated, and pairing with it ends.
public struct DeviceRemoval: Sendable {
    private let sync: SyncClient

    /// Removal from the account that uses the library of `sync`.
    public init(_ sync: SyncClient) { self.sync = sync }

    /// What was done, and what is left to do.
    public struct Outcome: Sendable {
        /// The device, and what was rotated.
        public let removal: SyncClient.DeviceRemoval
        /// What the person should know, a line each.
        public let notes: [String]
    }

    /// Removes the device, then synchronizes, so that the other devices learn of it.
    /// - Throws: `SyncError`: `notFound` where the account has no such device, `invalidValue` for this device.
    public func remove(_ device: DeviceID) async throws(SyncError) -> Outcome {
        let removal = try await sync.remove(device: device)
        try await PairingClient(sync).forget(device.ksuid)
        var notes: [String] = []
        if removal.hasNewAccountKeys, let note = await announceNewKeys() { notes.append(note) }
        guard try await sync.bucket() != nil else { return Outcome(removal: removal, notes: notes) }
        if removal.epoch == nil {
            notes.append(
                "the bucket is not encrypted: change its password or access key, which the device may still have, and set the new "
                    + "one on your other devices")
        }
        do throws(SyncError) {
            _ = try await sync.run()
        } catch {
            notes.append("not synchronized yet: \(error.message); run 'diorama sync' soon, so that your other devices learn of it")
        }
        return Outcome(removal: removal, notes: notes)
    }

    /// Sends the account's new contact card to its contacts.
    /// - Returns: what the person should know; nil where there are no contacts.
    private func announceNewKeys() async -> String? {
        let exchange = try? await ContactSharing.exchange(sync.library, sync: sync, media: sync.mediaStore())
        guard let exchange else { return nil }
        let reason = exchange.failures.isEmpty ? "" : ": " + exchange.failures.joined(separator: "; ")
        return exchange.failures.isEmpty && exchange.undelivered == 0
            ? "the account has new sharing keys, which were sent to your contacts: let them compare the digits of your card again"
            : "not all contacts have the account's new sharing keys yet\(reason); 'diorama sync' sends them"
    }
}
