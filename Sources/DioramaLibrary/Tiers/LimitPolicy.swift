import Foundation
import GRDB

/// What the operator of a library limits: a setting of this library on this device, which does not sync.
///
/// Without a policy everything is included, whatever the tier of the account.
public struct LimitPolicy: Sendable, Equatable, Codable {
    /// Whether the tier of the library's account decides what is included.
    public var enforcesTiers: Bool
    /// The operator's own maximums; each replaces that of the tier.
    public var maximums: [Limit: Int]

    /// A policy; without arguments it limits nothing.
    public init(enforcesTiers: Bool = false, maximums: [Limit: Int] = [:]) {
        self.enforcesTiers = enforcesTiers
        self.maximums = maximums
    }

    private static let setting = "limits"

    static func read(_ db: Database) throws -> LimitPolicy {
        guard let text = try LocalSettings.get(setting, db) else { return LimitPolicy() }
        guard let policy = try? JSONDecoder().decode(LimitPolicy.self, from: Data(text.utf8)) else {
            throw LibraryError(
                .damaged, "the setting of the library's limits can't be read; set them again: diorama library limits --none")
        }
        return policy
    }

    func write(_ db: Database) throws {
        for (limit, maximum) in maximums where maximum < 0 {
            throw LibraryError(.invalidValue, "the maximum of \(limit.noun) can't be negative: \(maximum)")
        }
        try LocalSettings.set(Self.setting, to: self == LimitPolicy() ? nil : JSONText.of(self), db)
    }
}

/// How much of a limit is used.
public struct LimitUse: Sendable, Equatable {
    /// What is limited.
    public let limit: Limit
    /// The maximum; nil without one.
    public let maximum: Int?
    /// How many there are, as far as this device knows.
    public let used: Int

    /// A use of `limit`.
    public init(limit: Limit, maximum: Int?, used: Int) {
        self.limit = limit
        self.maximum = maximum
        self.used = used
    }
}
