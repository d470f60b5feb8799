import Foundation
import DioramaLibrary
import Testing

/// Writing memories: history, trash, files, and who may do it.
@Suite struct MemoryHistoryTests {
    @Test func `each change keeps what was said before, and any of it can be taken back`() async throws {
        try await MemoryVisibilityTests.withPlace { place in
            let ada = place.library.memories(for: .account(place.ada))
            let id = try #require(place.ids["ada public"])
            _ = try await ada.edit(id) { $0.text = "Second." }
            _ = try await ada.edit(id) {
                $0.text = "Third."
                $0.tags = ["window"]
            }
            // Who may see it is no part of its history.
            _ = try await ada.edit(id) { $0.privacy = .private }
            let states = try #require(try await ada.states(of: id))
            #expect(states.map(\.content.text) == ["secret of ada public", "Second.", "Third."])
            #expect(states.map(\.number) == [1, 2, 3])
            #expect(states.map { $0.until == nil } == [false, false, true])
            let back = try await ada.restore(id, state: 1)
            #expect(back?.entry.text == "secret of ada public")
            #expect(back?.entry.tags == ["stove"])
            #expect(back?.entry.privacy == .private)
            #expect(try await ada.states(of: id)?.count == 4)
            #expect(try await ada.restore(id, state: 9) == nil)
            _ = try await place.library.memories.purge(id)
            #expect(try await ada.states(of: id) == nil)
        }
    }

    @Test func `only its author changes a memory, and only its author sees what it said`() async throws {
        try await MemoryVisibilityTests.withPlace { place in
            let id = try #require(place.ids["ada public"])
            for name in ["owner", "bea", "link"] {
                let other = place.library.memories(for: place.viewer(name))
                await #expect(throws: LibraryError.self) { _ = try await other.edit(id) { $0.title = "Mine now" } }
                await #expect(throws: LibraryError.self) { _ = try await other.states(of: id) }
                #expect(try await other.edit(try #require(place.ids["ada private"])) { $0.title = "x" } == nil)
            }
            await #expect(throws: LibraryError.self) {
                try await place.library.memories(for: place.viewer("bea")).trash(id)
            }
            // Whoever keeps the library can take down what they see.
            #expect(try await place.library.memories(for: .owner(nil)).trash(id))
            #expect(try await place.library.memories(for: .account(place.ada)).restore(id)?.entry.trashed == nil)
        }
    }

    @Test func `the audience is forgotten when a memory is no longer shared, and names only accounts that are there`() async throws
    {
        try await MemoryVisibilityTests.withPlace { place in
            let ada = place.library.memories(for: .account(place.ada))
            let id = try #require(place.ids["ada shared"])
            #expect(try await ada.edit(id) { $0.privacy = .public }?.entry.audience == [])
            #expect(try await ada.edit(id) { $0.privacy = .shared }?.entry.audience == [])
            await #expect(throws: LibraryError.self) { _ = try await ada.edit(id) { $0.audience = [AccountID()] } }
        }
    }

    @Test func `an anchor and a viewpoint come back as they were given`() throws {
        let anchor = MemoryAnchor(
            point: [1, 2, 3], object: .init(id: "stove-1", name: "Stove"), offset: [0.1, 0, 0], height: 0.5,
            screen: .init(position: [1, 2.5, 3], rotation: [0, 0, 0, 1], size: [1.6, 0.9]), state: "moved")
        #expect(StoredAnchor(text: StoredAnchor(anchor: anchor).text).anchor == anchor)
        #expect(anchor.cuePosition == [1, 2.5, 3])
        #expect(MemoryAnchor(point: [1, 2, 3], offset: [0.5, 0, 0], height: 0.5).cuePosition == [1.5, 2.5, 3])
        let viewpoint = try Viewpoint(matrix: (0..<16).map { Double($0) / 7 }, fieldOfView: 1.1, aspect: 1.5)
        #expect(Viewpoint(viewpoint.data) == viewpoint)
        #expect(Viewpoint(Data([0, 255, 1])) == nil)
        #expect(StoredAnchor(text: "{}").anchor == nil && StoredAnchor(anchor: nil).text == "{}")
        #expect(StoredAnchor(text: #"{"point":[1,2]}"#).anchor == nil)
        #expect(throws: LibraryError.self) { try MemoryAnchor(point: [1, 2]).check() }
        #expect(throws: LibraryError.self) { try MemoryAnchor(point: [.infinity, 0, 0]).check() }
        #expect(throws: LibraryError.self) { try Viewpoint(matrix: [1], fieldOfView: 1, aspect: 1) }
    }

    @Test func `sign-ins hold once, and end with their account`() async throws {
        try await withLibrary { library, _ in
            let bea = try await library.accounts.add(Account(name: "Bea")).id
            let invitation = Data(repeating: 1, count: 32)
            let session = Data(repeating: 2, count: 32)
            try await library.invite(bea, digest: invitation, until: Date() + 3600)
            #expect(try await library.redeem(invitation, for: session, until: Date() + 3600)?.account == bea)
            #expect(try await library.redeem(invitation, for: Data(repeating: 3, count: 32), until: Date() + 3600) == nil)
            #expect(try await library.session(session)?.account == bea)
            #expect(try await library.signIns()[bea]?.sessions == 1)
            #expect(try await library.endAccount(bea))
            #expect(try await library.session(session) == nil)
            let late = Data(repeating: 4, count: 32)
            try await library.invite(nil, digest: late, until: Date() - 1)
            #expect(try await library.redeem(late, for: session, until: Date() + 3600) == nil)
        }
    }
}
