/// A message of multicast DNS (RFC 6762 section 18; the format is RFC 1035's, section 4).
package struct DNSMessage: Sendable, Equatable {
    /// 0 in multicast messages; in an answer to a plain resolver, that of its question.
    package var id: UInt16 = 0
    package var isResponse = false
    package var questions: [DNSQuestion] = []
    package var answers: [DNSRecord] = []
    package var authorities: [DNSRecord] = []
    package var additionals: [DNSRecord] = []

    package init() {}

    /// The largest that is sent or read (RFC 6762 section 17).
    package static let byteLimit = 9000
}

package struct DNSQuestion: Sendable, Equatable {
    package var name: DNSName
    package var type: UInt16
    /// Whether the answer may come to the asker alone (the "QU" bit, RFC 6762 section 5.4).
    package var wantsUnicast: Bool

    package init(name: DNSName, type: UInt16, wantsUnicast: Bool = false) {
        self.name = name
        self.type = type
        self.wantsUnicast = wantsUnicast
    }

    /// Whether `record` answers it.
    package func isAnswered(by record: DNSRecord) -> Bool {
        (type == DNSRecord.anyType || type == record.data.type) && name == record.name
    }
}

/// A resource record of class IN.
package struct DNSRecord: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case pointer(DNSName)
        case service(priority: UInt16, weight: UInt16, port: UInt16, host: DNSName)
        /// Strings of up to 255 bytes each (RFC 6763 section 6).
        case text([[UInt8]])
        /// Four bytes.
        case address4([UInt8])
        /// Sixteen bytes.
        case address6([UInt8])
        /// Any other type, as it came.
        case other(type: UInt16, [UInt8])

        package var type: UInt16 {
            switch self {
            case .pointer: 12
            case .service: 33
            case .text: 16
            case .address4: 1
            case .address6: 28
            case .other(let type, _): type
            }
        }
    }

    package static let anyType: UInt16 = 255

    package var name: DNSName
    /// Seconds; 0 says goodbye (RFC 6762 section 10.1).
    package var timeToLive: UInt32
    /// Whether it stands for all records of its name and type (the cache-flush bit, RFC 6762 section 10.2).
    package var isUnique: Bool
    package var data: Content

    package init(name: DNSName, timeToLive: UInt32, isUnique: Bool, data: Content) {
        self.name = name
        self.timeToLive = timeToLive
        self.isUnique = isUnique
        self.data = data
    }

    /// The same record, however long it lives.
    package func isSame(as other: DNSRecord) -> Bool { name == other.name && data == other.data }
}
