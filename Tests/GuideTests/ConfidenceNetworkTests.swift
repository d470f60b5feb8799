import Foundation
import Guide
import Testing

/// The files of the networks that decide whether a passage answers: damaged ones are refused, and they decide.
@Suite struct ConfidenceNetworkTests {
    static let files = ["confidence.json", "confidence-embeddings.json"]

    /// The installed file as a JSON object.
    private static func installed(_ file: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Artemis.resources.get().folder.appending(path: "lexicon/\(file)"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// A folder of resources with another network.
    private static func resources(_ file: String, _ network: Data) throws -> GuideResources {
        let installed = try Artemis.resources.get().folder
        let folder = FileManager.default.temporaryDirectory.appending(path: "diorama-network-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["lexicon", "messages"] {
            try FileManager.default.copyItem(at: installed.appending(path: name), to: folder.appending(path: name))
        }
        try network.write(to: folder.appending(path: "lexicon/\(file)"))
        return try GuideResources(folder: folder)
    }

    /// A folder of resources with a changed network.
    static func resources(_ file: String, _ change: (inout [String: Any]) -> Void) throws -> GuideResources {
        var network = try installed(file)
        change(&network)
        return try resources(file, JSONSerialization.data(withJSONObject: network))
    }

    @Test(arguments: files) func damagedFilesAreRefused(file: String) throws {
        #expect(throws: Never.self) { try Self.resources(file) { _ in } }
        for text in ["", "[]", "{}", #"{"names":[]}"#] {
            #expect(throws: GuideError.self, "\(text)") { try Self.resources(file, Data(text.utf8)) }
        }
        for key in ["means", "scales", "hidden", "biases", "output", "names"] {
            let error = #expect(throws: GuideError.self, "\(key)") {
                try Self.resources(file) { network in network[key] = (network[key] as? [Any])?.dropLast().map { $0 } }
            }
            #expect(error?.place == file)
        }
        #expect(throws: GuideError.self) { try Self.resources(file) { $0["constant"] = 1e9 } }
        #expect(throws: GuideError.self) {
            try Self.resources(file) { network in network["scales"] = (network["scales"] as? [Any])?.map { _ in 0 } }
        }
    }

    /// The same question is answered or declined as the threshold says.
    @Test func theNetworkDecides() async throws {
        let question = GuideQuestion("What is the heat shield made of?", persona: "koch")
        func isDeclined(threshold: Double) async throws -> Bool {
            let resources = try Self.resources("confidence.json") { $0["threshold"] = threshold }
            let corpus = try Artemis.resources.get().corpus("artemis", title: "Artemis")
            return try await Guide(corpus, resources: resources).answer(question).declined
        }
        let strict = try await isDeclined(threshold: 1)
        let lenient = try await isDeclined(threshold: 0)
        #expect(strict)
        #expect(!lenient)
    }
}
