import GRDB

/// What an account has paid for. Order is that of price. A tier that a later version brings counts as free here.
public enum Tier: String, Sendable, Codable, CaseIterable, Comparable {
    /// Without payment; also the tier of a library without an account.
    case free
    /// For one person.
    case premium
    /// For professionals.
    case pro
    /// For companies.
    case business
    /// For companies without limits on devices and people.
    case enterprise

    public static func < (a: Tier, b: Tier) -> Bool {
        (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
}

extension Tier: CellValue {}

/// What some tiers have and others have not.
public enum Feature: String, Sendable, Codable, CaseIterable {
    /// Synchronizing with a bucket.
    case sync
    /// Recordings that are never shared or used otherwise.
    case privateRecordings = "private recordings"
    /// Creating workflows.
    case customWorkflows = "custom workflows"
    /// Pairing with nearby devices.
    case pairing
    /// Sharing with contacts.
    case sharing
}

/// What tiers have more or less of.
public enum Limit: String, Sendable, Codable, CaseIterable {
    /// Devices of an account.
    case devices
    /// People in an account.
    case people
    /// Workflows that the account created.
    case customWorkflows = "custom workflows"
    /// Changes that the demo library accepts.
    case demoChanges = "changes to the demo library"
}

/// The one table of what each tier may do.
extension Tier {
    /// What the tier has. Backup on the device itself is no feature: everyone has it.
    public var features: Set<Feature> {
        switch self {
        case .free: []
        case .premium, .pro, .business, .enterprise: Set(Feature.allCases)
        }
    }

    /// How many the tier may have; nil without limit.
    public func limit(_ limit: Limit) -> Int? {
        let limits: (free: Int?, premium: Int?, pro: Int?, business: Int?, enterprise: Int?) =
            switch limit {
            case .devices: (1, 5, 20, 200, nil)
            case .people: (1, 5, 10, 100, nil)
            case .customWorkflows: (0, 20, 100, 1000, nil)
            case .demoChanges: (100, 100, 100, 100, 100)
            }
        return switch self {
        case .free: limits.free
        case .premium: limits.premium
        case .pro: limits.pro
        case .business: limits.business
        case .enterprise: limits.enterprise
        }
    }
}
