import DioramaLibrary

/// The DNS-SD records of a device (RFC 6763): an instance of `_diorama._tcp`, its port, and attributes.
///
/// Everyone in the network can read it: the device's name, its id, and whether it is open to pairing. No key, no account, no
/// content of the library.
struct PeerAnnouncement: Sendable, Equatable {
    static let service = DNSName("_diorama._tcp.local")!
    static let allServices = DNSName("_services._dns-sd._udp.local")!

    let device: KSUID
    let name: String
    let port: Int
    let isPairing: Bool

    /// "Anna's phone (k3Jq9Z)": the end of the id keeps two devices of the same name apart.
    private var label: String {
        var short = name
        while short.utf8.count > 54 { short.removeLast() }
        return "\(short) (\(device.description.suffix(6)))"
    }

    var instance: DNSName { Self.service.child(label) ?? Self.service }
    var host: DNSName { DNSName("diorama-\(device.description.suffix(12).lowercased()).local") ?? Self.service }

    private static let hostLifetime: UInt32 = 120
    private static let lifetime: UInt32 = 4500

    var pointer: DNSRecord {
        DNSRecord(name: Self.service, timeToLive: Self.lifetime, isUnique: false, data: .pointer(instance))
    }
    var service: DNSRecord {
        DNSRecord(
            name: instance, timeToLive: Self.hostLifetime, isUnique: true,
            data: .service(priority: 0, weight: 0, port: UInt16(truncatingIfNeeded: port), host: host))
    }
    var text: DNSRecord {
        let strings = ["txtvers=1", "id=\(device)", "pair=\(isPairing ? 1 : 0)"].map { Array($0.utf8) }
        return DNSRecord(name: instance, timeToLive: Self.lifetime, isUnique: true, data: .text(strings))
    }
    func address(_ bytes: [UInt8]) -> DNSRecord {
        DNSRecord(name: host, timeToLive: Self.hostLifetime, isUnique: true, data: .address4(bytes))
    }
    static var meta: DNSRecord {
        DNSRecord(name: allServices, timeToLive: lifetime, isUnique: false, data: .pointer(service))
    }

    /// All records, for an announcement.
    func announcement(at address: [UInt8]) -> DNSMessage {
        var message = DNSMessage()
        message.isResponse = true
        message.answers = [pointer, service, text, self.address(address)]
        return message
    }

    /// The answer to a question, or nil where no record matches. Known answers are left out (RFC 6762
    /// section 7.1).
    func answer(to query: DNSMessage, at address: [UInt8]) -> DNSMessage? {
        let own = [pointer, Self.meta, service, text, self.address(address)]
        var message = DNSMessage()
        message.isResponse = true
        for record in own where query.questions.contains(where: { $0.isAnswered(by: record) }) {
            let isKnown = query.answers.contains { $0.isSame(as: record) && $0.timeToLive >= record.timeToLive / 2 }
            if !isKnown { message.answers.append(record) }
        }
        if message.answers.isEmpty { return nil }
        // Additional records that the client will need (RFC 6763 section 12).
        let follow = [service, text, self.address(address)]
        message.additionals = follow.filter { record in !message.answers.contains { $0.isSame(as: record) } }
        return message
    }
}
