import Server
import Testing

/// The examples of RFC 9110, section 14.1.2 (a representation of 10000 bytes), and the edges around them.
@Suite struct ByteRangesTests {
    @Test(
        arguments: [
            ("bytes=0-499", [0..<500]),
            ("bytes=500-999", [500..<1000]),
            ("bytes=-500", [9500..<10000]),
            ("bytes=9500-", [9500..<10000]),
            ("bytes=0-0,-1", [0..<1, 9999..<10000]),
            ("bytes= 0-999, 4500-5499, -1000", [0..<1000, 4500..<5500, 9000..<10000]),
            ("bytes=500-600,601-999", [500..<1000]),
            ("bytes=500-700,601-999", [500..<1000]),
            ("BYTES=1-2", [1..<3]),
            ("bytes=5-5", [5..<6]),
            ("bytes=9999-20000", [9999..<10000]),
            ("bytes=0-99999999999999999999999", [0..<10000]),
            ("bytes=-99999999999999999999999", [0..<10000]),
            ("bytes=20000-,0-1", [0..<2]),
            ("bytes=-1000,0-9", [9000..<10000, 0..<10]),
            ("bytes=,, 1-2 ,,", [1..<3]),
            ("bytes=1-2,\t4-5", [1..<3, 4..<6]),
        ] as [(String, [Range<Int64>])])
    func `valid ranges give their bytes`(field: String, parts: [Range<Int64>]) {
        #expect(ByteRanges(field: field, length: 10000) == .parts(parts))
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes=a-b", "bytes=5-4", "bytes=-", "bytes=--1", "bytes=1", "bytes=1-2-3", "bytes=+1-2",
        "bytes=0-1,x", "lines=0-1", "bytes 0-1", "bytes=0x0-1", "bytes=1.0-2", "bytes=٠-١", "bytes=- 5",
    ])
    func `fields that are not valid are ignored`(field: String) {
        #expect(ByteRanges(field: field, length: 10000) == .whole)
    }

    @Test func `no field is the whole`() { #expect(ByteRanges(field: nil, length: 10) == .whole) }

    @Test(arguments: ["bytes=10000-", "bytes=10000-10001", "bytes=-0", "bytes=99999999999999999999-"])
    func `ranges without a byte can't be satisfied`(field: String) {
        #expect(ByteRanges(field: field, length: 10000) == .unsatisfiable)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func `an empty representation has no ranges`(field: String) {
        #expect(ByteRanges(field: field, length: 0) == .unsatisfiable)
    }

    @Test func `more ranges than the limit are answered by the whole`() {
        let most = (0..<ByteRanges.maximumParts).map { "\($0 * 10)-\($0 * 10)" }
        guard case .parts(let parts) = ByteRanges(field: "bytes=" + most.joined(separator: ","), length: 10000) else {
            Issue.record("the most ranges that are allowed are not given")
            return
        }
        #expect(parts.count == ByteRanges.maximumParts)
        #expect(ByteRanges(field: "bytes=" + (most + ["900-901"]).joined(separator: ","), length: 10000) == .whole)
    }

    @Test func `parts never overlap and never exceed the representation`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let field = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                let a = Int.random(in: 0...120, using: &random)
                return [("\(a)-"), "-\(a)", "\(a)-\(a + Int.random(in: 0...30, using: &random))"].randomElement(using: &random)
                    ?? ""
            }
            guard case .parts(let parts) = ByteRanges(field: "bytes=" + field.joined(separator: ","), length: 100) else { continue }
            let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
            #expect(parts.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= 100 })
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }
}
