/// A host name or IP address and a TCP port.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name, IPv4 or IPv6 address.
    public let host: String
    /// The TCP port, 1 to 65535.
    public let port: Int

    /// Nil unless `host` has 1 to 253 characters that are valid in names and addresses, and `port` is 1 to 65535.
    public init?(host: String, port: Int) {
        let isHost = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard (1...253).contains(host.utf8.count), isHost, (1...65_535).contains(port) else { return nil }
        self.host = host
        self.port = port
    }

    /// Parses "192.168.1.20:40123", "desk.local:40123" or "[fe80::1]:40123"; nil for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(host: String(host), port: port)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
