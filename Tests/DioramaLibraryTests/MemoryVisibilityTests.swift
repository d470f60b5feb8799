import Foundation
import Geometry
import DioramaLibrary
import Testing

/// Who sees which memory, by every way of looking.
@Suite struct MemoryVisibilityTests {
    /// A library with a space, two accounts that may pin in it, and a memory of each privacy of each author.
    struct Place {
        let library: Library
        let space: SpaceID
        let ada: AccountID
        let bea: AccountID
        /// Titles are "author privacy", as "ada shared"; the owner has no account. Shared ones are Ada's for Bea, and Bea's for
        /// Ada.
        let ids: [String: MemoryID]

        func viewer(_ name: String) -> Viewer {
            switch name {
            case "ada": .account(ada)
            case "bea": .account(bea)
            case "link": .link(space, part: nil)
            default: .owner(nil)
            }
        }
    }

    static let seen: [String: Set<String>] = [
        "owner": publics.union(["owner private", "owner shared"]),
        "ada": publics.union(["ada private", "ada shared", "bea shared", "owner shared"]),
        "bea": publics.union(["bea private", "bea shared", "ada shared"]), "link": publics,
    ]
    private static let publics = Set(["owner", "ada", "bea"].flatMap { ["\($0) public", "\($0) anonymous", "\($0) link"] })

    static func withPlace(_ body: (Place) async throws -> Void) async throws {
        try await withLibrary { library, _ in
            let space = try await library.add(SpaceDraft(name: "Kitchen")).id
            let ada = try await library.accounts.add(Account(name: "Ada")).id
            let bea = try await library.accounts.add(Account(name: "Bea")).id
            _ = try await library.setGrants([ada: .pin, bea: .pin], of: space)
            var ids: [String: MemoryID] = [:]
            for (index, author) in ["owner", "ada", "bea"].enumerated() {
                for privacy in ["private", "public", "anonymous", "shared", "link"] {
                    let account = ["ada": ada, "bea": bea][author]
                    let title = "\(author) \(privacy)"
                    let memory = Memory(
                        title: title, text: "secret of \(title)", space: space,
                        anchor: MemoryAnchor(point: [Double(index), 0, 0], height: 1), mood: Memory.moods[index],
                        tags: ["stove"], privacy: Memory.Privacy(rawValue: privacy), audience: author == "ada" ? [bea] : [ada],
                        account: account)
                    ids[title] = try await library.memories.add(memory).id
                }
            }
            try await body(Place(library: library, space: space, ada: ada, bea: bea, ids: ids))
        }
    }

    @Test(arguments: ["owner", "ada", "bea", "link"])
    func `lists, counts, pins, searches and single memories show what somebody may see, and nothing else`(name: String) async throws
    {
        try await Self.withPlace { place in
            let expected = try #require(Self.seen[name])
            let memories = place.library.memories(for: place.viewer(name))
            for filter in [MemoryFilter(), MemoryFilter(search: "secret"), MemoryFilter(tag: "Stove"), MemoryFilter(kind: .text)] {
                let page = try await memories.list(in: place.space, filter, limit: 200)
                #expect(Set(page.memories.map(\.entry.title)) == expected, "\(filter)")
                #expect(page.total == expected.count)
                #expect(!page.hasMore)
            }
            let pins = try JSONSerialization.jsonObject(with: Data(try await memories.pins(in: place.space).utf8)) as? [[Any]]
            #expect(Set(try #require(pins).compactMap { $0[6] as? String }) == expected)
            for (title, id) in place.ids {
                let seen = try await memories.get(id)
                #expect((seen != nil) == expected.contains(title), "\(title)")
            }
            let condition = try await place.library.memories.list([.visible(to: place.viewer(name))], limit: 100)
            #expect(Set(condition.entries.map(\.title)) == expected)
        }
    }

    @Test func `who wrote anonymously is told to nobody, and not found by name`() async throws {
        try await Self.withPlace { place in
            let bea = place.library.memories(for: .account(place.bea))
            let id = try #require(place.ids["ada anonymous"])
            #expect(try await bea.get(id)?.author == nil)
            #expect(try await place.library.memories(for: .account(place.ada)).get(id)?.author?.name == "Ada")
            let found = try await bea.list(in: place.space, MemoryFilter(author: place.ada))
            #expect(Set(found.memories.map(\.entry.title)) == ["ada public", "ada link", "ada shared"])
            #expect(found.total == 3)
        }
    }

