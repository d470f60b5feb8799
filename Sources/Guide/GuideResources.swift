import Foundation

/// The files that the guide is built with: lexicon, messages, and the corpus of the built-in exhibit.
public struct GuideResources: Sendable {
    /// The folder `Resources`.
    public let folder: URL
    /// What is known about words.
    public let lexicon: Lexicon
    /// Fixed answers.
    public let messages: GuideMessages

    /// Reads the lexicon and the messages of a folder.
    /// - Throws: `GuideError` naming the file.
    public init(folder: URL) throws(GuideError) {
        self.folder = folder
        lexicon = try Lexicon(folder: folder.appending(path: "lexicon"))
        messages = try GuideMessages(folder: folder.appending(path: "messages"))
    }

    /// The resources beside the program.
    /// - Throws: `GuideError` where the program was installed without them.
    public static func installed() throws(GuideError) -> GuideResources { try read.get() }

    /// Read once in a process.
    private static let read = Result { () throws(GuideError) in try find() }

    private static func find() throws(GuideError) -> GuideResources {
        // `Bundle.module` is not used because it ends the program where the bundle is missing.
        var places = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap { $0 }
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() { places.append(program) }
        places += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        for place in places {
            for name in ["diorama_Guide.resources", "diorama_Guide.bundle"] {
                let folder = place.appending(path: name).appending(path: "Resources")
                if FileManager.default.fileExists(atPath: folder.path) { return try GuideResources(folder: folder) }
            }
        }
        throw GuideError("diorama_Guide.resources", "isn't beside the program", remedy: "install the program with its resources")
    }

    /// The corpus in a folder of the resources: all documents in its subfolders, `personas.txt` with the ids of
    /// `personas/*.json` in their order, `corrections.txt`, `adapter.gguf`, `reranker.gguf`.
    /// - Throws: `GuideError` naming file and line.
    public func corpus(_ name: String, title: String) throws(GuideError) -> Corpus {
        let root = folder.appending(path: name)
        var passages: [Passage] = []
        var stems: Set<String> = []
        for file in Self.files(in: root, extension: "md") {
            let stem = file.deletingPathExtension().lastPathComponent
            guard stems.insert(stem).inserted else { throw GuideError(file.lastPathComponent, "two documents have this name") }
            passages += try CorpusDocument(Self.data(file), stem: stem, name: file.lastPathComponent).passages
        }
        var personas: [Persona] = []
        for line in try Lexicon.lines(root, "personas.txt") {
            let file = root.appending(path: "personas/\(line.text).json")
            do { personas.append(try JSONDecoder().decode(Persona.self, from: Self.data(file))) } catch {
                throw GuideError(file.lastPathComponent, "isn't a persona: \(error)")
            }
        }
        guard !personas.isEmpty else { throw GuideError(root.lastPathComponent, "has no personas") }
        func optional(_ name: String) -> URL? {
            let file = root.appending(path: name)
            return FileManager.default.fileExists(atPath: file.path) ? file : nil
        }
        return Corpus(
            title: title, passages: passages, personas: personas, corrections: try corrections(root),
            adapter: optional("adapter.gguf"), reranker: optional("reranker.gguf"))
    }

    /// The drawn portrait of a persona, as SVG; nil where there is none.
    public func portrait(of persona: String, corpus name: String) -> Data? {
        guard CorpusDocument.isSlug(persona) else { return nil }
        return try? Data(contentsOf: folder.appending(path: "\(name)/portraits/\(persona).svg"))
    }

    /// Lines as `land moon = crew-overview/no-landing 2`: words of a question, passage, number of its sentence from 1.
    private func corrections(_ root: URL) throws(GuideError) -> [Corpus.Correction] {
        let name = "corrections.txt"
        guard FileManager.default.fileExists(atPath: root.appending(path: name).path) else { return [] }
        var corrections: [Corpus.Correction] = []
        for line in try Lexicon.lines(root, name) {
            let parts = line.text.components(separatedBy: " = ")
            let place = (parts.count > 1 ? parts[1] : "").split(separator: " ")
            guard parts.count == 2, place.count == 2, let number = Int(place[1]), number > 0 else {
                throw GuideError("\(name), line \(line.number)", "isn't “words = passage number”")
            }
            corrections.append(
                .init(words: Word.split(parts[0]).map(\.text), passage: String(place[0]), sentence: number - 1))
        }
        return corrections
    }

    private static func files(in folder: URL, extension type: String) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension == type }.sorted { $0.path < $1.path }
    }

    private static func data(_ file: URL) throws(GuideError) -> Data {
        do { return try Data(contentsOf: file) } catch { throw GuideError(file.lastPathComponent, "can't be read") }
    }
}
