import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

/// What answers one step of a recording; `request answer`, `recording add` and `recording answer` share it.
struct StepArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The key of the step; the first open step by default.", valueName: "name"))
    var step: String?

    @Option(
        name: .customLong("field"),
        help: ArgumentHelp("Key and value of a field; can be given several times.", valueName: "name=text"))
    var fields: [String] = []

    @Option(
        name: .customLong("file"),
        help: ArgumentHelp("Key of a shot and a file for it; can be given several times.", valueName: "name=file"))
    var files: [String] = []

    /// Saves what was given; without fields and files only the name of the step is checked.
    /// - Returns: the recording as it now is.
    func save(
        in before: RecordingCatalogue.Details, _ catalogue: RecordingCatalogue
    ) async throws -> RecordingCatalogue.Details {
        let named = try step.map { try Self.step($0, of: before) }
        if fields.isEmpty, files.isEmpty { return before }
        guard let step = named ?? before.next ?? before.workflow?.steps.first else {
            throw CommandFailure("there are no steps to answer")
        }
        let shots = try files.map { try Self.pair($0, "--file") }.map { name, path in
            guard let shot = step.shots.first(where: { $0.key == name }) else {
                throw CommandFailure("the step \(step.key) has no shot \"\(name)\"\(Self.known(step.shots.map(\.key)))")
            }
            return (shot.key, ThingFile(url: URL(fileURLWithPath: path), kind: shot.kind))
        }
        // Values are checked before a file is added.
        var values = before.answers.steps[step.key]?.fields ?? [:]
        for (name, text) in try fields.map({ try Self.pair($0, "--field") }) {
            guard let field = step.fields.first(where: { $0.key == name }) else {
                throw CommandFailure("the step \(step.key) has no field \"\(name)\"\(Self.known(step.fields.map(\.key)))")
            }
            values[name] = text.isEmpty ? nil : try Self.value(text, of: field)
        }
        var answer = before.answers.steps[step.key] ?? .init()
        answer.fields = values
        var details = before
        if !fields.isEmpty { details = try await catalogue.answer(before.recording.id, step: step.key, answer) }
        for (shot, file) in shots {
            details = try await catalogue.add([file], to: before.recording.id, step: step.key, shot: shot)
        }
        return details
    }

    private static func step(_ key: String, of details: RecordingCatalogue.Details) throws -> WorkflowStep {
        let steps = details.workflow?.steps ?? []
        guard let step = steps.first(where: { $0.key == key }) else {
            throw CommandFailure("there is no step \"\(key)\"\(known(steps.map(\.key)))")
        }
        return step
    }

    private static func known(_ keys: [String]) -> String {
        keys.isEmpty ? "" : "; there are \(keys.joined(separator: ", "))"
    }

    private static func pair(_ text: String, _ option: String) throws -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "=") else {
            throw CommandFailure("\(option) must be a key, = and a value, not \"\(text)\"")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func value(_ text: String, of field: WorkflowStep.Field) throws -> FieldValue {
        let option = "the field \(field.key)"
        switch field.kind {
        case .text, .choice: return .text(text)
        case .date: return .date(try DayArgument.date(text, of: option))
        case .money: return .money(try MoneyArgument.money(text, of: option))
        case .number:
            guard let number = Double(text), number.isFinite else {
                throw CommandFailure("\(option) must be a number, not \"\(text)\"")
            }
            return .number(number)
        case .flag:
            guard ["yes", "no"].contains(text) else { throw CommandFailure("\(option) must be yes or no, not \"\(text)\"") }
            return .flag(text == "yes")
        }
    }
}
