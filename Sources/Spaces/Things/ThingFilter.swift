import DioramaLibrary
import Foundation

/// Which things a list has: those that fulfil everything that is set.
public struct ThingFilter: Sendable, Equatable {
    /// Words that the thing has, the last also as the beginning of one.
    public var text: String?
    /// The category, whatever the case of its letters.
    public var category: String?
    /// The brand, whatever the case of its letters.
    public var brand: String?
    /// A tag, whatever the case of its letters.
    public var tag: String?
    /// A place; things in the places within are listed as well.
    public var place: PlaceID?
    /// The space that the things are in.
    public var space: SpaceID?
    /// Whether only things that are lent and not returned are listed.
    public var isLent = false
    /// Things whose warranty ends between now and this time.
    public var warrantyBefore: Date?

    /// All things.
    public init() {}

    /// Whether all things are listed.
    public var isEmpty: Bool { self == ThingFilter() }

    var conditions: [Condition<Thing>] {
        var conditions: [Condition<Thing>] = []
        if let text, !text.isEmpty { conditions.append(.text(text)) }
        if let category { conditions.append(.category(category)) }
        if let brand { conditions.append(.brand(brand)) }
        if let tag { conditions.append(.tag(tag)) }
        if let place { conditions.append(.place(place)) }
        if let space { conditions.append(.space(space)) }
        if isLent { conditions.append(.isLent) }
        if let warrantyBefore { conditions.append(.warrantyEnding(after: Date(), before: warrantyBefore)) }
        return conditions
    }
}

/// How a list of things is sorted.
public enum ThingOrder: String, Sendable, CaseIterable {
    /// The one added last first.
    case newest
    /// The one added first first.
    case oldest
    /// By name.
    case name
    /// The one changed last first.
    case changed
    /// The greatest value first, whatever the currency.
    case value
    /// The one bought last first.
    case purchased
    /// The one whose warranty ends first.
    case warranty

    var order: Order<Thing> {
        switch self {
        case .newest: .newest
        case .oldest: .oldest
        case .name: .name
        case .changed: .lastChanged
        case .value: .mostValuable
        case .purchased: .lastPurchased
        case .warranty: .warrantyEnd
        }
    }
}
