/// A domain name: labels of 1 to 63 bytes, 255 bytes in all (RFC 1035 section 3.1). In multicast DNS labels are UTF-8 and may hold
/// anything, dots and spaces too (RFC 6763 section 4.1).
package struct DNSName: Sendable, CustomStringConvertible {
    package let labels: [[UInt8]]

    /// Nil where a label or the whole is too long or too short.
    package init?(labels: [[UInt8]]) {
        guard labels.allSatisfy({ (1...63).contains($0.count) }), labels.reduce(1, { $0 + $1.count + 1 }) <= 255 else { return nil }
        self.labels = labels
    }

    /// A name without dots inside of its labels: "_diorama._tcp.local".
    package init?(_ text: String) {
        self.init(labels: text.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) })
    }

    /// The name below this one: an instance of a service.
    package func child(_ label: String) -> DNSName? { DNSName(labels: [Array(label.utf8)] + labels) }

    /// The first label as text; nil where it is no UTF-8.
    package var firstLabel: String? { labels.first.flatMap { String(validating: $0, as: UTF8.self) } }

    /// The name without its first label.
    package var parent: DNSName? { labels.isEmpty ? nil : DNSName(labels: Array(labels.dropFirst())) }

    package var description: String { labels.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") }

    /// As names are compared: the letters A to Z are the same as a to z, everything else is not (RFC 6762 section 16).
    private var folded: [[UInt8]] { labels.map { $0.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 } } }
}

extension DNSName: Hashable {
    package static func == (a: Self, b: Self) -> Bool { a.folded == b.folded }
    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
