import HTTPTypes

/// The proxies whose word counts for where a request comes from.
package struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange]) { self.ranges = ranges }

    package func contains(_ address: NetworkAddress) -> Bool { ranges.contains { $0.contains(address) } }

    private static let field = HTTPField.Name("X-Forwarded-For")!

    /// The client's address: the peer's or, where the peer is a trusted proxy, the last address of `X-Forwarded-For` that is no
    /// trusted proxy's. Addresses further to the left were written by whoever sent the request; other fields aren't read, because a
    /// proxy passes on those that it doesn't set.
    package func client(of peer: NetworkAddress, _ headers: HTTPFields) -> NetworkAddress {
        guard contains(peer) else { return peer }
        var client = peer
        let entries = headers[values: Self.field].joined(separator: ",").split(separator: ",").reversed()
        for entry in entries {
            guard let address = NetworkAddress(entry.trimming { $0 == " " || $0 == "\t" }) else { break }
            client = address
            if !contains(address) { break }
        }
        return client
    }
}

extension Substring {
    fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
        var rest = drop(while: isLeftOut)
        while let last = rest.last, isLeftOut(last) { rest.removeLast() }
        return String(rest)
    }
}
