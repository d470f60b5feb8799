import DioramaLibrary

/// Received records with their expiry times, and the devices that they describe. Its size is bounded.
struct PeerCache: Sendable {
    private struct Key: Hashable, Sendable {
        let name: DNSName
        let type: UInt16
    }

    private struct Entry: Sendable {
        var record: DNSRecord
        var until: ContinuousClock.Instant
    }

    private static let limit = 2000
    private static let longest: UInt32 = 4500
    private var entries: [Key: [Entry]] = [:]
    private var count = 0

    /// Adds the relevant records of a response.
    mutating func add(_ message: DNSMessage, at now: ContinuousClock.Instant) {
        guard message.isResponse else { return }
        drop(at: now)
        let records = message.answers + message.additionals
        for record in records where matters(record) {
            let key = Key(name: record.name, type: record.data.type)
            var list = entries[key] ?? []
            if record.isUnique { list.removeAll { other in !records.contains { $0.isSame(as: other.record) } } }
            list.removeAll { $0.record.isSame(as: record) }
            // A goodbye expires a second later (RFC 6762 section 10.1).
            if record.timeToLive > 0, count < Self.limit, list.count < 32 {
                list.append(Entry(record: record, until: now + .seconds(Int64(min(record.timeToLive, Self.longest)))))
                count += 1
            }
            entries[key] = list.isEmpty ? nil : list
        }
    }

    private func matters(_ record: DNSRecord) -> Bool {
        switch record.data {
        case .pointer: record.name == PeerAnnouncement.service
        case .service, .text: record.name.parent == PeerAnnouncement.service
        case .address4, .address6: record.name.labels.last == Array("local".utf8)
        case .other: false
        }
    }

    private mutating func drop(at now: ContinuousClock.Instant) {
        for (key, list) in entries {
            let alive = list.filter { $0.until > now }
            entries[key] = alive.isEmpty ? nil : alive
        }
        count = entries.values.reduce(0) { $0 + $1.count }
    }

    private func records(_ name: DNSName, type: UInt16, now: ContinuousClock.Instant) -> [DNSRecord] {
        (entries[Key(name: name, type: type)] ?? []).filter { $0.until > now }.map(\.record)
    }

    /// The next query: for all instances, with known answers (RFC 6762 section 7.1), and for missing records.
    func question(at now: ContinuousClock.Instant, wantsUnicast: Bool) -> DNSMessage {
        var message = DNSMessage()
        message.questions = [DNSQuestion(name: PeerAnnouncement.service, type: 12, wantsUnicast: wantsUnicast)]
        for entry in (entries[Key(name: PeerAnnouncement.service, type: 12)] ?? []).prefix(32) where entry.until > now {
            guard case .pointer(let instance) = entry.record.data else { continue }
            var known = entry.record
            known.timeToLive = UInt32(max(0, (entry.until - now).components.seconds))
            message.answers.append(known)
            for type: UInt16 in [33, 16] where records(instance, type: type, now: now).isEmpty {
                message.questions.append(DNSQuestion(name: instance, type: type, wantsUnicast: wantsUnicast))
            }
            for host in hosts(instance, now)
            where records(host.name, type: 1, now: now).isEmpty && records(host.name, type: 28, now: now).isEmpty {
                message.questions.append(DNSQuestion(name: host.name, type: 1, wantsUnicast: wantsUnicast))
            }
        }
        return message
    }

    private func hosts(_ instance: DNSName, _ now: ContinuousClock.Instant) -> [(name: DNSName, port: Int)] {
        records(instance, type: 33, now: now).compactMap { record in
            if case .service(_, _, let port, let host) = record.data { (host, Int(port)) } else { nil }
        }
    }

    /// The devices with an id, a name and at least one address.
    func devices(at now: ContinuousClock.Instant) -> [DiscoveredPeer] {
        var found: [KSUID: DiscoveredPeer] = [:]
        for record in records(PeerAnnouncement.service, type: 12, now: now) {
            guard case .pointer(let instance) = record.data, let label = instance.firstLabel else { continue }
            var texts: [String: String] = [:]
            for record in records(instance, type: 16, now: now) {
                guard case .text(let strings) = record.data else { continue }
                for string in strings.prefix(16) {
                    let sides = String(decoding: string, as: UTF8.self).split(separator: "=", maxSplits: 1)
                    // The first of a name counts (RFC 6763 section 6.4).
                    if sides.count == 2, texts[sides[0].lowercased()] == nil { texts[sides[0].lowercased()] = String(sides[1]) }
                }
            }
            guard let device = texts["id"].flatMap({ KSUID($0) }) else { continue }
            var addresses: [PeerAddress] = []
            for (host, port) in hosts(instance, now) {
                for record in records(host, type: 1, now: now) {
                    guard case .address4(let bytes) = record.data else { continue }
                    let text = bytes.map { String($0) }.joined(separator: ".")
                    if let address = PeerAddress(host: text, port: port), !addresses.contains(address) { addresses.append(address) }
                }
            }
            guard !addresses.isEmpty else { continue }
            let suffix = " (\(device.description.suffix(6)))"
            let name = label.hasSuffix(suffix) ? String(label.dropLast(suffix.count)) : label
            found[device] = DiscoveredPeer(
                device: device, name: name.oneLine(), addresses: addresses, isPairing: texts["pair"] == "1")
        }
        return found.values.sorted { $0.device < $1.device }
    }
}
