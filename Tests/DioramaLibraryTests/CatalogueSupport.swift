import Foundation
import DioramaLibrary
import Testing

/// Runs `body` with a new library.
func withLibrary<R>(_ body: (_ library: Library, _ files: URL) async throws -> R) async throws -> R {
    try await withFolders { folder, files in try await body(try Library(at: folder), files) }
}

extension Library {
    /// Lets the tier decide what is included, as an operator does.
    func enforceTiers() async throws { try await setLimitPolicy(LimitPolicy(enforcesTiers: true)) }

    /// Makes an account of a tier, or gives this tier to the one in use.
    @discardableResult
    func useAccount(_ tier: Tier) async throws -> Entry<Account> {
        if let active = try await activeAccount(), let changed = try await accounts.update(active.id, { $0.tier = tier }) {
            return changed
        }
        let account = try await accounts.add(Account(name: "Ada", tier: tier))
        try await activate(account.id)
        return account
    }
}

/// The names of a list's things.
func names(_ page: Page<Thing>) -> [String] { page.entries.map(\.name) }

/// All pages of a list, one after the other.
func allPages<Value>(
    _ table: CatalogueTable<Value>, _ conditions: [Condition<Value>] = [], by order: Order<Value> = .newest, limit: Int
) async throws -> [Entry<Value>] {
    var all: [Entry<Value>] = []
    var cursor: Cursor<Value>?
    repeat {
        let page = try await table.list(conditions, by: order, after: cursor, limit: limit)
        all += page.entries
        cursor = page.next
    } while cursor != nil
    return all
}
