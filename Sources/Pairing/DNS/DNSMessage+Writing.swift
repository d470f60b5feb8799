extension DNSMessage {
    /// Encodes the message, without compression of names; nil where it would be larger than `byteLimit`.
    package func encoded() -> [UInt8]? {
        var bytes: [UInt8] = []
        func put(_ value: UInt16) { bytes += [UInt8(value >> 8), UInt8(value & 255)] }
        func put(_ name: DNSName) {
            for label in name.labels { bytes += [UInt8(label.count)] + label }
            bytes.append(0)
        }
        put(id)
        // An answer is authoritative (RFC 6762 section 18.4).
        put(isResponse ? 0x8400 : 0)
        let records = [answers, authorities, additionals]
        for count in [questions.count] + records.map(\.count) {
            guard count <= UInt16.max else { return nil }
            put(UInt16(count))
        }
        for question in questions {
            put(question.name)
            put(question.type)
            put(question.wantsUnicast ? 0x8001 : 1)
        }
        for record in records.joined() {
            put(record.name)
            put(record.data.type)
            put(record.isUnique ? 0x8001 : 1)
            put(UInt16(record.timeToLive >> 16))
            put(UInt16(record.timeToLive & 0xFFFF))
            let start = bytes.count
            put(0)
            switch record.data {
            case .pointer(let name): put(name)
            case .service(let priority, let weight, let port, let host):
                for value in [priority, weight, port] { put(value) }
                put(host)
            case .text(let strings):
                // At least one string, an empty one (RFC 6763 section 6.1).
                for string in strings.isEmpty ? [[]] : strings { bytes += [UInt8(min(string.count, 255))] + string.prefix(255) }
            case .address4(let address), .address6(let address): bytes += address
            case .other(_, let data): bytes += data
            }
            let count = bytes.count - start - 2
            guard count <= UInt16.max else { return nil }
            bytes[start] = UInt8(count >> 8)
            bytes[start + 1] = UInt8(count & 255)
        }
        return bytes.count <= Self.byteLimit ? bytes : nil
    }
}
