import ArgumentParser
import Foundation
import Guide

/// What composes the answers of guides.
struct GuideModelOptions: ParsableArguments {
    @Option(
        name: .customLong("model"),
        help: ArgumentHelp(
            """
            A language model as GGUF file that composes answers, run by llama.cpp ('make models' installs it); "smollm2" for the \
            one that 'make models' fetches. Without it answers are quotations.
            """, valueName: "file"))
    var model: String?

    @Flag(help: "Find passages by words only, also where 'make models' has installed the model for finding them by meaning.")
    var noEmbeddings = false

    func languageModel() throws -> any LanguageModel { try GuideModels.language(model) }

    /// Nil where none is installed.
    func embedder() throws -> (any TextEmbedder)? { noEmbeddings ? nil : try GuideModels.embedder() }
}

/// The models of a guide.
struct GuideModels {
    let language: any LanguageModel
    let embedder: (any TextEmbedder)?

    /// - Parameter model: a file, or `smollm2`; nil for quotations.
    init(_ model: String?) throws {
        language = try Self.language(model)
        embedder = try Self.embedder()
    }

    /// - Parameter model: a file, or `smollm2`; nil for quotations.
    /// - Throws: `GuideError` where the model is missing, isn't one, or doesn't fit into memory.
    static func language(_ model: String?) throws -> any LanguageModel {
        guard let model else { return ExtractiveModel() }
        let found = try ModelFolder().languageModel(model == "smollm2" ? nil : URL(fileURLWithPath: model))
        if let requirements = try found.requirements() {
            Terminal.line(
                "\(found.name): \(Terminal.bytes(Int64(requirements.total))) of memory needed, "
                    + "\(Terminal.bytes(Int64(requirements.available))) available")
        }
        return found
    }

    /// The model that finds passages by meaning; nil where none is installed.
    static func embedder() throws -> (any TextEmbedder)? {
        let folder = ModelFolder()
        return folder.hasEmbedder ? try folder.embedder() : nil
    }
}
