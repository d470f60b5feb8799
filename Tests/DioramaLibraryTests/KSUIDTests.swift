import Foundation
import DioramaLibrary
import Testing

@Suite struct KSUIDTests {
    @Test func `an id is 27 base62 digits and reads back as itself`() throws {
        for _ in 0..<1000 {
            let id = KSUID()
            let text = id.description
            #expect(text.utf8.count == 27)
            #expect(text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
            #expect(KSUID(text) == id)
        }
    }

    @Test func `the example of the KSUID specification has its time`() throws {
        let id = try #require(KSUID("0ujtsYcgvSTl8PAuAdqWYSMnLOv"))
        #expect(id.secondsSince1970 == 1_507_608_047)
        #expect(id.description == "0ujtsYcgvSTl8PAuAdqWYSMnLOv")
    }

    @Test func `an id knows when it was made`() {
        let now = Int64(Date().timeIntervalSince1970)
        #expect((now - 1...now + 2).contains(KSUID().secondsSince1970))
    }

    @Test func `ids made one after another sort so, also as text and within one second`() {
        let ids = (0..<100_000).map { _ in KSUID() }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        let texts = ids.prefix(2000).map(\.description)
        #expect(texts == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test func `ids made by many threads at once are all different`() async {
        let ids = await withTaskGroup(of: [KSUID].self) { group in
            for _ in 0..<16 { group.addTask { (0..<1000).map { _ in KSUID() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 16_000)
    }

    @Test func `the smallest and the greatest id are read, and no greater one`() {
        #expect(KSUID(String(repeating: "0", count: 27))?.secondsSince1970 == 1_400_000_000)
        #expect(KSUID("aWgEPTl1tmebfsQzFP4bxwgy80V")?.secondsSince1970 == 5_694_967_295)
        #expect(KSUID("aWgEPTl1tmebfsQzFP4bxwgy80W") == nil)
        #expect(KSUID(String(repeating: "z", count: 27)) == nil)
    }

    @Test(arguments: [
        "", "0", "0ujtsYcgvSTl8PAuAdqWYSMnLO", "0ujtsYcgvSTl8PAuAdqWYSMnLOvv", " 0ujtsYcgvSTl8PAuAdqWYSMnLOv",
        "0ujtsYcgvSTl8PAuAdqWYSMnLO\n",
        "0ujtsYcgvSTl8PAuAdqWYSMnLO-", "0ujtsYcgvSTl8PAuAdqWYSMnLO\u{0}", "0ujtsYcgvSTl8PAuAdqWYSMnLOé",
        "../../../../../../etc/passwd",
        "٠ujtsYcgvSTl8PAuAdqWYSMnLOv",
    ])
    func `what is not exactly an id is refused`(text: String) {
        #expect(KSUID(text) == nil)
        #expect(SpaceID(text) == nil)
    }

    @Test func `a typed id is a plain string in JSON`() throws {
        let id = SpaceID()
        let data = try JSONEncoder().encode([id])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
        #expect(try JSONDecoder().decode([SpaceID].self, from: data) == [id])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([SpaceID].self, from: Data("[\"x\"]".utf8)) }
    }

    @Test func `a hash is exactly 64 lowercase hexadecimal digits`() throws {
        let text = String(repeating: "0a", count: 32)
        #expect(AssetHash(text)?.description == text)
        for bad in [
            text.uppercased(), String(text.dropLast()), text + "0", "", String(repeating: "g", count: 64), "../" + text.dropLast(3),
        ] {
            #expect(AssetHash(bad) == nil)
        }
        let data = try JSONEncoder().encode([AssetHash(text)])
        #expect(try JSONDecoder().decode([AssetHash].self, from: data).first?.description == text)
    }
}
