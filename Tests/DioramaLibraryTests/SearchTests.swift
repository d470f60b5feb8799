import Foundation
import DioramaLibrary
import Testing
import Support

@Suite struct SearchTests {
    @Test func `the last word is a beginning, case and accents make no difference`() async throws {
        try await withLibrary { library, _ in
            _ = try await library.things.add([
                Thing(name: "Café table"), Thing(name: "Bohrmaschine", notes: "Übergröße"),
                Thing(name: "Table lamp", tags: ["Büro"]),
            ])
            for (text, titles) in [
                ("cafe", ["Café table"]), ("CAFÉ tab", ["Café table"]), ("caf ", []), ("caf", ["Café table"]),
                ("bohr", ["Bohrmaschine"]),
                ("ubergroße", ["Bohrmaschine"]), ("buro", ["Table lamp"]), ("tab lamp", []), ("table la", ["Table lamp"]),
                ("nothing", []),
            ] {
                #expect(try await library.search(text).map(\.title) == titles, "\(text)")
            }
            #expect(Set(try await library.search("table").map(\.title)) == ["Café table", "Table lamp"])
        }
    }

    @Test func `everything that has words is found, by its kind, and a match in the title comes first`() async throws {
        try await withLibrary { library, files in
            let space = try await library.add(SpaceDraft(name: "Harbour house"))
            let place = try await library.places.add(Place(name: "Harbour shelf"))
            let note = try await library.things.add(
                Thing(name: "Rope", notes: "Bought at the harbour. " + String(repeating: "Long. ", count: 100)))
            let thing = try await library.things.add(Thing(name: "Harbour lamp"))
            let recording = try await library.recordings.add(Recording(title: "Harbour at night", thing: thing.id))
            let memory = try await library.memories.add(Memory(title: "A day", text: "At the harbour"))
            let file = try makeFile("harbour.jpg", in: files)
            let media = try await library.add(
                Media(kind: .photo, contentType: "image/jpeg", fileName: "harbour.jpg", recording: recording.id), file: file)
            let hits = try await library.search("harbour")
            #expect(
                Set(hits.map(\.id))
                    == [
                        space.id.ksuid, place.id.ksuid, note.id.ksuid, thing.id.ksuid, recording.id.ksuid, memory.id.ksuid,
                        media.id.ksuid,
                    ])
            let things = try await library.search("harbour", in: [.thing])
            #expect(things.map(\.id) == [thing.id.ksuid, note.id.ksuid])
            #expect(things.last?.snippet.first { $0.isMatch }?.text == "harbour")
            #expect(things.last?.snippet.contains { $0.text.hasSuffix("…") } == true)
            #expect(try await library.search("harbour", in: [.memory, .place]).count == 2)
            #expect(try await library.search("harbour", limit: 3).count == 3)
            _ = try await library.rename(space.id, to: "Hill house")
            #expect(try await library.search("harbour", in: [.space]) == [])
            #expect(try await library.search("hill").map(\.kind) == [.space])
            #expect(try await library.trash(space.id))
            #expect(try await library.search("hill") == [])
            #expect(try await library.recordings.list([.text("harb")]).entries.map(\.id) == [recording.id])
        }
    }

    @Test func `the words of custom fields and answers are found, the punctuation of JSON is not`() async throws {
        try await withLibrary { library, _ in
            _ = try await library.things.add(
                Thing(name: "x", fields: [CustomField("Lent to", .text("Zoë \"the cat\"")), CustomField("Voltage", .number(18))]))
            for text in ["lent", "zoe", "cat", "voltage", "18"] { #expect(try await library.search(text).count == 1, "\(text)") }
            for text in ["number", "[", "\"", "text", "name"] { #expect(try await library.search(text).count == 0, "\(text)") }
        }
    }

    static let hostile = [
        "", " ", "\"", "\"\"\"", "*", "a*", "^a", "a AND", "AND OR NOT", "NEAR(a b, 5)", "title:a", "{title}:a", "-a", "a + b", "(",
        ")", "((((",
        "'; DROP TABLE things; --", "\0", "a\0b", "\u{202E}abc", "💥", "👨‍👩‍👧‍👦", "%", "_", "\\", "col : x", "a NOT b", "ﷺ", "İı",
        "e\u{301}",
        String(repeating: "a", count: 1_000_000), String(repeating: "a ", count: 100_000), String(repeating: "\"", count: 10_000),
        String(repeating: "e\u{301}", count: 10_000),
    ]

    @Test(arguments: hostile.indices)
    func `no text that can be typed is an error`(i: Int) async throws {
        let text = Self.hostile[i]
        try await withLibrary { library, _ in
            _ = try await library.things.add([Thing(name: "a b"), Thing(name: "AND OR NOT NEAR title")])
            _ = try await library.search(text)
            _ = try await library.search(text, in: SearchKind.allCases)
            _ = try await library.things.list([.text(text)], by: .name)
            _ = try await library.things.count([.text(text), .category(text), .tag(text)])
        }
    }

    @Test func `random text is no error either`() async throws {
        try await withLibrary { library, _ in
            _ = try await library.things.add((0..<20).map { Thing(name: "thing \($0)") })
            var random = SplitMix64(seed: 11)
            let scalars = "ab \"*^():-+{}'\\%_ANDORNOTéß\u{301}\u{0}\u{FFFF}\u{10FFFF}𝒳ก".unicodeScalars.map(String.init)
            for _ in 0..<300 {
                let text = (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in scalars.randomElement(using: &random) }
                    .joined()
                _ = try await library.search(text)
            }
        }
    }

    @Test func `the search follows whatever changes a row, and can be made anew`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let things = try await library.things.add((0..<50).map { Thing(name: "old \($0)", tags: ["t\($0 % 3)"]) })
            // As a merge of another device's changes does it, or a person with the sqlite3 program.
            try edit(folder, "UPDATE things SET name = 'new ' || name, tags = '[\"u\", 5, null]' WHERE id > '\(things[24].id)'")
            try edit(
                folder,
                "DELETE FROM things WHERE id = '\(things[49].id)'; UPDATE things SET trashed = 1 WHERE id = '\(things[48].id)'")
            #expect(try await library.things.count([.text("new")]) == 23)
            #expect(try await library.things.count([.text("old")]) == 48)
            #expect(try await library.things.count([.tag("u")]) == 23)
            #expect(try await library.search("new", limit: 200).count == 23)
            #expect(try library.verify().problems == [])
            try edit(folder, "DELETE FROM search_documents WHERE number % 2 = 0")
            #expect(try library.verify().problems.count == 1)
            try await library.rebuildSearch()
            #expect(try library.verify().problems == [])
            #expect(try await library.things.count([.text("new")]) == 23)
            #expect(try await library.things.list([.tag("u")], by: .name).entries.count == 23)
            try edit(folder, "INSERT INTO search (search) VALUES ('integrity-check')")
        }
    }

    @Test func `a cancelled search ends as cancelled`() async throws {
        try await withLibrary { library, _ in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await library.search("x")
            }
            task.cancel()
            #expect(await libraryError { _ = try await task.value }?.kind == .cancelled)
        }
    }
}
