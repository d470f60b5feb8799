import Foundation

/// What a recording answers to the steps of its workflow.
public struct WorkflowAnswers: Sendable, Hashable, Codable {
    /// By the keys of steps. What belongs to no step (any more) is kept.
    public var steps: [String: StepAnswer]

    /// Creates answers by the keys of steps.
    public init(steps: [String: StepAnswer] = [:]) { self.steps = steps }

    /// The answer to one step.
    public struct StepAnswer: Sendable, Hashable, Codable {
        /// By the keys of fields.
        public var fields: [String: FieldValue]
        /// The media that were taken, by the keys of shots.
        public var shots: [String: [MediaID]]

        /// Creates the answer to a step.
        public init(fields: [String: FieldValue] = [:], shots: [String: [MediaID]] = [:]) {
            self.fields = fields
            self.shots = shots
        }
    }

    /// Of any workflow: sizes and numbers.
    func checked() throws(LibraryError) -> WorkflowAnswers {
        if steps.count > 1000 { throw LibraryError(.invalidValue, "a recording can answer at most 1000 steps") }
        for (key, step) in steps {
            try Check.word(key, "a step's key")
            if step.fields.count > 1000 || step.shots.count > 1000 || step.shots.values.contains(where: { $0.count > 1000 }) {
                throw LibraryError(.invalidValue, "the answer to \(key) has more than 1000 fields or shots")
            }
            for (name, value) in step.fields {
                try Check.word(name, "a field's key")
                _ = try value.checked(name)
            }
            for name in step.shots.keys { try Check.word(name, "a shot's key") }
        }
        return self
    }
}

extension WorkflowAnswers: JSONCellValue {}

/// The first thing that is missing or wrong in an answer.
public struct WorkflowProblem: Sendable, Equatable, CustomStringConvertible {
    /// The key of the step.
    public let step: String
    /// The key of the field or shot.
    public let part: String
    /// What is wrong, in one line.
    public let description: String
}

extension WorkflowStep {
    /// What is missing or wrong in an answer to this step; empty where it is done.
    public func problems(in answer: WorkflowAnswers.StepAnswer?) -> [WorkflowProblem] {
        let shots = shots.compactMap { shot -> WorkflowProblem? in
            let taken = Set(answer?.shots[shot.key] ?? []).count
            if taken >= shot.count { return nil }
            return WorkflowProblem(
                step: key, part: shot.key, description: "\(title): \(shot.title): \(taken) of \(shot.count) \(shot.kind.rawValue)s")
        }
        let fields = fields.compactMap { field -> WorkflowProblem? in
            field.problem(in: answer?.fields[field.key]).map {
                WorkflowProblem(step: key, part: field.key, description: "\(title): \(field.title): \($0)")
            }
        }
        return shots + fields
    }
}

extension WorkflowStep.Field {
    /// What is wrong with a value of this field, or nil.
    func problem(in value: FieldValue?) -> String? {
        switch (kind, value) {
        case (_, nil): return isRequired ? "is missing" : nil
        case (.text, .text(let text)): return isRequired && text.allSatisfy(\.isWhitespace) ? "is empty" : nil
        case (.number, .number(let number)):
            if let minimum, number < minimum { return "is less than \(minimum)" }
            if let maximum, number > maximum { return "is more than \(maximum)" }
            return nil
        case (.choice, .text(let text)):
            return choices.contains(text) ? nil : "\"\(text)\" is none of \(choices.joined(separator: ", "))"
        case (.date, .date), (.flag, .flag), (.money, .money): return nil
        default: return "is no \(kind.rawValue)"
        }
    }
}

extension Workflow {
    /// What is missing or wrong in the answers, in the order of the steps.
    public func problems(in answers: WorkflowAnswers) -> [WorkflowProblem] {
        steps.flatMap { $0.problems(in: answers.steps[$0.key]) }
    }

    /// The first step that is not done; nil where all are.
    public func nextStep(after answers: WorkflowAnswers) -> WorkflowStep? {
        steps.first { !$0.problems(in: answers.steps[$0.key]).isEmpty }
    }
}
