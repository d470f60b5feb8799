import GRDB

extension Library {
    /// The tier of this device's account; free where there is none.
    public func tier() async throws(LibraryError) -> Tier { try await read(to: "read the tier") { db in try TierCheck.tier(db) } }

    /// What the operator limits.
    public func limitPolicy() async throws(LibraryError) -> LimitPolicy {
        try await read(to: "read the limits") { db in try LimitPolicy.read(db) }
    }

    /// Sets what the operator limits. What is there already stays, also where it is more than the new maximum.
    /// - Throws: `LibraryError` of kind `invalidValue` for a negative maximum.
    public func setLimitPolicy(_ policy: LimitPolicy) async throws(LibraryError) {
        try await write(to: "write the limits") { db in try policy.write(db) }
    }

    /// What is included: everything, unless the operator enforces tiers.
    public func features() async throws(LibraryError) -> Set<Feature> {
        try await read(to: "read the tier") { db in try TierCheck.features(db) }
    }

    /// Every limit with its maximum and how much of it is used.
    public func limitUses() async throws(LibraryError) -> [LimitUse] {
        try await read(to: "read the limits") { db in
            try Limit.allCases.map { limit in
                LimitUse(limit: limit, maximum: try TierCheck.maximum(of: limit, db), used: try TierCheck.count(of: limit, db))
            }
        }
    }

    /// Does nothing where `feature` is included.
    /// - Throws: `LibraryError` of kind `notIncluded`, which says which tier has it.
    public func require(_ feature: Feature) async throws(LibraryError) {
        try await read(to: "read the tier") { db in try TierCheck.require(feature, db) }
    }

    /// Does nothing where there is room for one more.
    /// - Parameters:
    ///   - limit: what is limited.
    ///   - count: how many there are.
    /// - Throws: `LibraryError` of kind `notIncluded`, which says what allows more.
    public func requireRoom(for limit: Limit, beside count: Int) async throws(LibraryError) {
        try await read(to: "read the tier") { db in try TierCheck.requireRoom(for: limit, beside: count, db) }
    }
}

/// The one place where tiers and the operator's limits are enforced. They are checked only when something is begun: what is there
/// already stays as it is, can be read, exported, moved to the trash and restored, whatever the tier became.
enum TierCheck {
    static func tier(_ db: Database) throws -> Tier { try ActiveAccount.entry(db)?.tier ?? .free }

    static func features(_ db: Database) throws -> Set<Feature> {
        try LimitPolicy.read(db).enforcesTiers ? tier(db).features : Set(Feature.allCases)
    }

    /// The operator's maximum, else that of an enforced tier; nil without one.
    static func maximum(of limit: Limit, _ db: Database) throws -> Int? {
        let policy = try LimitPolicy.read(db)
        return try policy.maximums[limit] ?? (policy.enforcesTiers ? tier(db).limit(limit) : nil)
    }

    static func require(_ feature: Feature, _ db: Database) throws {
        if try features(db).contains(feature) { return }
        let tier = try tier(db)
        let cheapest = Tier.allCases.first { $0.features.contains(feature) }
        throw LibraryError(
            .notIncluded, "\(feature.rawValue) is not part of the tier \(tier.rawValue); \(cheapest?.rawValue ?? "no tier") has it")
    }

    /// Checks the limit against what the library has.
    static func requireRoom(for limit: Limit, _ db: Database) throws {
        try requireRoom(for: limit, beside: count(of: limit, db), db)
    }

    static func requireRoom(for limit: Limit, beside count: Int, _ db: Database) throws {
        guard let maximum = try maximum(of: limit, db), count >= maximum else { return }
        if try LimitPolicy.read(db).maximums[limit] != nil {
            throw LibraryError(
                .notIncluded,
                "the operator of this library allows \(limit.counted(maximum)), and there are \(count); "
                    + "raise the maximum with: diorama library limits --max \(limit.rawValue)=\(count + 1)")
        }
        let tier = try tier(db)
        let next = Tier.allCases.first { $0 > tier && $0.limit(limit).map { $0 > count } ?? true }
        throw LibraryError(
            .notIncluded,
            "the tier \(tier.rawValue) has room for \(limit.counted(maximum)); \(next?.rawValue ?? "no tier") has room for more")
    }

    /// How many there are, as far as this device knows.
    static func count(of limit: Limit, _ db: Database) throws -> Int {
        let (table, condition) =
            switch limit {
            case .devices: ("devices", "removed IS NULL")
            // Accounts that were merged into others are nobody else.
            case .people: ("accounts", Account.layout.isListed)
            case .customWorkflows: ("workflows", "TRUE")
            }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE trashed IS NULL AND \(condition)") ?? 0
    }
}
