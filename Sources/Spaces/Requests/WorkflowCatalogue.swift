import DioramaLibrary
import Foundation

/// The workflows of a library: those that come with the program, and the library's own.
public struct WorkflowCatalogue: Sendable {
    let library: Library

    /// The workflows of `library`.
    public init(library: Library) { self.library = library }

    /// A workflow in a list.
    public struct Item: Sendable, Equatable {
        /// Its id.
        public let id: WorkflowID
        /// Name, purpose and steps.
        public let workflow: Workflow
        /// When it was changed; nil for one that comes with the program, which can't be.
        public let modified: Date?
        /// When it was put into the trash; nil where it is not there.
        public let trashed: Date?

        /// Whether it comes with the program.
        public var isPredefined: Bool { modified == nil }

        init(_ workflow: PredefinedWorkflow) {
            id = workflow.id
            self.workflow = workflow.workflow
            modified = nil
            trashed = nil
        }

        init(_ entry: Entry<Workflow>) {
            id = entry.id
            workflow = entry.content
            modified = entry.modified
            trashed = entry.trashed
        }
    }

    /// A page of the library's own workflows.
    public struct Page: Sendable, Equatable {
        /// The workflows, the latest first.
        public let items: [Item]
        /// Where the next page begins; nil on the last.
        public let next: Cursor<Workflow>?
    }

    /// The workflows that come with the program.
    public static let predefined = Workflow.predefined.map(Item.init)

    /// A page of the library's own workflows that are not in the trash, the latest first.
    /// - Parameter limit: 1 to 200.
    public func list(after cursor: Cursor<Workflow>? = nil, limit: Int = 50) async throws -> Page {
        let page = try await library.workflows.list(after: cursor, limit: limit)
        return Page(items: page.entries.map(Item.init), next: page.next)
    }

    /// A workflow, predefined or own, also from the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func workflow(_ id: WorkflowID) async throws -> Item {
        if let item = Self.predefined.first(where: { $0.id == id }) { return item }
        guard let entry = try await library.workflows.get(id) else { throw Self.notFound("\(id)") }
        return Item(entry)
    }

    /// The workflow that a person means: by its id, or by its name where only one has it.
    /// - Throws: `SpacesError`: `notFound`, or `invalidInput` where several workflows have the name.
    public func workflow(named text: String) async throws -> Item {
        if let id = WorkflowID(text), let item = try? await workflow(id) { return item }
        var found = Self.predefined
        var next: Cursor<Workflow>?
        repeat {
            let page = try await list(after: next, limit: 200)
            found += page.items
            next = page.next
        } while next != nil
        let named = found.filter {
            $0.workflow.name.compare(text, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
        }
        if named.count > 1 {
            throw SpacesError(
                .invalidInput, "\(named.count) workflows are named \"\(text)\"",
                remedy: "give the id: " + named.prefix(5).map(\.id.description).joined(separator: ", "))
        }
        guard let item = named.first else { throw Self.notFound("\"\(text)\"") }
        return item
    }

    /// Adds a workflow.
    /// - Throws: `SpacesError` of kind `invalidInput`; `LibraryError`: `invalidValue` for what can't be kept, `notIncluded` where
    ///   the account's tier has no own workflows.
    public func add(_ document: WorkflowDocument) async throws -> Item {
        let account = try await library.activeAccount()?.id
        return Item(try await library.workflows.add(try document.workflow(of: account)))
    }

    /// Changes a workflow as it is now. Recordings that answer it keep their answers.
    /// - Parameters:
    ///   - id: the workflow.
    ///   - seen: what the caller has seen of it; nil changes it whatever it is.
    ///   - document: what it has; the rest stays.
    /// - Throws: `SpacesError`: `notFound`, `notPossible` for a predefined one, `conflict` where it is not as it was seen; those of
    ///   `add`.
    public func edit(_ id: WorkflowID, expecting seen: Workflow? = nil, _ document: WorkflowDocument) async throws -> Item {
        try Self.checkOwn(id)
        // What can't be read is refused before the library is asked.
        var trial = Workflow(name: "", steps: [])
        try document.change(&trial)
        let former = SeenEntry(seen)
        let edited = try await library.workflows.update(id) { workflow in
            try former.change(&workflow) { try document.change(&$0) }
        }
        guard let entry = edited else { throw Self.notFound("\(id)") }
        try former.check()
        return Item(entry)
    }

    /// Adds a copy of a workflow, which can be changed, also of a predefined one.
    /// - Parameter name: of the copy; nil for the name with "(copy)".
    public func copy(_ id: WorkflowID, name: String? = nil) async throws -> Item {
        var copy = try await workflow(id).workflow
        copy.name = name ?? "\(copy.name.prefix(190)) (copy)"
        copy.account = try await library.activeAccount()?.id
        return Item(try await library.workflows.add(copy))
    }

    /// Puts a workflow into the trash. Recordings that answer it stay readable.
    /// - Throws: `SpacesError`: `notFound`, `notPossible` for a predefined one.
    public func trash(_ id: WorkflowID) async throws {
        try Self.checkOwn(id)
        if try await library.workflows.trash([id]).isEmpty { throw Self.notFound("\(id)") }
    }

    private static func checkOwn(_ id: WorkflowID) throws {
        guard let item = predefined.first(where: { $0.id == id }) else { return }
        throw SpacesError(
            .notPossible, "\"\(item.workflow.name)\" comes with the program and can't be changed",
            remedy: "copy it, and change the copy")
    }

    private static func notFound(_ what: String) -> SpacesError {
        SpacesError(.notFound, "there is no workflow \(what)", remedy: "'diorama workflow list' prints the workflows")
    }
}
