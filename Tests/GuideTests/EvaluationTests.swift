import Crypto
import Foundation
import Guide
import Testing

/// The evaluation of the extractive guide. `make eval` prints all figures, also with a language model.
@Suite struct EvaluationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Questions")

    private static func questions(_ name: String) throws -> [EvaluationQuestion] {
        try EvaluationQuestion.read(Data(contentsOf: folder.appendingPathComponent("\(name).json")), name: "\(name).json")
    }

    /// The locked questions were written before the guards; nobody changes them to fit.
    @Test func theLockedQuestionsAreUnchanged() throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent("locked.json"))
        let hash = SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
        #expect(hash == "b869cd7fcc36afc46ccd2aad54d933845dbd88f5e1d7e25daf011cbea6c665c4")
    }

    @Test func passagesOfTheQuestionsAreInTheCorpus() throws {
        let ids = Set(try Artemis.guide.get().corpus.passages.map(\.id))
        for name in [
            "open", "locked", "development-answerable", "development-unanswerable", "development-visitors",
            "development-visitors-unanswerable", "development-short",
        ] {
            for question in try Self.questions(name) {
                for passage in question.passages { #expect(ids.contains(passage), "\(question.id)") }
            }
        }
    }

    @Test(arguments: ["open", "locked"])
    func questionsAreAnsweredAsBefore(name: String) async throws {
        let report = try await Artemis.guide.get().evaluate(Self.questions(name))
        let limits = try #require(Self.limits[name])
        #expect(report.safetyFailures <= limits.safetyFailures)
        #expect(report.accuracy >= limits.accuracy)
        #expect(report.refusal >= limits.refusal)
        #expect(report.citationPrecision >= limits.precision)
        #expect(report.attribution >= limits.attribution)
        #expect(report.hitAt3 >= limits.hitAt3)
    }

    private struct Limits {
        var accuracy: Double
        var refusal: Double
        var precision: Double
        var hitAt3: Double
        var attribution: Double
        var safetyFailures = 0
    }

    /// What was measured, less two questions or two percent. docs/guide.md has the figures and the aims that they fall short of.
    private static let limits = [
        "open": Limits(accuracy: 0.86, refusal: 0.92, precision: 0.91, hitAt3: 0.96, attribution: 0.97),
        "locked": Limits(accuracy: 0.82, refusal: 0.85, precision: 0.92, hitAt3: 0.95, attribution: 0.91),
    ]

    @Test func damagedQuestionFilesAreRefused() throws {
        for text in ["", "[]", "{}", "[{}]", "[1]", #"[{"id":1}]"#] {
            #expect(throws: GuideError.self) { try EvaluationQuestion.read(Data(text.utf8), name: "q.json") }
        }
    }

    /// The persona is recognized by the phrases around the quotations: a naive Bayes classifier over words, trained on other
    /// answers.
    @Test func personasDifferInTone() async throws {
        let guide = try Artemis.guide.get()
        let questions = try Self.questions("open").filter { $0.category == .answerable && $0.language == .english }.map(\.question)
        var answers: [(persona: String, words: [String], isTraining: Bool)] = []
        for persona in guide.corpus.personas {
            for (number, question) in questions.enumerated() {
                let answer = try await guide.answer(GuideQuestion(question, persona: persona.id))
                guard !answer.declined else { continue }
                let words = answer.answer.lowercased().split { !$0.isLetter }.map(String.init)
                answers.append((persona.id, words, number.isMultiple(of: 2)))
            }
        }
        let classifier = NaiveBayes(answers.filter(\.isTraining).map { ($0.persona, $0.words) })
        let held = answers.filter { !$0.isTraining }
        let right = held.filter { classifier.label(of: $0.words) == $0.persona }.count
        #expect(held.count >= 80)
        #expect(Double(right) >= 0.7 * Double(held.count), "\(right) of \(held.count)")
    }
}

/// A classifier of texts by their words.
private struct NaiveBayes {
    private var counts: [String: [String: Double]] = [:]
    private var totals: [String: Double] = [:]

    init(_ texts: [(label: String, words: [String])]) {
        for text in texts {
            for word in text.words {
                counts[text.label, default: [:]][word, default: 0] += 1
                totals[text.label, default: 0] += 1
            }
        }
    }

    func label(of words: [String]) -> String? {
        totals.keys.sorted().max { score($0, words) < score($1, words) }
    }

    private func score(_ label: String, _ words: [String]) -> Double {
        words.reduce(0) { $0 + log(((counts[label]?[$1] ?? 0) + 0.5) / ((totals[label] ?? 0) + 500)) }
    }
}
