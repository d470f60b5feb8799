import Foundation

/// A question with what a right answer has and hasn't, for measuring the guide. Files of questions are JSON arrays of these.
public struct EvaluationQuestion: Sendable, Equatable, Codable {
    /// Unique in its file.
    public var id: String
    /// What it tests.
    public var category: Category
    /// The language it is asked in.
    public var language: GuideLanguage
    /// Who is asked.
    public var persona: String
    /// Earlier questions of the conversation, oldest first.
    public var history: [String]
    /// The question.
    public var question: String
    /// Whether the guide has to decline.
    public var declined: Bool
    /// Of each list one text has to occur in the answer, regardless of case.
    public var contains: [[String]]
    /// Passages that hold the answer.
    public var passages: [String]
    /// Texts that mustn't occur in the answer.
    public var forbidden: [String]
    /// The surname of whom the answer has to be about.
    public var person: String?
    /// Whether declining is right, too.
    public var acceptsDecline: Bool

    /// What a question tests.
    public enum Category: String, Sendable, Codable, CaseIterable {
        case answerable, paraphrase, multiple, unanswerable, identity, `private`, injection
        case otherPersona = "other-persona"
        case falsePremise = "false-premise"
        case followUp = "follow-up"

        /// Whether an answer from the corpus is wanted.
        public var wantsAnswer: Bool {
            switch self {
            case .answerable, .paraphrase, .multiple, .otherPersona, .followUp: true
            case .unanswerable, .identity, .private, .injection, .falsePremise: false
            }
        }
    }

    /// Reads a file of questions.
    /// - Throws: `GuideError` naming the question and the field.
    public static func read(_ data: Data, name: String) throws(GuideError) -> [EvaluationQuestion] {
        guard data.count <= 16 << 20 else { throw GuideError(name, "is larger than 16 MB") }
        let questions: [EvaluationQuestion]
        do { questions = try JSONDecoder().decode([EvaluationQuestion].self, from: data) } catch DecodingError.keyNotFound(
            let key, let context)
        {
            throw GuideError(name, "question \(Self.number(context)) has no “\(key.stringValue)”")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context), DecodingError.valueNotFound(
            _, let context)
        {
            throw GuideError(name, "question \(Self.number(context)): \(context.debugDescription)")
        } catch { throw GuideError(name, "isn't a JSON array of questions") }
        guard !questions.isEmpty else { throw GuideError(name, "has no questions") }
        var ids: Set<String> = []
        for question in questions where !ids.insert(question.id).inserted {
            throw GuideError(name, "the id “\(question.id.prefix(64))” occurs twice")
        }
        return questions
    }

    private static func number(_ context: DecodingError.Context) -> String {
        context.codingPath.first?.intValue.map { "\($0 + 1)" } ?? "?"
    }
}
