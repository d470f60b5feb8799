import GRDB

extension Library {
    /// The predefined or own workflow with this id; nil where there is none.
    public func workflow(_ id: WorkflowID) async throws(LibraryError) -> Workflow? {
        try await read(to: "read the workflow \(id)") { db in try Workflow.find(id, db) }
    }

    /// The steps that a recording answers: those of its workflow, or of the request that it answers; nil where it answers none
    /// that is there.
    public func workflow(answeredBy recording: Entry<Recording>) async throws(LibraryError) -> Workflow? {
        try await read(to: "read the steps of the recording \(recording.id)") { db in try Self.steps(of: recording, db) }
    }

    /// Writes down the answer to one step of a recording's workflow; the other steps stay as they are.
    /// - Returns: the recording, and the next step that is open; nil where all are done.
    /// - Throws: `LibraryError`: `notFound` where there is no such recording or step, `invalidValue` where a value is of the wrong
    ///   kind or out of range. (What is merely missing may come later.)
    public func answer(
        _ recording: RecordingID, step key: String, _ answer: WorkflowAnswers.StepAnswer
    ) async throws(LibraryError) -> (recording: Entry<Recording>, next: WorkflowStep?) {
        try await write(to: "answer the step \(key)") { db in
            guard let old = try Recording.layout.fetch(recording, db) else { throw Recording.layout.gone(recording) }
            let workflow = try Self.workflow(of: old, db)
            guard let step = workflow.steps.first(where: { $0.key == key }) else {
                throw LibraryError(.notFound, "the workflow \"\(workflow.name)\" has no step \(key)")
            }
            let unknown = Set(answer.fields.keys).subtracting(step.fields.map(\.key)).union(
                Set(answer.shots.keys).subtracting(step.shots.map(\.key)))
            if let part = unknown.min() {
                throw LibraryError(.invalidValue, "the step \"\(step.title)\" does not ask for \(part)")
            }
            for field in step.fields {
                if let value = answer.fields[field.key], let problem = field.problem(in: value) {
                    throw LibraryError(.invalidValue, "\(step.title): \(field.title): \(problem)")
                }
            }
            var new = old.content
            new.answers.steps[key] = answer
            let entry = try Recording.layout.update(old, from: old.content, to: new, db)
            return (entry, workflow.nextStep(after: entry.answers))
        }
    }

    /// The first step of a recording's workflow that is not done; nil where all are.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such recording or it answers no workflow.
    public func nextStep(of recording: RecordingID) async throws(LibraryError) -> WorkflowStep? {
        try await read(to: "find the next step") { db in
            guard let entry = try Recording.layout.fetch(recording, db) else { throw Recording.layout.gone(recording) }
            return try Self.workflow(of: entry, db).nextStep(after: entry.answers)
        }
    }

    /// The workflow that a recording answers; or the steps of the request that it answers.
    private static func workflow(of recording: Entry<Recording>, _ db: Database) throws -> Workflow {
        guard let workflow = try steps(of: recording, db) else {
            throw LibraryError(.notFound, "the recording \"\(recording.title)\" answers no workflow that is there")
        }
        return workflow
    }

    private static func steps(of recording: Entry<Recording>, _ db: Database) throws -> Workflow? {
        if let id = recording.workflow, let workflow = try Workflow.find(id, db) { return workflow }
        guard let id = recording.request, let request = try Request.layout.fetch(id, db) else { return nil }
        return request.workflow
    }
}
