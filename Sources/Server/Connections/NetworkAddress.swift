#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address as its bytes: 4 of IPv4, also where it was mapped into IPv6, or 16 of IPv6.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    let bytes: [UInt8]

    /// An address from its bytes; nil where there are neither 4 nor 16.
    init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == 4 || self.bytes.count == 16 else { return nil }
    }

    /// Reads `192.0.2.1`, `2001:db8::1`, `[2001:db8::1]`, also with `:port` behind IPv4 or brackets; nil for anything else.
    package init?(_ text: String) {
        guard let host = Self.host(of: text) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, host, &six) == 1 {
            let all = withUnsafeBytes(of: &six) { Array($0) }
            let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            bytes = isMapped ? Array(all[12...]) : all
        } else {
            return nil
        }
    }

    /// 4 or 16 bytes, in network order.
    package var octets: [UInt8] { bytes }

    /// As RFC 5952 writes it.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        bytes.withUnsafeBytes {
            _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func host(of text: String) -> String? {
        var rest = text[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            let port = rest[rest.index(after: end)...]
            guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
            rest = rest[rest.index(after: rest.startIndex)..<end]
        } else if let colon = rest.firstIndex(of: ":"), rest.lastIndex(of: ":") == colon {
            guard UInt16(rest[rest.index(after: colon)...]) != nil else { return nil }
            rest = rest[..<colon]
        }
        // A zone ("fe80::1%eth0") names an interface of this machine, not another address.
        return String(rest.prefix { $0 != "%" })
    }

    /// Whether it is one of this machine's own, which no other machine can have.
    package var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 }

    /// Whether it is reached only from this machine or its own network: loopback, private, link-local and unique local addresses.
    package var isLocal: Bool { AddressRange.local.contains { $0.contains(self) } }

    /// What limits count together: an IPv4 address, or the 64 bits of an IPv6 network, in which one machine can have any address.
    package var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes[..<8]) }
}

/// An address, or all that begin with the same bits: `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// The ranges that no machine of the internet has (RFC 1918, RFC 3927, RFC 4193, RFC 4291).
    package static let local = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16", "::1", "fe80::/10", "fc00::/7",
    ].compactMap { AddressRange($0) }

    /// Nil for anything else than an address, or an address and a number of bits.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)), !first.contains("["), !first.contains("%")
        else {
            return nil
        }
        bytes = address.bytes
        if parts.count == 1 {
            bits = bytes.count * 8
        } else {
            guard let number = Int(parts[1]), (0...bytes.count * 8).contains(number) else { return nil }
            bits = number
        }
    }

    /// The first address and the mask, as certificates write ranges (RFC 5280, section 4.2.1.10).
    var addressAndMask: [UInt8] {
        let mask = (0..<bytes.count).map { byte in
            UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - 8 * byte)))
        }
        return bytes + mask
    }

    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask = UInt8(0x80) >> (bit % 8)
            return address.bytes[bit / 8] & mask == bytes[bit / 8] & mask
        }
    }
}
