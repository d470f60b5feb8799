import Foundation
import Guide
import Testing

@Suite struct ConversationStoreTests {
    private let folder: ScratchFolder
    private let store: ConversationStore

    init() throws {
        folder = try ScratchFolder()
        store = ConversationStore(libraryFolder: folder.url)
    }

    private func answer(_ text: String) async throws -> GuideAnswer {
        var answer = try await Artemis.ask("How tall is the rocket?")
        answer.answer = text
        return answer
    }

    @Test func keepsMessagesInTheirOrder() async throws {
        let id = try #require(try store.add("First?", try await answer("One."), to: nil, about: "exhibit:artemis", owner: "ada"))
        #expect(try store.add("Second?", try await answer("Two."), to: id, about: "exhibit:artemis", owner: "ada") == id)
        #expect(try store.history(of: id, owner: "ada") == ["First?", "Second?"])
        let found = try #require(try store.conversation(id, owner: "ada"))
        #expect(found.conversation.title == "First?")
        #expect(found.conversation.count == 2)
        #expect(found.messages.map(\.number) == [1, 2])
        #expect(found.messages[1].answer.answer == "Two.")
        let earlier = try #require(try store.conversation(id, owner: "ada", before: 2))
        #expect(earlier.messages.map(\.number) == [1])
        let text = found.conversation.markdown(found.messages, notice: "Simulated")
        #expect(text.contains("**First?**") && text.contains("Simulated") && text.contains("> [1]"))
    }

    @Test func othersSeeNothing() async throws {
        let id = try #require(try store.add("Secret?", try await answer("One."), to: nil, about: "library", owner: "ada"))
        #expect(try store.conversation(id, owner: "ben") == nil)
        #expect(try store.history(of: id, owner: "ben") == nil)
        #expect(try store.add("Mine?", try await answer("Two."), to: id, about: "library", owner: "ben") == nil)
        #expect(try store.list(owner: "ben").conversations.isEmpty)
        #expect(try store.delete(id, owner: "ben") == false)
        #expect(try store.deleteAll(owner: "ben") == 0)
        #expect(try store.conversation(id, owner: "ada") != nil)
    }

    @Test func isSearchedAndPaged() async throws {
        for number in 1...5 {
            _ = try store.add(
                "Question \(number)?", try await answer("A crème brûlée \(number)."), to: nil, about: "library", owner: "ada")
        }
        #expect(try store.list(owner: "ada", search: "creme").conversations.count == 5)
        #expect(try store.list(owner: "ada", search: "\"4\" OR").conversations.isEmpty)
        let four = try store.list(owner: "ada", search: "brul").conversations
        #expect(four.count == 5 && four.allSatisfy { $0.excerpt?.contains("brûlée") == true })
        var seen: [String] = []
        var next: String?
        repeat {
            let page = try store.list(owner: "ada", after: next, limit: 2)
            seen += page.conversations.map(\.title)
            next = page.next
        } while next != nil
        #expect(seen == ["Question 5?", "Question 4?", "Question 3?", "Question 2?", "Question 1?"])
        #expect(try store.list(owner: "ada", about: "exhibit:artemis").conversations.isEmpty)
        #expect(throws: GuideError.self) { try store.list(owner: "ada", after: "x") }
    }

    /// Deleted words are in no file any more.
    @Test func deletedMeansGone() async throws {
        let id = try #require(try store.add("Xylophonmuseum?", try await answer("One."), to: nil, about: "library", owner: "ada"))
        #expect(try store.delete(id, owner: "ada"))
        #expect(try store.list(owner: "ada", search: "xylophonmuseum").conversations.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.url.appendingPathComponent("guide"), includingPropertiesForKeys: nil)
        for file in files {
            let data = try Data(contentsOf: file)
            #expect(data.range(of: Data("ylophonmuseum".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test func aDamagedFileIsReported() throws {
        let other = try ScratchFolder()
        let guide = other.url.appendingPathComponent("guide")
        try FileManager.default.createDirectory(at: guide, withIntermediateDirectories: true)
        try Data("text that is longer than the header of a database file".utf8).write(
            to: guide.appendingPathComponent("conversations.sqlite"))
        #expect(throws: GuideError.self) { try ConversationStore(libraryFolder: other.url).list(owner: "ada") }
    }

    @Test func readingCreatesNoFile() throws {
        #expect(try store.list(owner: "ada").conversations.isEmpty)
        #expect(try store.deleteAll(owner: "ada") == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("guide").path))
    }
}
