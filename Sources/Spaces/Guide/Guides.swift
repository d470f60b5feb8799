import DioramaLibrary
import Exhibits
import Foundation
import Guide

/// Makes the guides of exhibits, spaces and the library, and keeps those that were used last: preparing a large corpus takes
/// longer than
/// answering from it.
public actor Guides {
    private let library: Library?
    private let model: any LanguageModel
    /// Vectors of the built-in exhibit's corpus, once they are there.
    private var semantic: SemanticIndex?
    private var resources: GuideResources?
    private var kept: [(key: String, guide: Guide)] = []

    /// Guides that are kept.
    private static let keptCount = 8

    /// - Parameters:
    ///   - library: nil where only the built-in exhibit is asked.
    public init(library: Library?, model: any LanguageModel = ExtractiveModel()) {
        self.library = library
        self.model = model
    }

    /// Lets the built-in exhibit's passages be found by meaning, too. Computing the vectors takes some minutes the first time;
    /// they are
    /// kept in the folder of the models.
    /// - Parameter progress: is called with how many of how many texts are done.
    public func prepareVectors(_ embedder: any TextEmbedder, progress: @Sendable (Int, Int) -> Void = { _, _ in }) async throws {
        let exhibit = BuiltInExhibit.stored(Artemis.exhibit(), in: FileManager.default.temporaryDirectory)
        let resources = try installed()
        semantic = try await SemanticIndex(
            ExhibitCorpus.of(exhibit, resources: resources), embedder: embedder, lexicon: resources.lexicon,
            cache: ModelFolder().url, progress: progress)
        kept.removeAll { $0.key.hasPrefix("exhibit:\(BuiltInExhibit.name):") }
    }

    /// What composes the answers.
    public nonisolated var modelName: String { model.name }

    /// What is to be shown beside every conversation with a guide.
    public func notice(of guide: Guide) throws -> String {
        guide.corpus.personas.allSatisfy(\.isPlain)
            ? "Answers are quoted from \(guide.corpus.title)" : try installed().messages.notice
    }

    /// What an exported conversation says, by what it was about: `exhibit:ID`, `space:ID` or `library`.
    public func notice(about subject: String) throws -> String {
        subject.hasPrefix("exhibit:") ? try installed().messages.notice : "Answers are quoted from the library"
    }

    /// The drawn portrait of a persona of an exhibit, as SVG; nil where there is none.
    public func portrait(of persona: String, exhibit: StoredExhibit) throws -> Data? {
        exhibit.isBuiltIn ? try installed().portrait(of: persona, corpus: BuiltInExhibit.name) : nil
    }

    /// The guide of the built-in exhibit.
    public func builtIn() async throws -> Guide {
        try await guide(of: BuiltInExhibit.stored(Artemis.exhibit(), in: FileManager.default.temporaryDirectory))
    }

    /// The guide of an exhibit.
    public func guide(of exhibit: StoredExhibit) async throws -> Guide {
        let key = "exhibit:\(exhibit.id):\(exhibit.revision)"
        if let guide = found(key) { return guide }
        let resources = try installed()
        let corpus = try ExhibitCorpus.of(exhibit, resources: resources)
        return keep(try await prepared(corpus, semantic: exhibit.isBuiltIn ? semantic : nil), key)
    }

    /// The guide of a space for somebody: it knows the memories that they may see, and no others.
    /// - Parameter viewer: nil where they see no memories.
    public func guide(of space: Space, for viewer: Viewer?) async throws -> Guide {
        guard let library else { throw SpacesError(.unavailable, "no library is open") }
        let change = try await library.latestMemoryChange()
        let key = "space:\(space.id):\(viewer.map { "\($0)" } ?? "-"):\(change):\(space.modified.timeIntervalSince1970)"
        // What an invited person sees depends on grants, too, whose changes no memory records.
        let isKept = viewer.map { if case .account = $0 { false } else { true } } ?? true
        if isKept, let guide = found(key) { return guide }
        let passages = try await MemoryCorpus.passages(of: space, in: library, for: viewer)
        let guide = try await memories(passages, title: space.name)
        return isKept ? keep(guide, key) : guide
    }

    /// The guide of all spaces that somebody may see, and of the memories in them.
    /// - Parameter spaces: the spaces that they may see.
    public func guide(of spaces: [Space], for viewer: Viewer) async throws -> Guide {
        guard let library else { throw SpacesError(.unavailable, "no library is open") }
        let change = try await library.latestMemoryChange()
        let names = spaces.map { "\($0.id)\($0.modified.timeIntervalSince1970)" }.joined(separator: ",")
        let key = "library:\(viewer):\(change):\(names)"
        let isKept = if case .account = viewer { false } else { true }
        if isKept, let guide = found(key) { return guide }
        var passages: [Passage] = []
        for space in spaces where passages.count < MemoryCorpus.limit {
            passages += try await MemoryCorpus.passages(of: space, in: library, for: viewer)
        }
        let guide = try await memories(passages, title: "your library")
        return isKept ? keep(guide, key) : guide
    }

    private func memories(_ passages: [Passage], title: String) async throws -> Guide {
        try await prepared(Corpus(title: title, passages: passages, personas: [.plain(about: title)]))
    }

    /// Prepares a corpus apart from this actor: others are answered meanwhile.
    private func prepared(_ corpus: Corpus, semantic: SemanticIndex? = nil) async throws -> Guide {
        let resources = try installed()
        let model = model
        return try await Task.detached {
            try Guide(corpus, resources: resources, model: model, semantic: semantic)
        }.value
    }

    private func installed() throws(GuideError) -> GuideResources {
        if let resources { return resources }
        let installed = try GuideResources.installed()
        resources = installed
        return installed
    }

    private func found(_ key: String) -> Guide? {
        guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = kept.remove(at: index)
        kept.append(entry)
        return entry.guide
    }

    private func keep(_ guide: Guide, _ key: String) -> Guide {
        kept.removeAll { $0.key == key }
        kept.append((key, guide))
        if kept.count > Self.keptCount { kept.removeFirst() }
        return guide
    }
}
