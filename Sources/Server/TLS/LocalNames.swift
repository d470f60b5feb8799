import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The names and addresses under which this machine is reached in its own network.
package struct LocalNames: Sendable, Equatable {
    /// In lower case: `localhost` first.
    package var names: [String]
    /// Loopback first.
    package var addresses: [NetworkAddress]

    package init(names: [String], addresses: [NetworkAddress]) {
        self.names = names
        self.addresses = addresses
    }

    /// Those of now: the host name, the same in `.local` (multicast DNS), and the addresses of all interfaces.
    package static func current() -> LocalNames {
        var names = ["localhost"]
        if let host = hostName {
            names.append(host)
            if let label = host.split(separator: ".").first { names.append("\(label).local") }
        }
        let loopback = ["127.0.0.1", "::1"].compactMap { NetworkAddress($0) }
        let devices = (try? System.enumerateDevices()) ?? []
        let others = Set(devices.compactMap { $0.address?.ipAddress }.compactMap { NetworkAddress($0) }.filter { !$0.isLoopback })
        return LocalNames(
            names: names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            addresses: loopback + others.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    /// The machine's host name in lower case; nil where it has none, or one that no URL can hold.
    package static var hostName: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let host = HostName(authority: text), host.port == nil, !host.isAddress, !host.name.contains("_") else { return nil }
        return host.name
    }

    /// The address at which other machines of the network reach this one, as a URL has it; nil where it has none. IPv4 first: it
    /// is shorter to type.
    package var networkHost: String? {
        let reachable = addresses.filter { $0.isLocal && !$0.isLoopback && !$0.isLinkLocal }
        guard let address = reachable.first(where: { $0.bytes.count == 4 }) ?? reachable.first else { return nil }
        return address.bytes.count == 4 ? "\(address)" : "[\(address)]"
    }
}

extension NetworkAddress {
    /// 169.254.0.0/16 and fe80::/10: in browsers' addresses they need the name of an interface, which none accepts.
    var isLinkLocal: Bool {
        bytes.count == 4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }
}
