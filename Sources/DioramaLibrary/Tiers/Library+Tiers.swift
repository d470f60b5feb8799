import GRDB

extension Library {
    /// The tier of this device's account; free where there is none.
    public func tier() async throws(LibraryError) -> Tier { try await read(to: "read the tier") { db in try TierCheck.tier(db) } }

    /// Does nothing where the tier has `feature`.
    /// - Throws: `LibraryError` of kind `notIncluded`, which says which tier has it.
    public func require(_ feature: Feature) async throws(LibraryError) {
        try await read(to: "read the tier") { db in try TierCheck.require(feature, db) }
    }

    /// Does nothing where the tier has room for one more.
    /// - Parameters:
    ///   - limit: what is limited.
    ///   - count: how many there are.
    /// - Throws: `LibraryError` of kind `notIncluded`, which says which tier has more room.
    public func requireRoom(for limit: Limit, beside count: Int) async throws(LibraryError) {
        try await read(to: "read the tier") { db in try TierCheck.requireRoom(for: limit, beside: count, db) }
    }
}

/// The one place where tiers are checked. A tier is asked only when something is begun: what is there already stays as it is, can
/// be read, exported, thrown away and taken out of the trash, whatever the tier became.
enum TierCheck {
    static func tier(_ db: Database) throws -> Tier { try ActiveAccount.entry(db)?.tier ?? .free }

    static func require(_ feature: Feature, _ db: Database) throws {
        let tier = try tier(db)
        if tier.features.contains(feature) { return }
        let least = Tier.allCases.first { $0.features.contains(feature) }
        throw LibraryError(
            .notIncluded, "\(feature.rawValue) is not part of the tier \(tier.rawValue); \(least?.rawValue ?? "no tier") has it")
    }

    static func requireRoom(for limit: Limit, beside count: Int, _ db: Database) throws {
        let tier = try tier(db)
        guard let most = tier.limit(limit), count >= most else { return }
        let better = Tier.allCases.first { $0 > tier && $0.limit(limit).map { $0 > count } ?? true }
        throw LibraryError(
            .notIncluded,
            "the tier \(tier.rawValue) has room for \(most) \(limit.rawValue); \(better?.rawValue ?? "no tier") has room for more")
    }
}
