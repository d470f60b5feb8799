import Foundation
import Guide
import Testing

/// The file of word vectors: damaged ones are refused, and what it changes.
@Suite struct WordVectorTests {
    /// A folder of resources with other word vectors; nil leaves them out.
    private static func resources(vectors: Data?, relevance: String? = nil) throws -> GuideResources {
        let installed = try Artemis.resources.get().folder
        let folder = FileManager.default.temporaryDirectory.appending(path: "diorama-vectors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["lexicon", "messages"] {
            try FileManager.default.copyItem(at: installed.appending(path: name), to: folder.appending(path: name))
        }
        let file = folder.appending(path: "lexicon/word-vectors.bin")
        try FileManager.default.removeItem(at: file)
        try Data((relevance ?? network()).utf8).write(to: folder.appending(path: "lexicon/relevance.json"))
        if let vectors { try vectors.write(to: file) }
        return try GuideResources(folder: folder)
    }

    /// A network of one unit a layer for vectors of two components.
    private static func network(asked: Int = 7, output: Int = 1, weight: String = "0.5") -> String {
        func layer(_ inputs: Int, _ outputs: Int = 1) -> String {
            let row = "[" + Array(repeating: weight, count: inputs).joined(separator: ",") + "]"
            let rows = Array(repeating: row, count: outputs).joined(separator: ",")
            return "{\"weights\":[\(rows)],\"biases\":[\(Array(repeating: "0", count: outputs).joined(separator: ","))]}"
        }
        return "{\"projection\":\(layer(2)),\"asked\":\(layer(asked)),\"expected\":\(layer(4)),\"hidden\":\(layer(7)),"
            + "\"output\":\(layer(1, output))}"
    }

    /// Networks whose layers don't fit each other, the vectors or the program.
    @Test func damagedNetworksAreRefused() throws {
        let vectors = Self.file([("a", [1, 2]), ("b", [3, 4])])
        let good = Self.network()
        #expect(throws: Never.self) { try Self.resources(vectors: vectors, relevance: good) }
        var bad = ["", "{}", "[]", Self.network(asked: 8), Self.network(output: 2), Self.network(weight: "1e9")]
        bad += stride(from: 1, to: good.utf8.count, by: 7).map { String(good.prefix($0)) }
        for text in bad {
            let error = #expect(throws: GuideError.self) { try Self.resources(vectors: vectors, relevance: text) }
            #expect(error?.place == "relevance.json")
        }
        let wide = Self.file([("a", [1, 2, 3])], dimension: 3)
        #expect(throws: GuideError.self) { try Self.resources(vectors: wide, relevance: good) }
    }

    private static func file(_ vectors: [(stem: String, components: [Int8])], count: UInt32? = nil, dimension: UInt32 = 2) -> Data {
        var data = Data("DIOVEC01".utf8)
        func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        add(count ?? UInt32(vectors.count))
        add(dimension)
        for vector in vectors {
            data.append(UInt8(vector.stem.utf8.count))
            data.append(contentsOf: vector.stem.utf8)
            add(Float(1).bitPattern)
            add(Float(0.01).bitPattern)
            data.append(contentsOf: vector.components.map { UInt8(bitPattern: $0) })
        }
        return data
    }

    /// The flat has no galumph: what it is, only the vectors tell.
    @Test func vectorsFindWordsThatTheCorpusLacks() async throws {
        let question = GuideQuestion("Does the galumph of the kitchen or the bedroom face north?", persona: "guide")
        func best(_ vectors: [(stem: String, components: [Int8])]) async throws -> String? {
            let guide = try Guide(Flat.corpus(), resources: Self.resources(vectors: Self.file(vectors)))
            return try await guide.passages(for: question, limit: 1).first?.id
        }
        let unrelated = try await best([("unrelated", [127, 0])])
        #expect(unrelated == "flat/window")
        let related = try await best([("burner", [127, 0]), ("galumph", [127, 0]), ("stove", [127, 0])])
        #expect(related == "flat/stove")
    }

    /// What a sentence is called in the file: FNV-1a of its text and a byte that UTF-8 doesn't have.
    private static func name(ofSentence text: String) -> String {
        let hash = (Array(text.utf8) + [0xFF]).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "#" + String(hash, radix: 16)
    }

    /// The vector of a whole sentence counts, not those of its words.
    @Test func vectorsOfSentencesAreNearTheirQuestions() async throws {
        let corpus = try Flat.corpus()
        let stove = try #require(corpus.passages.first { $0.id == "flat/stove" })
        let sentence = String(stove.text.prefix { $0 != "." }) + "."
        let question = GuideQuestion("Does the galumph of the kitchen or the bedroom face north?", persona: "guide")
        let vectors = [(Self.name(ofSentence: sentence), [127, 0] as [Int8]), ("galumph", [127, 0])]
        let guide = try Guide(corpus, resources: Self.resources(vectors: Self.file(vectors)))
        #expect(try await guide.passages(for: question, limit: 1).first?.id == "flat/stove")
        let other = [(Self.name(ofSentence: sentence + "."), [127, 0] as [Int8]), ("galumph", [127, 0])]
        let unrelated = try Guide(corpus, resources: Self.resources(vectors: Self.file(other)))
        #expect(try await unrelated.passages(for: question, limit: 1).first?.id == "flat/window")
    }

    /// Where a sentence of the corpus was changed, the vectors have to be trained again (scripts/train-word-vectors.py).
    @Test func allSentencesOfArtemisHaveVectors() throws {
        let guide = try Artemis.guide.get()
        let file = try Data(contentsOf: Artemis.resources.get().folder.appending(path: "lexicon/word-vectors.bin"))
        let dimension = Int(file[12]) + Int(file[13]) << 8
        var names: Set<String> = []
        var position = 16
        while position < file.count {
            let end = position + 1 + Int(file[position])
            names.insert(String(decoding: file[(position + 1)..<end], as: UTF8.self))
            position = end + 8 + dimension
        }
        let lines = guide.corpusStems().filter { $0.hasPrefix("sentence ") }
        let missing = lines.filter { line in
            !line.split(separator: " ").contains { $0.hasPrefix("#") && names.contains(String($0)) }
        }
        #expect(lines.count > 2_000)
        #expect(missing.isEmpty, "\(missing.count) sentences have none: \(missing.first ?? "")")
    }

    @Test func damagedFilesAreRefused() throws {
        let good = Self.file([("a", [1, 2]), ("b", [3, 4])])
        #expect(throws: Never.self) { try Self.resources(vectors: good) }
        var bad: [Data?] = [nil, Data(), Data("DIOVEC02".utf8) + good.dropFirst(8), good + [0]]
        bad += (8..<good.count).map { good.prefix($0) }
        bad.append(Self.file([("b", [1, 2]), ("a", [3, 4])]))
        bad.append(Self.file([("a", [1, 2])], count: .max))
        bad.append(Self.file([("a", [1, 2])], dimension: .max))
        bad.append(Self.file([("a", [1, 2])], count: 0))
        for data in bad { #expect(throws: GuideError.self) { try Self.resources(vectors: data) } }
    }
}
