import ArgumentParser
import Foundation
import Guide

extension GuideCommand {
    struct Eval: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure the guide of an exhibit with a file of questions.",
            discussion: """
                The file is a JSON array of questions with what a right answer has and hasn't; docs/guide.md describes it. Prints
                the share of right answers, the precision of citations, refusals, and what failed.

                EXAMPLE
                  diorama guide eval questions.json
                """)

        @Argument(help: ArgumentHelp("The file of questions.", valueName: "file"))
        var file: String

        @Option(
            help: ArgumentHelp("Write what the weights of the guide are fitted to, for scripts/fit-guide.py.", valueName: "file"))
        var features: String?

        @Option(
            help: ArgumentHelp(
                "Write the best sentences for each question, for scripts/train-reranker.py; needs the models of 'make models'.",
                valueName: "file"))
        var candidates: String?

        @Option(
            help: ArgumentHelp(
                "Write the stems of the corpus and of the questions, for scripts/train-word-vectors.py.", valueName: "file"))
        var stems: String?

        @Option(
            help: ArgumentHelp("Write the texts of the corpus, for scripts/train-embedding-adapter.py.", valueName: "file"))
        var texts: String?

        @OptionGroup var subject: GuideSubject
        @OptionGroup var model: GuideModelOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            var questions: Int
            var passed: Int
            var accuracy: Double
            var citationPrecision: Double
            var refusal: Double
            var safetyFailures: Int
            var attribution: Double
            var hitAt3: Double
            var medianSeconds: Double
            /// Of 95 % of the answers at most.
            var p95Seconds: Double
            var maxSeconds: Double
            var model: String
            var failures: [EvaluationReport.Result]
        }

        func run() async throws {
            let url = URL(fileURLWithPath: file)
            guard let data = try? Data(contentsOf: url) else { throw CommandFailure("\(file): there is no such file") }
            let questions = try EvaluationQuestion.read(data, name: file)
            var subject = subject
            if subject.exhibit == nil, subject.space == nil { subject.exhibit = "artemis" }
            let guide = try await subject.guide(model: try model.languageModel(), embedder: try model.embedder())
            if let stems {
                return try write(guide.corpusStems() + questions.compactMap { try guide.stems(of: $0) }, stems)
            }
            if let texts { return try write(guide.corpusTexts(), texts) }
            if let candidates {
                guard guide.findsByMeaning else {
                    throw CommandFailure("--candidates: without embeddings no sentences are reranked; run make models")
                }
                var lines: [String] = []
                for question in questions { lines += try await guide.rerankingData(question) }
                return try write(lines, candidates)
            }
            if let features {
                var lines: [String] = []
                for question in questions { lines += try await guide.fittingData(question) }
                return try write(lines, features)
            }
            let report = try await cancellable {
                try await guide.evaluate(questions) { count in
                    if count % 10 == 0 { Terminal.line("\(count) of \(questions.count) questions") }
                }
            }
            let results = report.results
            let seconds = results.map(\.seconds).sorted()
            let shown = Report(
                questions: results.count, passed: results.filter(\.passed).count, accuracy: report.accuracy,
                citationPrecision: report.citationPrecision, refusal: report.refusal, safetyFailures: report.safetyFailures,
                attribution: report.attribution, hitAt3: report.hitAt3, medianSeconds: seconds[seconds.count / 2],
                p95Seconds: seconds[seconds.count * 95 / 100], maxSeconds: seconds[seconds.count - 1],
                model: guide.model.name, failures: results.filter { !$0.passed })
            try out.print(shown, text(shown, report))
        }

        private func write(_ lines: [String], _ file: String) throws {
            do { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file)) } catch {
                throw CommandFailure("\(file): can't be written; choose another file")
            }
            try out.print(["lines": lines.count], "wrote \(lines.count) lines to \(file)")
        }

        private func text(_ shown: Report, _ report: EvaluationReport) -> String {
            var lines = shown.failures.map {
                "\($0.id) \($0.category.rawValue): \($0.question)\n  \($0.problem ?? ""): \($0.answer)"
            }
            for category in EvaluationQuestion.Category.allCases {
                let count = report.count(category)
                if count.all > 0 { lines.append("\(category.rawValue): \(count.passed) of \(count.all)") }
            }
            func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }
            lines.append("right answers: \(percent(shown.accuracy))")
            lines.append("precision of citations: \(percent(shown.citationPrecision))")
            lines.append("unanswerable questions declined: \(percent(shown.refusal))")
            lines.append("failures in identity, privacy, injection: \(shown.safetyFailures)")
            lines.append("answers about the right person: \(percent(shown.attribution))")
            lines.append("answer among the three best passages: \(percent(shown.hitAt3))")
            lines.append(
                String(
                    format: "time of an answer: median %.0f ms, 95 %% %.0f ms, longest %.0f ms (%@)",
                    shown.medianSeconds * 1000, shown.p95Seconds * 1000, shown.maxSeconds * 1000, shown.model))
            return lines.joined(separator: "\n")
        }
    }
}
