extension DNSMessage {
    /// Parses a message; nil for anything that is truncated, loops, or is neither query nor response. Work and memory are bounded
    /// by the bytes: a name is at most 255 bytes, and pointers lead strictly backwards.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.byteLimit else { return nil }
        var reader = DNSReader(Array(bytes))
        guard let id = reader.number16(), let flags = reader.number16() else { return nil }
        // The operation is "query" and there was no error; else the message is ignored (RFC 6762 sections 18.3 and 18.11).
        guard flags & 0x7800 == 0, flags & 0x000F == 0 else { return nil }
        self.id = id
        isResponse = flags & 0x8000 != 0
        var counts: [Int] = []
        for _ in 0..<4 {
            guard let count = reader.number16() else { return nil }
            counts.append(Int(count))
        }
        // A question takes 5 bytes at least, a record 11.
        guard counts[0] * 5 + (counts[1] + counts[2] + counts[3]) * 11 <= reader.remaining else { return nil }
        for _ in 0..<counts[0] {
            guard let name = reader.name(), let type = reader.number16(), let kind = reader.number16() else { return nil }
            questions.append(DNSQuestion(name: name, type: type, wantsUnicast: kind & 0x8000 != 0))
        }
        guard let first = reader.records(counts[1]), let second = reader.records(counts[2]), let third = reader.records(counts[3])
        else { return nil }
        answers = first
        authorities = second
        additionals = third
    }
}

private struct DNSReader {
    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - offset }

    mutating func number16() -> UInt16? {
        guard remaining >= 2 else { return nil }
        defer { offset += 2 }
        return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    }

    mutating func raw(_ count: Int) -> [UInt8]? {
        guard remaining >= count else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// A name, which may end with a pointer to an earlier one (RFC 1035 section 4.1.4).
    mutating func name() -> DNSName? {
        var labels: [[UInt8]] = []
        var total = 1
        var position = offset
        // The start of the current part: a pointer has to lead before it, so that none can loop.
        var start = offset
        var isAfterPointer = false
        while true {
            guard position < bytes.count else { return nil }
            let length = Int(bytes[position])
            switch length {
            case 0:
                if !isAfterPointer { offset = position + 1 }
                return DNSName(labels: labels)
            case 1...63:
                guard position + 1 + length <= bytes.count else { return nil }
                total += length + 1
                guard total <= 255 else { return nil }
                labels.append(Array(bytes[position + 1..<position + 1 + length]))
                position += 1 + length
            case 0xC0...0xFF:
                guard position + 1 < bytes.count else { return nil }
                let target = (length & 0x3F) << 8 | Int(bytes[position + 1])
                guard target < start else { return nil }
                if !isAfterPointer { offset = position + 2 }
                isAfterPointer = true
                start = target
                position = target
            default: return nil
            }
        }
    }

    /// Records of other classes than IN are left out.
    mutating func records(_ count: Int) -> [DNSRecord]? {
        var records: [DNSRecord] = []
        for _ in 0..<count {
            guard let name = name(), let type = number16(), let kind = number16(), let high = number16(), let low = number16(),
                let length = number16(), remaining >= length
            else { return nil }
            let end = offset + Int(length)
            guard let data = content(type, end) else { return nil }
            offset = end
            guard kind & 0x7FFF == 1 else { continue }
            records.append(
                DNSRecord(name: name, timeToLive: UInt32(high) << 16 | UInt32(low), isUnique: kind & 0x8000 != 0, data: data))
        }
        return records
    }

    private mutating func content(_ type: UInt16, _ end: Int) -> DNSRecord.Content? {
        switch type {
        case 12:
            guard let target = name(), offset == end else { return nil }
            return .pointer(target)
        case 33:
            guard let priority = number16(), let weight = number16(), let port = number16(), let host = name(), offset == end
            else { return nil }
            return .service(priority: priority, weight: weight, port: port, host: host)
        case 16:
            var strings: [[UInt8]] = []
            while offset < end {
                let length = Int(bytes[offset])
                offset += 1
                guard offset + length <= end, let string = raw(length) else { return nil }
                strings.append(string)
            }
            // No string stands for an empty one (RFC 6763 section 6.1).
            return .text(strings.isEmpty ? [[]] : strings)
        case 1: return end - offset == 4 ? raw(4).map { .address4($0) } : nil
        case 28: return end - offset == 16 ? raw(16).map { .address6($0) } : nil
        default: return raw(end - offset).map { .other(type: type, $0) }
        }
    }
}
