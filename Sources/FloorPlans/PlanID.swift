/// The name of one part of a plan: unique in the whole plan and kept through edits, so that exports name the same part alike.
///
/// A KSUID by custom; anything of 1 to 64 letters, digits, `-`, `_`, `.` and `:` will do.
public struct PlanID: RawRepresentable, Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    /// An id of this text; `FloorPlan.validate()` checks it.
    public init(_ text: String) { rawValue = text }

    public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public static func < (a: PlanID, b: PlanID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { rawValue }

    /// Whether it is short and made of harmless characters only.
    public var isValid: Bool {
        (1...64).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"): true
                default: false
                }
            }
    }
}