    @Test func `without a grant an account sees nothing, not even its own`() async throws {
        try await Self.withPlace { place in
            _ = try await place.library.setGrants([place.bea: .see], of: place.space)
            let ada = place.library.memories(for: .account(place.ada))
            #expect(try await ada.list(in: place.space).total == 0)
            #expect(try await ada.pins(in: place.space) == "[]")
            for id in place.ids.values { #expect(try await ada.get(id) == nil) }
            let bea = place.library.memories(for: .account(place.bea))
            await #expect(throws: LibraryError.self) { try await bea.add(Memory(title: "No", space: place.space)) }
        }
    }

    @Test func `a part of a space shows only what is pinned and stands in it`() async throws {
        try await Self.withPlace { place in
            let part = Bounds(min: Vector3(-0.5, 0, -1), max: Vector3(0.5, 2, 1))
            let visit = place.library.memories(for: .link(place.space, part: part))
            let page = try await visit.list(in: place.space)
            #expect(Set(page.memories.map(\.entry.title)) == ["owner public", "owner anonymous", "owner link"])
            #expect(page.total == 3)
            // The cue stands above the part.
            let low = Bounds(min: Vector3(-0.5, -1, -1), max: Vector3(0.5, 0.5, 1))
            #expect(try await place.library.memories(for: .link(place.space, part: low)).list(in: place.space).total == 0)
            #expect(try await visit.get(#require(place.ids["ada public"])) == nil)
        }
    }

    @Test func `a change is told to whom it concerns: what became private is gone for those who saw it`() async throws {
        try await Self.withPlace { place in
            let ada = place.library.memories(for: .account(place.ada))
            let bea = place.library.memories(for: .account(place.bea))
            let begin = try await place.library.latestMemoryChange()
            let open = try #require(place.ids["ada public"])
            let shut = try #require(place.ids["ada private"])
            _ = try await ada.edit(open) { $0.privacy = .private }
            _ = try await ada.edit(shut) { $0.text = "Still mine." }
            #expect(try await bea.changes(in: place.space, after: begin).changes == [MemoryChange(memory: open, kind: .removed)])
            #expect(
                try await ada.changes(in: place.space, after: begin).changes == [
                    MemoryChange(memory: open, kind: .changed), MemoryChange(memory: shut, kind: .changed),
                ])
            let middle = try await place.library.latestMemoryChange()
            _ = try await ada.edit(open) { $0.privacy = .public }
            _ = try await ada.trash(#require(place.ids["ada link"]))
            #expect(
                try await bea.changes(in: place.space, after: middle).changes == [
                    MemoryChange(memory: open, kind: .added), MemoryChange(memory: #require(place.ids["ada link"]), kind: .removed),
                ])
            #expect(
                try await place.library.memories(for: .link(place.space, part: nil)).changes(in: place.space, after: begin).changes
                    == [
                        MemoryChange(memory: open, kind: .changed),
                        MemoryChange(memory: #require(place.ids["ada link"]), kind: .removed),
                    ])
        }
    }

    @Test func `counts stay those of the rows, whatever is done to them`() async throws {
        try await Self.withPlace { place in
            let library = place.library
            let ada = library.memories(for: .account(place.ada))
            let id = try #require(place.ids["ada public"])
            _ = try await ada.edit(id) {
                $0.mood = nil
                $0.tags = ["window", "stove"]
            }
            #expect(try await ada.list(in: place.space, MemoryFilter(mood: "calm")).total == 5 - 1)
            #expect(try await ada.list(in: place.space, MemoryFilter(tag: "window")).memories.map(\.entry.id) == [id])
            _ = try await ada.trash(id)
            #expect(try await ada.list(in: place.space).total == 12)
            #expect(try await ada.trashed(in: place.space).memories.map(\.entry.id) == [id])
            #expect(try await library.memories(for: .account(place.bea)).trashed(in: place.space).total == 0)
            _ = try await ada.restore(id)
            #expect(try await ada.list(in: place.space).total == 13)
            let before = try await ada.list(in: place.space, limit: 200).memories.map(\.entry.id)
            try await library.rebuildSearch()
            #expect(try await ada.list(in: place.space, limit: 200).memories.map(\.entry.id) == before)
            #expect(try await ada.list(in: place.space).total == 13)
            #expect(try await library.memories.purge(id))
            #expect(try await ada.list(in: place.space).total == 12)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `pages come in order, each memory once, whatever the filter`() async throws {
        try await Self.withPlace { place in
            let ada = place.library.memories(for: .account(place.ada))
            for filter in [MemoryFilter(), MemoryFilter(search: "secret"), MemoryFilter(tag: "stove"), MemoryFilter(mood: "calm")] {
                for newestFirst in [true, false] {
                    let whole = try await ada.list(in: place.space, filter, newestFirst: newestFirst, limit: 200).memories.map(
                        \.entry.id)
                    #expect(whole == whole.sorted { newestFirst ? $0 > $1 : $0 < $1 })
                    var paged: [MemoryID] = []
                    while true {
                        let page = try await ada.list(
                            in: place.space, filter, newestFirst: newestFirst, after: paged.last, limit: 2)
                        paged += page.memories.map(\.entry.id)
                        if !page.hasMore { break }
                    }
                    #expect(paged == whole, "\(filter)")
                }
            }
        }
    }

    @Test func `what others add to a followed space is counted until it was looked at`() async throws {
        try await Self.withPlace { place in
            let ada = place.library.memories(for: .account(place.ada))
            #expect(try await ada.follow(place.space))
            #expect(try await ada.follows().map(\.newMemories) == [0])
            let bea = place.library.memories(for: .account(place.bea))
            for privacy in [Memory.Privacy.public, .anonymous, .private] {
                _ = try await bea.add(Memory(title: "New", space: place.space, privacy: privacy))
            }
            _ = try await ada.add(Memory(title: "Own", space: place.space, privacy: .public))
            #expect(try await ada.follows().map(\.newMemories) == [2])
            _ = try await ada.follow(place.space)
            #expect(try await ada.follows().map(\.newMemories) == [0])
            try await ada.unfollow(place.space)
            #expect(try await ada.follows().isEmpty)
        }
    }
}
