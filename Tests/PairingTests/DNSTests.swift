import Pairing
import DioramaSync
import Testing
import Support

@Suite struct DNSTests {
    private func sample() throws -> DNSMessage {
        let service = try #require(DNSName("_diorama._tcp.local"))
        let instance = try #require(service.child("Anna's phone. Yes (k3Jq9Z)"))
        let host = try #require(DNSName("diorama-abc.local"))
        var message = DNSMessage()
        message.isResponse = true
        message.questions = [DNSQuestion(name: service, type: 12, wantsUnicast: true)]
        message.answers = [DNSRecord(name: service, timeToLive: 4500, isUnique: false, data: .pointer(instance))]
        message.authorities = [DNSRecord(name: host, timeToLive: 120, isUnique: true, data: .address6(Array(0..<16)))]
        message.additionals = [
            DNSRecord(
                name: instance, timeToLive: 120, isUnique: true, data: .service(priority: 0, weight: 1, port: 40123, host: host)),
            DNSRecord(name: instance, timeToLive: 4500, isUnique: true, data: .text([Array("txtvers=1".utf8), []])),
            DNSRecord(name: host, timeToLive: 120, isUnique: true, data: .address4([192, 168, 1, 20])),
            DNSRecord(name: host, timeToLive: 0, isUnique: false, data: .other(type: 47, [1, 2, 3])),
        ]
        return message
    }

    @Test func `a message reads as it was written`() throws {
        let message = try sample()
        #expect(try DNSMessage(#require(message.encoded())) == message)
    }

    /// An answer as other responders write it: the instance and the host refer to earlier names (RFC 1035 section 4.1.4).
    @Test func `names that refer to earlier ones are read`() throws {
        var bytes: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 2, 0, 0, 0, 0]
        bytes += [8] + Array("_diorama".utf8) + [4] + Array("_tcp".utf8) + [5] + Array("local".utf8) + [0]  // at 12; "local" at 26
        bytes += [0, 12, 0, 1, 0, 0, 0, 120, 0, 6, 3] + Array("one".utf8) + [0xC0, 12]  // the instance at 43
        bytes += [0xC0, 43, 0, 33, 0x80, 1, 0, 0, 0, 120, 0, 13, 0, 0, 0, 0, 0x1F, 0x90, 4] + Array("host".utf8) + [0xC0, 26]
        let message = try #require(DNSMessage(bytes))
        #expect(message.answers.map(\.name.description) == ["_diorama._tcp.local", "one._diorama._tcp.local"])
        guard case .service(_, _, 8080, let host) = message.answers[1].data else {
            Issue.record("no SRV record")
            return
        }
        #expect(host.description == "host.local")
    }

    @Test func `names that refer to themselves, forward or in circles are refused`() {
        let head: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        for name: [UInt8] in [
            [0xC0, 12], [0xC0, 14, 0xC0, 12], [1, 65, 0xC0, 12], [0xC0, 200], [0x80, 0], [0x40], [63, 1], [0xC0], [0xFF, 0xFF],
        ] {
            #expect(DNSMessage(head + name + [0, 12, 0, 1]) == nil, "\(name)")
        }
        // Each reference leads back by one label: 9,000 bytes of them are still only one name of 255.
        var chain = head
        for _ in 0..<4000 { chain += [1, 65] }
        #expect(DNSMessage(chain + [0, 0, 12, 0, 1]) == nil)
    }

    @Test func `counts beyond the bytes, wrong operations and long messages are refused`() throws {
        #expect(DNSMessage([0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]) == nil)
        #expect(DNSMessage([0, 0, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
        #expect(DNSMessage([0, 0, 0x80, 3, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
        #expect(DNSMessage([UInt8](repeating: 0, count: DNSMessage.byteLimit + 1)) == nil)
        #expect(DNSMessage([UInt8]()) == nil)
        #expect(DNSName(labels: [[UInt8](repeating: 65, count: 64)]) == nil)
        #expect(DNSName(labels: Array(repeating: [65, 65, 65], count: 64)) == nil)
    }

    @Test func `every cut is refused, and flipped bits never trap`() throws {
        let whole = try #require(try sample().encoded())
        for count in 0..<whole.count { #expect(DNSMessage(whole.prefix(count)) == nil, "\(count)") }
        var random = SplitMix64(seed: 5)
        var read = 0
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let message = DNSMessage(bytes) else { continue }
            read += 1
            // What was read can be written, and reads the same.
            if let again = message.encoded() { #expect(DNSMessage(again)?.answers == message.answers) }
        }
        #expect(read > 100)
    }

    @Test func `names are the same whatever the case of their ASCII letters`() throws {
        #expect(try #require(DNSName("_Diorama._TCP.Local")) == #require(DNSName("_diorama._tcp.local")))
        #expect(try #require(DNSName("É.local")) != #require(DNSName("é.local")))
    }
}
