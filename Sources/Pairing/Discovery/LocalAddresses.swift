import NIOCore

/// The addresses at which other devices of the network reach this one.
public enum LocalAddresses {
    /// IPv4 addresses first; without loopback and link-local addresses. Empty without a network.
    public static func all() -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        let hosts = devices.compactMap { $0.address?.ipAddress }
        let reachable = hosts.filter {
            !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") && $0 != "::1" && !$0.lowercased().hasPrefix("fe80:")
        }
        return reachable.filter { !$0.contains(":") } + reachable.filter { $0.contains(":") }
    }
}
