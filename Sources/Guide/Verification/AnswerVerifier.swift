import Foundation

/// Lets through what a language model writes, sentence by sentence: the persona's own phrases, and sentences that the evidence
/// supports. A sentence that isn't supported, or says nothing that the question doesn't, is replaced by a quotation, as long as
/// there is one that hasn't been used. The best sentence of each passage is never left out.
struct AnswerVerifier {
    private let evidence: [Evidence]
    private let phrases: [String]
    private let check: SupportCheck
    private let question: String

    /// - Parameters:
    ///   - question: in English.
    ///   - evidence: of each passage the best sentence first.
    init(persona: Persona, question: String, evidence: [Evidence], lexicon: Lexicon) {
        self.question = question
        self.evidence = evidence
        let style = persona.style
        let openers = style.openers
        phrases = (openers.fact + openers.number + openers.date + openers.list + openers.reason + style.joiners + style.closers)
            .sorted { $0.count > $1.count }
        check = SupportCheck(lexicon)
    }

    /// Reads pieces of text as they are generated.
    /// - Parameter show: is called with each sentence that passed, and what supports it (nil for the persona's phrases).
    /// - Returns: whether any supported sentence was shown. Phrases are only shown together with one.
    func verify(
        _ pieces: AsyncThrowingStream<String, any Error>, show: (String, Evidence?) -> Void
    ) async throws -> Bool {
        var text = ""
        var waiting: [String] = []
        var used: Set<String> = []
        var isSupported = false
        func take(_ sentence: String) {
            var rest = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
            while let phrase = phrases.first(where: { rest.hasPrefix($0) }) {
                rest = String(rest.dropFirst(phrase.count)).trimmingCharacters(in: .whitespaces)
                waiting.append(phrase)
            }
            guard !rest.isEmpty, let (shown, support) = verified(rest, used) else { return }
            for phrase in waiting { show(phrase, nil) }
            waiting = []
            used.insert(support.sentence)
            isSupported = true
            show(shown, support)
        }
        for try await piece in pieces {
            text += piece
            let sentences = Sentences.split(text)
            // The last one may go on.
            guard sentences.count > 1, let last = sentences.last else { continue }
            for sentence in sentences.dropLast() { take(sentence) }
            text = last + (text.hasSuffix(" ") ? " " : "")
        }
        for sentence in Sentences.split(text) { take(sentence) }
        // Phrases without a statement are no answer.
        if !isSupported { waiting = [] }
        for best in bestOfPassages where !used.contains(best.sentence) {
            show(best.sentence, best)
            isSupported = true
        }
        // A closer after the last sentence.
        for phrase in waiting { show(phrase, nil) }
        return isSupported
    }

    private var bestOfPassages: [Evidence] {
        var seen: Set<String> = []
        return evidence.filter { seen.insert($0.passage.id).inserted }
    }

    /// The sentence with its support, or a quotation in its stead.
    private func verified(_ sentence: String, _ used: Set<String>) -> (String, Evidence)? {
        let isQuotation = evidence.contains { $0.sentence == sentence }
        let isAllowed = !IdentityFilter.speaksAsPerson(sentence) && check.isStatement(sentence, beyond: question)
        if isQuotation || isAllowed, let support = check.support(of: sentence, in: evidence) {
            return used.contains(sentence) ? nil : (sentence, support)
        }
        guard let quotation = evidence.first(where: { !used.contains($0.sentence) }) else { return nil }
        return (quotation.sentence, quotation)
    }
}
