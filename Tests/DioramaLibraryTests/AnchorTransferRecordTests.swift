import Foundation
import DioramaLibrary
import Testing

@Suite struct AnchorTransferRecordTests {
    private func withSpaces(_ body: (Library, _ old: SpaceID, _ new: SpaceID) async throws -> Void) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let old = try await library.add(SpaceDraft(name: "Kitchen"))
            let new = try await library.add(SpaceDraft(name: "Kitchen again"))
            try await body(library, old.id, new.id)
        }
    }

    private func anchor(_ x: Double) -> MemoryAnchor { MemoryAnchor(point: [x, 0, 0]) }

    private static var viewpoint: Viewpoint {
        get throws { try Viewpoint(matrix: (0..<16).map { Double($0) }, fieldOfView: 1, aspect: 1.5) }
    }

    private func moved(_ pins: [PinnedMemory], by x: Double) throws -> [PinnedMemory] {
        try pins.map { pin in
            let place = pin.anchor?.point[0] ?? 0
            return PinnedMemory(memory: pin.memory, anchor: anchor(place + x), viewpoint: try Self.viewpoint)
        }
    }

    @Test func `memories go to the new scan and come back`() async throws {
        try await withSpaces { library, old, new in
            let mine = library.memories(for: .owner(nil))
            let stove = try await mine.add(Memory(title: "stove", space: old, anchor: anchor(1))).entry
            let door = try await mine.add(Memory(title: "door", space: old, anchor: anchor(2))).entry
            _ = try await mine.trash(door.id)
            let before = try await library.pinnedMemories(in: old)
            #expect(before.map(\.memory) == [stove.id, door.id])

            let made = try await library.transferAnchors(try moved(before, by: 10), from: old, to: new)
            #expect(made.count == 2 && made.undone == nil)
            #expect(try await library.pinnedMemories(in: old).isEmpty)
            let after = try await library.pinnedMemories(in: new)
            #expect(after.map { $0.anchor?.point[0] } == [11, 12])
            let viewpoint = try Self.viewpoint
            #expect(after.allSatisfy { $0.viewpoint == viewpoint })

            #expect(try await library.undo(made.id) == 2)
            #expect(try await library.pinnedMemories(in: old) == before)
            #expect(try await library.undo(made.id) == nil)
            #expect(try await library.anchorTransfers(to: new).map { $0.undone != nil } == [true])
        }
    }

    @Test func `undoing leaves what somebody pinned elsewhere since`() async throws {
        try await withSpaces { library, old, new in
            let mine = library.memories(for: .owner(nil))
            let stove = try await mine.add(Memory(title: "stove", space: old, anchor: anchor(1))).entry
            let made = try await library.transferAnchors(
                try moved(await library.pinnedMemories(in: old), by: 10), from: old, to: new)
            let elsewhere = anchor(99)
            _ = try await mine.edit(stove.id) { $0.anchor = elsewhere }
            #expect(try await library.undo(made.id) == 0)
            #expect(try await library.pinnedMemories(in: new).map(\.anchor) == [elsewhere])
        }
    }

    @Test func `a version that is taken back stays at the new place`() async throws {
        try await withSpaces { library, old, new in
            let mine = library.memories(for: .owner(nil))
            let stove = try await mine.add(Memory(title: "stove", space: old, anchor: anchor(1))).entry
            _ = try await mine.edit(stove.id) { $0.text = "new words" }
            let made = try await library.transferAnchors(
                try moved(await library.pinnedMemories(in: old), by: 10), from: old, to: new)
            let back = try await mine.restore(stove.id, state: 1)
            #expect(back?.entry.text == "" && back?.entry.anchor?.point[0] == 11)
            #expect(try await library.undo(made.id) == 1)
            let states = try #require(try await mine.states(of: stove.id))
            #expect(states.first.flatMap { $0.content.anchor?.point[0] } == 1)
        }
    }

    @Test func `memories of other spaces are left alone, and spaces that are not there take none`() async throws {
        try await withSpaces { library, old, new in
            let mine = library.memories(for: .owner(nil))
            let here = try await mine.add(Memory(title: "here", space: new, anchor: anchor(5))).entry
            let pin = PinnedMemory(memory: here.id, anchor: anchor(6), viewpoint: nil)
            #expect(try await library.transferAnchors([pin], from: old, to: new).count == 0)
            #expect(try await library.pinnedMemories(in: new).map { $0.anchor?.point[0] } == [5])
            #expect(await libraryError { _ = try await library.transferAnchors([], from: old, to: SpaceID()) }?.kind == .notFound)
            _ = try await library.trash(new)
            #expect(await libraryError { _ = try await library.transferAnchors([], from: old, to: new) }?.kind == .notFound)
        }
    }
}
