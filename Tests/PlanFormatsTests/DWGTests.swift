import SyntheticScenes
import FloorPlans
import ModelFormats
import Testing

@Suite struct DWGTests {
    let bytes: [UInt8]

    init() throws { bytes = try written(SampleFlat.plan(), as: "dwg") }

    func number(_ at: Int, _ size: Int = 4) -> Int { (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }

    /// CRC-16/ARC begun with C0C1, bit by bit.
    func checksum(_ part: some Sequence<UInt8>) -> Int {
        part.reduce(0xC0C1) { sum, byte in
            (0..<8).reduce(sum ^ Int(byte)) { c, _ in c & 1 == 1 ? c >> 1 ^ 0xA001 : c >> 1 }
        }
    }

    @Test func `The file header leads to whole sections`() {
        #expect(Array(bytes[..<6]) == Array("AC1015".utf8) && number(0x15) == 6)
        for i in 0..<6 {
            let at = 0x19 + 9 * i
            #expect(Int(bytes[at]) == i)
            #expect(number(at + 1) + number(at + 5) <= bytes.count)
        }
        #expect(checksum(bytes[..<0x4F]) == number(0x4F, 2))
        // Header and classes begin with a sentinel and end with its complement.
        for i in 0..<2 {
            let start = number(0x1A + 9 * i)
            let size = number(0x1E + 9 * i)
            #expect(zip(bytes[start..<start + 16], bytes[start + size - 16..<start + size]).allSatisfy { $0 == ~$1 })
            let end = start + size - 18
            #expect(number(start + 16) == end - start - 20 && checksum(bytes[start + 16..<end]) == number(end, 2))
        }
    }

    @Test func `The map names every object once, and each has its checksum`() {
        var at = number(0x2C)
        var handles: [Int] = []
        while true {
            let size = Int(bytes[at]) << 8 | Int(bytes[at + 1])
            let sum = Int(bytes[at + size]) << 8 | Int(bytes[at + size + 1])
            #expect(checksum(bytes[at..<at + size]) == sum)
            if size == 2 { break }
            var handle = 0
            var place = 0
            var i = at + 2
            func difference() -> Int {
                var value = 0
                var shift = 0
                while bytes[i] & 0x80 != 0 {
                    value |= Int(bytes[i] & 0x7F) << shift
                    shift += 7
                    i += 1
                }
                value |= Int(bytes[i] & 0x3F) << shift
                defer { i += 1 }
                return bytes[i] & 0x40 != 0 ? -value : value
            }
            while i < at + size {
                handle += difference()
                place += difference()
                handles.append(handle)
                let length = number(place, 2)
                #expect(length < 0x8000 && checksum(bytes[place..<place + 2 + length]) == number(place + 2 + length, 2))
            }
            at += size + 2
        }
        #expect(handles.count > 200 && handles == handles.sorted() && Set(handles).count == handles.count)
    }
}
