/// A timestamp of a hybrid logical clock: 48 bits of milliseconds since 1970 UTC, then 16 bits that count what happened within one.
///
/// It never goes back on one device and is above everything that the device has seen, so a write has a later time than what its
/// writer knew. S. Kulkarni, M. Demirbas, D. Madappa, B. Avva, M. Leone, "Logical Physical Clocks", OPODIS 2014, section 3.
public struct HybridTime: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970 UTC times 65,536, plus the counter.
    public let rawValue: Int64

    /// Creates a time from its stored form.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Before every write.
    public static let zero = HybridTime(rawValue: 0)

    /// Nothing later is accepted from others (in the year 4199), so that a clock can always go on counting.
    static let last = HybridTime(rawValue: Int64.max / 2)

    /// Where a device's clock stops following others, some hours before `last`: its own writes then stay acceptable. 2⁴⁰ of them
    /// fit in between.
    static let lastAdopted = HybridTime(rawValue: last.rawValue - (1 << 40))

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The milliseconds since 1970 UTC.
    public var milliseconds: Int64 { rawValue >> 16 }
}
