import Dispatch
import Images
import Support

/// What an image shows.
public struct Identification: Sendable, Codable, Equatable {
    /// One's own things that the image shows, most probable first; empty where it shows none.
    public var matches: [VisualMatch]
    /// Barcodes and matrix codes.
    public var codes: [ScannedCode]
    /// Lines of text from top to bottom.
    public var text: [TextLine]
    /// Proposals for the fields of a new thing.
    public var proposal: LabelProposal
    /// What limits the result: a language that is not installed, a code reader that crashed.
    public var notices: [String]

    /// An identification.
    public init(
        matches: [VisualMatch] = [], codes: [ScannedCode] = [], text: [TextLine] = [], proposal: LabelProposal = LabelProposal(),
        notices: [String] = []
    ) {
        self.matches = matches
        self.codes = codes
        self.text = text
        self.proposal = proposal
        self.notices = notices
    }
}

/// Recognizes things, codes and text in photos, all on this device.
public struct Recognizer: Sendable {
    /// The things that photos are compared with; nil leaves out `matches`.
    public var index: VisualIndex?
    /// Reads codes; nil leaves out `codes`.
    public var codes: CodeReader?
    /// Reads text; nil leaves out `text`.
    public var text: TextReader?
    /// A learned model that the user supplied.
    public var embedder: (any ImageEmbedder)?
    /// How features are found.
    public var features = FeatureOptions()
    /// The most things in a result.
    public var maxMatches = 5

    /// A recognizer with these parts.
    public init(
        index: VisualIndex? = nil, codes: CodeReader? = nil, text: TextReader? = nil, embedder: (any ImageEmbedder)? = nil
    ) {
        self.index = index
        self.codes = codes
        self.text = text
        self.embedder = embedder
    }

    /// The features of a photo, for `VisualIndex.add` and `search`.
    public func features(of image: ColorImage) throws(RecognitionError) -> ImageFeatures {
        try ImageFeatures(image, options: features, embedder: embedder)
    }

    /// What an image shows. The parts work at the same time.
    /// - Throws: `RecognitionError` where the image has no pixels or too many, the index is damaged, or a part can't work at all.
    public func identify(_ image: ColorImage) async throws(RecognitionError) -> Identification {
        let gray = image.gray
        try gray.checkSize()
        async let scanned = Self.outcome(codes, gray)
        async let read = Self.outcome(text, gray)
        async let found = outcome(of: image)
        let answers = await (scanned, read, found)
        let codeResult = try answers.0.get()
        let textResult = try answers.1.get()
        let matches = try answers.2.get()
        return Identification(
            matches: matches, codes: codeResult.codes, text: textResult.lines,
            proposal: LabelProposal(lines: textResult.lines, codes: codeResult.codes),
            notices: [codeResult.notice, textResult.notice].compactMap { $0 })
    }

    private static func outcome(_ reader: CodeReader?, _ image: GrayImage) async -> Result<CodeReader.Result, RecognitionError> {
        guard let reader else { return .success(CodeReader.Result(codes: [])) }
        do throws(RecognitionError) { return .success(try await reader.read(image)) } catch { return .failure(error) }
    }

    private static func outcome(_ reader: TextReader?, _ image: GrayImage) async -> Result<TextResult, RecognitionError> {
        guard let reader else { return .success(TextResult(lines: [])) }
        do throws(RecognitionError) { return .success(try await reader.read(image)) } catch { return .failure(error) }
    }

    /// Features and search, on a thread outside the cooperative pool.
    private func outcome(of image: ColorImage) async -> Result<[VisualMatch], RecognitionError> {
        guard let index else { return .success([]) }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: matches(of: image, index: index)) }
        }
    }

    private func matches(of image: ColorImage, index: VisualIndex) -> Result<[VisualMatch], RecognitionError> {
        do throws(RecognitionError) { return .success(try index.search(try features(of: image), limit: maxMatches)) } catch {
            return .failure(error)
        }
    }
}
