import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An address that the service calls because somebody else named it: HTTPS on the public internet. What its name resolves to is
/// checked each time, and the connection is made to the address that was checked, so that a name can't lead into the operator's
/// network.
package struct OutboundAddress: Sendable {
    package let url: URL
    let host: String
    let port: Int

    /// - Parameters:
    ///   - allowsPrivate: also plain HTTP and private addresses: for tests, and servers in the operator's own network.
    ///   - what: the name of the address, for errors: "url".
    /// - Throws: `ServiceError` of kind `invalidInput`.
    package init(_ text: String, allowsPrivate: Bool, what: String) throws(ServiceError) {
        guard text.utf8.count <= 2000, let parts = URLComponents(string: text), let url = parts.url, let host = parts.host,
            !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil
        else { throw ServiceError(.invalidInput, "\(what) must be an address such as https://example.org/diorama") }
        guard parts.scheme == "https" || (allowsPrivate && parts.scheme == "http") else {
            throw ServiceError(.invalidInput, "\(what) must begin with https://")
        }
        self.url = url
        self.host = host.trimmingCharacters(in: ["[", "]"])
        port = parts.port ?? (parts.scheme == "https" ? 443 : 80)
        if !allowsPrivate, let bytes = NetworkBytes(self.host), !bytes.isPublic {
            throw ServiceError(.invalidInput, "\(what) must lead to an address of the public internet")
        }
    }

    /// One address of the host.
    /// - Throws: `ServiceError` of kind `notPossible` where the name has none, or any that is not public.
    func resolve(allowsPrivate: Bool) throws(ServiceError) -> String {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let first = list else {
            throw ServiceError(.notPossible, "the name \(host) can't be resolved")
        }
        defer { freeaddrinfo(first) }
        var addresses: [String] = []
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let info = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(info.pointee.ai_addr, info.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            next = info.pointee.ai_next
        }
        // One private address among public ones is an attack or a mistake.
        guard let address = addresses.first, allowsPrivate || addresses.allSatisfy({ NetworkBytes($0)?.isPublic == true }) else {
            throw ServiceError(.notPossible, "\(host) has an address that is not of the public internet")
        }
        return address
    }
}

/// An IP address as bytes.
struct NetworkBytes {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Nil where `text` is no address in numbers.
    init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        } else if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &v6) == 1 {
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// Whether the address is reachable from everywhere: none of those that the IANA's special-purpose registries list as not
    /// global (RFC 6890).
    var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes[...]) }
        // Addresses that carry one of IPv4: mapped, compatible, NAT64, 6to4.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10...11] == [0xFF, 0xFF] || bytes[10...11] == [0, 0] {
            return bytes[10] == 0xFF && Self.isPublic(bytes[12...])
        }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) { return Self.isPublic(bytes[12...]) }
        if bytes.starts(with: [0x20, 0x02]) { return Self.isPublic(bytes[2..<6]) }
        // Global unicast is 2000::/3; of it documentation, Teredo and benchmarking are not.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        return !(bytes.starts(with: [0x20, 0x01]) && bytes[2] < 2)
    }

    /// Of an address of IPv4, whose last byte makes no difference.
    private static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        let b = bytes[1]
        let c = bytes[2]
        return switch bytes[0] {
        case 0, 10, 127: false
        case 100: !(64...127).contains(b)
        case 169: b != 254
        case 172: !(16...31).contains(b)
        case 192: !(b == 168 || (b == 0 && (c == 0 || c == 2)) || (b == 88 && c == 99))
        case 198: !((18...19).contains(b) || (b == 51 && c == 100))
        case 203: !(b == 0 && c == 113)
        case 224...255: false
        default: true
        }
    }
}
