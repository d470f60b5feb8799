import DioramaLibrary
import Foundation

/// The recordings of a library: what was photographed and written down of a space or a thing, step by step.
public struct RecordingCatalogue: Sendable {
    let library: Library
    let media: MediaStore

    /// The recordings of `library`; `media` downloads originals that another device added and makes previews.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
    }

    /// A recording with everything that belongs to it.
    public struct Details: Sendable, Equatable {
        /// The recording.
        public let recording: Entry<Recording>
        /// The steps that it answers; nil where it answers none that are there.
        public let workflow: Workflow?
        /// Its files that are not in the trash, in their order.
        public let media: [Entry<Media>]
        /// Whether a contact made it: then it can't be changed here.
        public let isReceived: Bool

        /// The files of a shot of a step, in the order of the answer; those that are gone are left out.
        public func files(_ shot: WorkflowStep.Shot, of step: WorkflowStep) -> [Entry<Media>] {
            let ids = recording.answers.steps[step.key]?.shots[shot.key] ?? []
            return ids.compactMap { id in media.first { $0.id == id } }
        }

        /// The answers without files that are gone.
        public var answers: WorkflowAnswers {
            let present = Set(media.map(\.id))
            var answers = recording.answers
            for (key, step) in answers.steps {
                answers.steps[key]?.shots = step.shots.mapValues { ids in ids.filter { present.contains($0) } }
            }
            return answers
        }

        /// What is missing or wrong, in the order of the steps.
        public var problems: [WorkflowProblem] { workflow?.problems(in: answers) ?? [] }

        /// The first step that is not done; nil where all are.
        public var next: WorkflowStep? { workflow?.nextStep(after: answers) }

        /// Number of steps that are done.
        public var doneSteps: Int {
            workflow?.steps.count { $0.problems(in: answers.steps[$0.key]).isEmpty } ?? 0
        }
    }

    /// A page of recordings.
    public struct Page: Sendable, Equatable {
        /// The recordings, the latest first.
        public let recordings: [Entry<Recording>]
        /// Where the next page begins; nil on the last.
        public let next: Cursor<Recording>?
        /// Number of recordings on all pages.
        public let total: Int
    }

    /// A page of recordings that are not in the trash, the latest first.
    /// - Parameter limit: 1 to 200.
    public func list(
        _ conditions: [Condition<Recording>] = [], after cursor: Cursor<Recording>? = nil, limit: Int = 50
    ) async throws -> Page {
        let page = try await library.recordings.list(conditions, after: cursor, limit: limit)
        return Page(recordings: page.entries, next: page.next, total: try await library.recordings.count(conditions))
    }

    /// A recording with everything that belongs to it, also from the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func details(_ id: RecordingID) async throws -> Details {
        let entry = try await recording(id)
        let files = try await ThingCatalogue(library: library, media: media).all(library.media, [.recording(id)], by: .position)
        var isReceived = false
        if let account = entry.account { isReceived = try await library.accounts.get(account) == nil }
        return Details(
            recording: entry, workflow: try await library.workflow(answeredBy: entry), media: files, isReceived: isReceived)
    }

    /// The recording, also from the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func recording(_ id: RecordingID) async throws -> Entry<Recording> {
        guard let entry = try await library.recordings.get(id) else { throw Self.notFound("\(id)") }
        return entry
    }

    /// The recording that a person means: by its id, or by its title where only one has it.
    /// - Throws: `SpacesError`: `notFound`, or `invalidInput` where several recordings have the title.
    public func recording(named text: String) async throws -> Entry<Recording> {
        if let id = RecordingID(text), let entry = try await library.recordings.get(id) { return entry }
        let found = try await library.recordings.list([.text(text)], limit: 200).entries
        let exact = found.filter { $0.title.compare(text, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame }
        if exact.count > 1 {
            throw SpacesError(
                .invalidInput, "\(exact.count) recordings are named \"\(text)\"",
                remedy: "give the id: " + exact.prefix(5).map(\.id.description).joined(separator: ", "))
        }
        guard let entry = exact.first else { throw Self.notFound("\"\(text)\"") }
        return entry
    }

    private static func notFound(_ what: String) -> SpacesError {
        SpacesError(.notFound, "there is no recording \(what)", remedy: "'diorama recording list' prints the recordings")
    }

    /// Adds a recording without answers.
    /// - Throws: `LibraryError`: `invalidValue` for what can't be kept, `notFound` where it names what is not there.
    public func add(_ recording: Recording) async throws -> Details {
        try await details(try await library.recordings.add(recording).id)
    }

    /// Changes a recording as it is now.
    /// - Parameters:
    ///   - id: the recording.
    ///   - seen: what the caller has seen of it; nil changes it whatever it is.
    ///   - change: the change, which runs within the transaction.
    /// - Throws: `SpacesError`: `notFound`, `conflict` where it is not as it was seen; what `change` throws; `LibraryError` where a
    ///   value can't be kept.
    public func edit(
        _ id: RecordingID, expecting seen: Recording? = nil, _ change: @escaping @Sendable (inout Recording) throws -> Void
    ) async throws -> Details {
        _ = try await recording(id)
        let entry = SeenEntry(seen)
        _ = try await library.recordings.update(id) { recording in try entry.change(&recording, change) }
        try entry.check()
        return try await details(id)
    }

    /// Puts a recording into the trash, with its files.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func trash(_ id: RecordingID) async throws {
        if try await library.recordings.trash([id]).isEmpty { throw Self.notFound("\(id) outside the trash") }
    }

    // MARK: Answers

    /// Replaces the answer to one step; the other steps stay as they are. What is merely missing may come later.
    /// - Throws: `SpacesError`: `notFound` for the recording, `invalidInput` for a file that is not the recording's or of another
    ///   kind than the shot; `LibraryError` for a step, field or value that the workflow doesn't have.
    public func answer(_ id: RecordingID, step: String, _ answer: WorkflowAnswers.StepAnswer) async throws -> Details {
        let before = try await details(id)
        for (key, files) in answer.shots {
            let shot = before.workflow?.steps.first { $0.key == step }?.shots.first { $0.key == key }
            for file in files {
                guard let media = before.media.first(where: { $0.id == file }) else {
                    throw SpacesError(.invalidInput, "the recording has no such file", at: key, remedy: "add the file first")
                }
                guard shot == nil || shot?.kind == media.kind else {
                    throw SpacesError(.invalidInput, "\(media.fileName) is not a \(shot?.kind.rawValue ?? "")", at: key)
                }
            }
        }
        _ = try await library.answer(id, step: step, answer)
        return try await details(id)
    }

    /// Adds files to a shot of a step; all or none.
    /// - Parameter files: their kinds are those that the shot asks for.
    /// - Throws: `SpacesError`: `notFound` for the recording or shot, `invalidInput` that names the file that can't be added.
    public func add(_ files: [ThingFile], to id: RecordingID, step: String, shot: String) async throws -> Details {
        let before = try await details(id)
        guard let asked = before.workflow?.steps.first(where: { $0.key == step })?.shots.first(where: { $0.key == shot }) else {
            throw SpacesError(.notFound, "the recording's steps have no such shot")
        }
        if let wrong = files.first(where: { $0.kind != asked.kind }) {
            throw SpacesError(.invalidInput, "a \(asked.kind.rawValue) is asked for", input: wrong.name)
        }
        let added = try await store(files, in: id, after: before.media)
        var answer = before.answers.steps[step] ?? .init()
        answer.shots[shot, default: []] += added.map(\.id)
        _ = try await library.answer(id, step: step, answer)
        return try await details(id)
    }

    /// Adds files to a recording that belong to no step; all or none.
    /// - Throws: `SpacesError`: `notFound`, `invalidInput` that names the file that can't be added.
    public func add(_ files: [ThingFile], to id: RecordingID) async throws -> Details {
        let before = try await details(id)
        _ = try await store(files, in: id, after: before.media)
        return try await details(id)
    }

    private func store(_ files: [ThingFile], in id: RecordingID, after present: [Entry<Media>]) async throws -> [Entry<Media>] {
        let drafts = try await ThingCatalogue.checked(files)
        let last = present.map(\.position).max() ?? -1
        let placed = zip(drafts, files).enumerated().map { i, pair in
            var media = pair.0
            media.recording = id
            media.position = last + 1 + i
            return (media: media, file: pair.1.url)
        }
        let added = try await library.add(placed, areConsumed: files.allSatisfy(\.isConsumed))
        for entry in added { await media.prepare(entry.hash, contentType: entry.contentType) }
        return added
    }

    /// A file of a recording that is not in the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func file(_ file: MediaID, of id: RecordingID) async throws -> Entry<Media> {
        guard let entry = try await library.media.get(file), entry.recording == id, entry.trashed == nil else {
            throw SpacesError(.notFound, "the recording has no such file")
        }
        return entry
    }

    /// Puts a file of a recording into the trash; restored, it is in its step again.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func remove(_ file: MediaID, of id: RecordingID) async throws -> Details {
        _ = try await self.file(file, of: id)
        _ = try await library.media.trash([file])
        return try await details(id)
    }
}
