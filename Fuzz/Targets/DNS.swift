import MulticastDNS

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let message = DNSMessage(bytes) else { return }
    // What was read can be written, and reads the same again.
    guard let written = message.encoded() else { return }
    guard let again = DNSMessage(written), again.answers == message.answers else {
        fatalError("a message reads differently when it is written again")
    }
}

func seeds() -> [[UInt8]] {
    guard let service = DNSName("_diorama._tcp.local"), let instance = service.child("a phone (k3Jq9Z)"),
        let host = DNSName("diorama-a.local")
    else { return [] }
    var query = DNSMessage()
    query.questions = [
        DNSQuestion(name: service, type: 12, wantsUnicast: true), DNSQuestion(name: instance, type: DNSRecord.anyType),
    ]
    var answer = DNSMessage()
    answer.isResponse = true
    answer.answers = [
        DNSRecord(name: service, timeToLive: 4500, isUnique: false, data: .pointer(instance)),
        DNSRecord(name: instance, timeToLive: 120, isUnique: true, data: .service(priority: 0, weight: 0, port: 1, host: host)),
        DNSRecord(name: instance, timeToLive: 4500, isUnique: true, data: .text([Array("txtvers=1".utf8), Array("pair=1".utf8)])),
        DNSRecord(name: host, timeToLive: 120, isUnique: true, data: .address4([10, 0, 0, 1])),
        DNSRecord(name: host, timeToLive: 120, isUnique: true, data: .address6([UInt8](repeating: 1, count: 16))),
    ]
    // An answer whose names refer to earlier ones.
    var compressed: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4] + Array("_tcp".utf8) + [5] + Array("local".utf8) + [0]
    compressed += [0, 12, 0, 1, 0, 0, 0, 9, 0, 4, 1, 97, 0xC0, 12, 0xC0, 34, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 1, 2, 3, 4]
    return [query.encoded() ?? [], answer.encoded() ?? [], compressed]
}
