import Foundation
import DioramaLibrary
import Testing

@Suite struct SettingsTests {
    private struct Units: Codable, Equatable, Sendable {
        var length = "m"
        var decimals = 2
    }

    @Test func `a setting is an account's or everyone's, is changed, and unset`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let other = try Library(at: folder)
            let account = try await library.useAccount(.free).id
            #expect(try await library.setting("units", as: Units.self) == nil)
            try await library.setSetting("units", to: Units())
            try await library.setSetting("units", of: account, to: Units(length: "ft"))
            #expect(try await other.setting("units") == Units())
            #expect(try await other.setting("units", of: account) == Units(length: "ft"))
            try await other.setSetting("units", to: Units(decimals: 0))
            #expect(try await library.setting("units") == Units(decimals: 0))
            #expect(try await library.setting("units", as: String.self) == nil)
            try await library.setSetting("units", to: Units?.none)
            #expect(try await other.setting("units", as: Units.self) == nil)
            for name in ["", " \n", "a\nb", String(repeating: "n", count: 201)] {
                #expect(await libraryError { try await library.setSetting(name, to: 1) }?.kind == .invalidValue)
            }
            let long = String(repeating: "x", count: 300_000)
            #expect(await libraryError { try await library.setSetting("long", to: long) }?.kind == .invalidValue)
        }
    }

    @Test func `two devices that make the same setting make one row`() async throws {
        var ids: [[String]] = []
        for _ in 0..<2 {
            try await withFolders { folder, _ in
                let library = try Library(at: folder)
                try await library.setSetting("theme", to: "dark")
                ids.append(try query(folder, "SELECT id FROM settings"))
            }
        }
        #expect(ids[0] == ids[1] && ids[0].count == 1)
    }

    @Test func `a share keeps what it names, and refuses what is no shared table`() async throws {
        try await withLibrary { library, _ in
            let thing = try await library.things.add(Thing(name: "x"))
            let details = Share.Details(rows: ["things": [thing.id.description]], note: "Ben revoked this share")
            let share = try await library.shares.add(
                Share(peer: "ada", title: "A lamp", items: [RowReference(thing.id)], permission: .edit, details: details))
            #expect(try await library.shares.get(share.id) == share)
            #expect(share.items == [RowReference(table: "things", id: thing.id.ksuid)])
            #expect(try await library.shares.update(share.id) { $0.state = .accepted }?.state == .accepted)
            #expect(try await library.shares.list([.peer("ada"), .state(.accepted), .isIncoming(false)]).entries.count == 1)
            for bad in [
                Share(peer: ""), Share(peer: "a", items: [RowReference(table: "assets", id: KSUID())]),
                Share(peer: "a", state: .init(rawValue: "Half Way")),
            ] {
                #expect(await libraryError { _ = try await library.shares.add(bad) }?.kind == .invalidValue)
            }
        }
    }

    @Test func `a memory keeps its viewpoint bit for bit`() async throws {
        try await withLibrary { library, _ in
            let space = try await library.add(SpaceDraft(name: "x"))
            let viewpoint = try Viewpoint(matrix: (0..<16).map { Double($0) / 7 }, fieldOfView: 1.1, aspect: 1.5)
            let memory = try await library.memories.add(
                Memory(
                    title: "m", space: space.id, anchor: MemoryAnchor(point: [1, 2, 3]), viewpoint: viewpoint, mood: "glad",
                    privacy: .link))
            #expect(try await library.memories.get(memory.id)?.viewpoint == viewpoint)
            #expect(try await library.memories.list([.space(space.id)]).entries == [memory])
            for bad in [Memory(title: ""), Memory(title: "m", anchor: MemoryAnchor(point: [1, 2]))] {
                #expect(await libraryError { _ = try await library.memories.add(bad) }?.kind == .invalidValue)
            }
        }
    }
}
