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

    @Option(
        parsing: .number,
        help: ArgumentHelp("Tokens of prompt and answer together that the model gets memory for.", valueName: "tokens"))
    var context = GuideModels.contextSize

    @Flag(help: "Find passages by words only, also where 'make models' has installed the model for finding them by meaning.")
    var noEmbeddings = false

    func languageModel() throws -> any LanguageModel { try GuideModels.language(model, contextSize: context) }

    func validate() throws { try GuideModels.check(context, option: "--context") }

    /// Nil where none is installed.
    func embedder() throws -> (any TextEmbedder)? { noEmbeddings ? nil : try GuideModels.embedder() }
}

/// The models of a guide.
struct GuideModels {
    /// Tokens of the context where nothing else is asked for.
    static let contextSize = 4096

    let language: any LanguageModel
    let embedder: (any TextEmbedder)?

    /// The models of a server. An embedding model that can't be used is reported; passages are then found by words only.
    /// - Parameter model: a file, or `smollm2`; nil for quotations.
    init(_ model: String?, contextSize: Int) throws {
        language = try Self.language(model, contextSize: contextSize)
        do { embedder = try Self.embedder() } catch {
            Terminal.line("warning: guides find passages by words only: \(Terminal.oneLine(error))")
            embedder = nil
        }
    }

    /// - Throws: `ValidationError` for a context that no model has.
    static func check(_ contextSize: Int, option: String) throws {
        if !(512...1_048_576).contains(contextSize) {
            throw ValidationError("\(option) must be between 512 and 1048576 tokens.")
        }
    }

    /// - Parameter model: a file, or `smollm2`; nil for quotations.
    /// - Throws: `GuideError` where the model is missing, isn't one, or doesn't fit into memory.
    static func language(_ model: String?, contextSize: Int) throws -> any LanguageModel {
        guard let model else { return ExtractiveModel() }
        let found = try ModelFolder().languageModel(
            model == "smollm2" ? nil : URL(fileURLWithPath: model), contextSize: contextSize)
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
