import Foundation

/// The one conversion between dates and the stored form of times: milliseconds since 1970 UTC.
extension Date {
    /// The date `milliseconds` after 1 January 1970, UTC.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Milliseconds since 1970 UTC, rounded. A date beyond the range of 64 bits becomes the nearest value in range.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
