/// Formats numbers and names for messages.
package enum Text {
    /// "512 bytes", "3.4 MB".
    package static func bytes(_ count: Int) -> String {
        guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
        var value = Double(count)
        var unit = ""
        for name in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 1000 {
            value /= 1000
            unit = name
        }
        return "\((value * 10).rounded() / 10) \(unit)"
    }

    /// "1 face", "3 faces", "2 vertices".
    package static func count(_ n: Int, _ one: String, plural many: String? = nil) -> String {
        n == 1 ? "1 \(one)" : "\(n) \(many ?? one + "s")"
    }

    /// At most `limit` characters of a name that came out of a file, on one line.
    package static func quote(_ name: String, limit: Int = 60) -> String {
        "‘\(clean(name, limit: limit))’"
    }

    /// The same without quotes.
    package static func clean(_ name: String, limit: Int = 60) -> String {
        let clean = String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(limit).map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
        return name.unicodeScalars.count > limit ? clean + "…" : clean
    }
}
