import Foundation

/// Byte counts for people.
public enum ByteCount {
    /// In bytes, or in kB, MB or GB of 1024 each: `1.5 GB`, `64 kB`.
    public static func text(_ bytes: Int64) -> String {
        for (unit, size) in [("GB", Int64(1) << 30), ("MB", 1 << 20), ("kB", 1 << 10)] where bytes >= size {
            let value = Double(bytes) / Double(size)
            return value < 10 && value != value.rounded()
                ? String(format: "%.1f \(unit)", value) : "\(Int(value.rounded())) \(unit)"
        }
        return "\(bytes) bytes"
    }
}
