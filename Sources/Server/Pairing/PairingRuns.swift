import DioramaLibrary
import DioramaSync
import Foundation
import Pairing

/// Pairing as the page shows it: the code that is valid now, the session whose digits are compared, and how the last one ended;
/// and sync with the paired devices while the server runs.
actor PairingRuns {
    /// A code that is shown.
    struct Offer: Sendable {
        let code: PairingCode
        let expires: Date
    }

    /// A session whose digits are compared.
    struct Comparison: Sendable {
        let session: PairingSession
        /// Whether it was confirmed here and waits for the other device.
        var isConfirmed = false
    }

    /// How a session ended.
    struct Ended: Sendable {
        let name: String
        /// Nil where the devices are paired.
        let error: SyncError?
    }

    /// How long a code is valid.
    private static let lifetime: TimeInterval = 300

    nonisolated let client: PairingClient
    nonisolated let sync: PairedSync
    private(set) var offer: Offer?
    private(set) var comparison: Comparison?
    private(set) var last: Ended?
    private var waiting: Task<Void, Never>?
    private var confirming: Task<Void, Never>?

    init(_ client: PairingClient) {
        self.client = client
        sync = PairedSync(client)
    }

    /// Shows a code and waits for a device.
    /// - Parameter host: the address in the code; nil for this device's address in the network.
    func open(host: String?) async throws(SyncError) {
        guard comparison == nil else { throw Self.busy }
        let code = try await client.open(host: host, for: .seconds(Self.lifetime))
        offer = Offer(code: code, expires: Date() + Self.lifetime)
        last = nil
        guard waiting == nil, let server = await client.server else { return }
        waiting = Task {
            if let session = await server.nextPairing() { comparison = Comparison(session: session) }
            offer = nil
            waiting = nil
        }
    }

    /// Closes this device to pairing.
    func close() async {
        offer = nil
        await client.server?.closePairing()
    }

    /// Starts pairing with a device that shows a code.
    func begin(_ target: PairingClient.Target) async throws(SyncError) {
        guard comparison == nil, offer == nil else { throw Self.busy }
        last = nil
        comparison = Comparison(session: try await client.begin(target))
    }

    /// Confirms that the digits are equal, and waits for the other device in a task of its own.
    /// - Returns: false where there is no session.
    func confirm() -> Bool {
        guard let session = comparison?.session, confirming == nil else { return comparison != nil }
        comparison?.isConfirmed = true
        confirming = Task {
            do throws(SyncError) {
                _ = try await client.confirm(session)
                end(session, nil)
            } catch {
                end(session, error)
            }
            confirming = nil
        }
        return true
    }

    /// Rejects the digits.
    func reject() async {
        guard let session = comparison?.session else { return }
        await session.reject()
        end(session, SyncError(.refused, "the digits were rejected; the devices are not paired"))
    }

    /// Ends what is under way, and sync with the paired devices.
    func shutDown() async {
        waiting?.cancel()
        await comparison?.session.reject()
        comparison = nil
        offer = nil
    }

    private func end(_ session: PairingSession, _ error: SyncError?) {
        guard comparison?.session === session else { return }
        comparison = nil
        last = Ended(name: session.name, error: error)
    }

    private static let busy = SyncError(.refused, "another device is being paired; finish or cancel that first")
}
