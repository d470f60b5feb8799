import DioramaLibrary
import DioramaSync
import Foundation
import TestSupport
import Testing

@Suite struct DeviceKeysTests {
    @Test func `keys that several processes keep at the same time are all kept`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("identity.json")
            let accounts = (0..<24).map { _ in (id: AccountID(), keys: AccountKeys()) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for account in accounts {
                    group.addTask {
                        // A store of its own, as in another process.
                        try await DeviceKeys(identity: FileIdentityStore(file)).keep(account.keys, of: account.id)
                    }
                }
                try await group.waitForAll()
            }
            let keys = DeviceKeys(identity: FileIdentityStore(file))
            for account in accounts {
                #expect(try await keys.account(account.id, publicKey: nil)?.publicKey == account.keys.publicKey)
            }
        }
    }
}
