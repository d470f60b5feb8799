/// The host of an authority (`Host`) or origin, without its port, in lower case and without brackets.
struct HostName: Equatable, Sendable {
    let name: String
    let port: Int?

    /// Reads `host`, `host:port`, `[v6]` or `[v6]:port`; nil for anything else.
    init?(authority: String) {
        var rest = authority.lowercased()[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            name = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            var host = rest[..<end]
            if host.last == "." { host.removeLast() }
            name = String(host)
            rest = rest[end...]
        }
        let allowed = name.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "0"..."9", "-", ".", "_", ":": true
            default: false
            }
        }
        guard !name.isEmpty, allowed else { return nil }
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", let number = UInt16(rest.dropFirst()) else { return nil }
            port = Int(number)
        }
    }

    /// Whether it can only mean this machine.
    var isLoopback: Bool {
        name == "localhost" || name == "::1" || name.hasSuffix(".localhost") || isLoopbackAddress
    }

    /// Whether it is a name or address that means nothing outside of a local network: `localhost`, `printer`, `mac.local`,
    /// `192.168.1.5`; names that home routers give and those that no public authority signs.
    var isLocal: Bool {
        if isLoopback { return true }
        if let address = NetworkAddress(name.contains(":") ? "[\(name)]" : name) { return address.isLocal }
        guard name.contains(".") else { return true }
        return Self.localSuffixes.contains { name.hasSuffix($0) }
    }

    /// Whether it is an address and not a name.
    var isAddress: Bool { NetworkAddress(name.contains(":") ? "[\(name)]" : name) != nil }

    private static let localSuffixes = [".local", ".localhost", ".internal", ".home.arpa", ".lan", ".home", ".fritz.box", ".test"]

    /// 127.0.0.0/8 in its usual form.
    private var isLoopbackAddress: Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// The `Origin` of a request (RFC 6454): a scheme, a host, a port.
struct Origin: Equatable, Sendable {
    let scheme: String
    let host: HostName

    /// Reads `scheme://host[:port]`; nil for `null` and anything else.
    init?(_ text: String) {
        guard let separator = text.range(of: "://") else { return nil }
        scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https", let host = HostName(authority: String(text[separator.upperBound...])) else {
            return nil
        }
        self.host = host
    }

    /// Whether pages of this origin are served under `authority`. Over plain HTTP the scheme is the proxy's business, which may end
    /// TLS; over TLS it is always https.
    func isServed(under authority: HostName, overTLS: Bool) -> Bool {
        if overTLS && scheme != "https" { return false }
        let standard = scheme == "https" ? 443 : 80
        return host.name == authority.name && (host.port ?? standard) == (authority.port ?? standard)
    }
}
