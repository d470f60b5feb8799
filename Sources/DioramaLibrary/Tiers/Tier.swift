import GRDB

/// What an account has paid for. Order is that of price. A tier that a later version brings counts as free here.
///
/// A tier limits nothing unless the operator enforces tiers (`LimitPolicy`): on a person's own library every tier has everything.
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

/// What an operator limits, by tier or by a number of their own.
public enum Limit: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    /// Devices that synchronize the library.
    case devices
    /// Accounts in the library, the owner's included.
    case people
    /// Workflows that were created in the library.
    case customWorkflows = "custom-workflows"

    /// The name in sentences.
    public var noun: String {
        switch self {
        case .devices: "devices"
        case .people: "people"
        case .customWorkflows: "custom workflows"
        }
    }

    /// A number of them in sentences: `1 person`, `2 people`.
    public func counted(_ count: Int) -> String {
        guard count == 1 else { return "\(count) \(noun)" }
        return switch self {
        case .devices: "1 device"
        case .people: "1 person"
        case .customWorkflows: "1 custom workflow"
        }
    }
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
