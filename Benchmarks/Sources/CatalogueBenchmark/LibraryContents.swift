import BenchmarkSupport
import DioramaLibrary
import Foundation

/// A repeatable library of so many things: half of them in one category, three in five with one tag, the rest spread thin.
struct LibraryContents: Sendable {
    let count: Int
    private let vocabulary: [String]

    init(count: Int) {
        self.count = count
        var random = Generator(state: 1)
        vocabulary = (0..<5000).map { _ in
            String(
                (0..<Int.random(in: 3...9, using: &random)).map { _ in
                    "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a"
                })
        }
    }

    func make(in folder: URL) async throws {
        let library = try Library(at: folder)
        defer { try? library.close() }
        let there = try await library.things.count()
        if there >= count { return }
        if there > 0 { throw BenchmarkError("\(folder.path) has \(there) things, not \(count): choose another folder") }
        var random = Generator(state: 2)
        var spaces: [SpaceID] = []
        for i in 0..<20 { spaces.append(try await library.add(SpaceDraft(name: "Space \(i)")).id) }
        var places: [PlaceID] = []
        for i in 0..<500 {
            let parent = i < 20 ? nil : places.randomElement(using: &random)
            places.append(try await library.places.add(Place(name: "Place \(i)", parent: parent)).id)
        }
        let start = ContinuousClock.now
        var made = 0
        var batches: [Double] = []
        while made < count {
            let things = (made..<min(made + 250, count)).map { thing($0, spaces: spaces, places: places, &random) }
            let begin = ContinuousClock.now
            let entries = try await library.things.add(things)
            batches.append((ContinuousClock.now - begin) / .milliseconds(1))
            // One recording for ten things, one picture for two: rows without files, as in a library whose originals are in the
            // bucket.
            _ = try await library.recordings.add(
                entries.filter { _ in random.next() % 10 == 0 }.map { Recording(title: "Of \($0.name)", thing: $0.id) })
            _ = try await library.media.add(
                entries.filter { _ in random.next() % 2 == 0 }.enumerated().map { i, entry in
                    Media(
                        kind: .photo, contentType: "image/jpeg", fileName: "\(made + i).jpg", hash: Self.hash(made + i),
                        byteCount: 1,
                        thing: entry.id)
                })
            made += things.count
        }
        try Report.print([
            "operation": "add in batches of 250", "p50_ms": batches.sorted()[batches.count / 2],
            "p99_ms": batches.sorted()[batches.count * 99 / 100],
            "seconds": (ContinuousClock.now - start) / .seconds(1), "things": count,
        ])
    }

    private static func hash(_ number: Int) -> AssetHash {
        let digits = String(number, radix: 16)
        return AssetHash(String(repeating: "0", count: 64 - digits.count) + digits) ?? .ofNothing
    }

    func word(_ random: inout Generator) -> String { vocabulary.randomElement(using: &random) ?? "" }

    func thing(_ i: Int, spaces: [SpaceID] = [], places: [PlaceID] = [], _ random: inout Generator) -> Thing {
        var thing = Thing(name: "Thing \(word(&random)) \(word(&random))")
        thing.category = Bool.random(using: &random) ? "Tools" : "Category \(Int.random(in: 0..<200, using: &random))"
        thing.brand = "Brand \(Int.random(in: 0..<300, using: &random))"
        thing.serial = "SN\(100_000_000 + i)"
        if i % 3 != 0 { thing.value = Money(minorUnits: .random(in: 100...500_000, using: &random), currency: "EUR") }
        thing.purchased = Date(timeIntervalSince1970: 1.5e9 + Double(i) * 1000)
        if i % 2 == 0 { thing.warrantyUntil = Date(timeIntervalSince1970: 1.7e9 + Double(i * 7919 % 1_000_000) * 100) }
        thing.tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in vocabulary[Int.random(in: 0..<100, using: &random)] }
        if i % 5 < 3 { thing.tags.append("common") }
        thing.space = spaces.randomElement(using: &random)
        thing.place = places.randomElement(using: &random)
        thing.fields = [CustomField("Voltage", .number(Double(i % 240)))]
        thing.notes = (0..<20).map { _ in word(&random) }.joined(separator: " ")
        return thing
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers each time.
struct Generator: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
