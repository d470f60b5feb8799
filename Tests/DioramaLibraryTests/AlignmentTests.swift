import DioramaLibrary
import Foundation
import Testing

/// The points by which a space is aligned with the real place, and what is found by a space's description.
@Suite struct AlignmentTests {
    private static func point(_ x: Double, _ y: Double = 0) throws -> AlignmentPoint {
        let matrix = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 1.6, 3, 1]
        return try AlignmentPoint(
            point: [x, y, 0], viewpoint: Viewpoint(matrix: matrix, fieldOfView: 0.9, aspect: 1.5))
    }

    @Test func `two points are stored with a space, until they are removed`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "Hall")).id
            #expect(try await library.alignment(of: space) == [])
            let points = try [Self.point(0), Self.point(2)]
            try await library.setAlignment(points, of: space)
            #expect(try await library.alignment(of: space) == points)
            try await library.setAlignment([], of: space)
            #expect(try await library.alignment(of: space) == [])
        }
    }

    @Test func `points that define no direction, and spaces that are not there, are refused`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "Hall")).id
            for points in try [[Self.point(0)], [Self.point(0), Self.point(0.4)], [Self.point(0, 0), Self.point(0, 2)]] {
                await #expect(throws: LibraryError.self) { try await library.setAlignment(points, of: space) }
            }
            #expect(throws: LibraryError.self) {
                try AlignmentPoint(point: [0, .nan, 0], viewpoint: Self.point(0).viewpoint)
            }
            _ = try await library.trash(space)
            #expect(try await library.alignment(of: space) == nil)
            let points = try [Self.point(0), Self.point(2)]
            await #expect(throws: LibraryError.self) { try await library.setAlignment(points, of: space) }
        }
    }

    @Test func `memories are listed by the object that they are pinned to`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "Hall")).id
            for (title, object) in [("On", "chair"), ("Beside", nil), ("Other", "table")] as [(String, String?)] {
                var anchor = MemoryAnchor(point: [0, 0, 0])
                anchor.object = object.map { MemoryAnchor.Object(id: $0, name: $0) }
                _ = try await library.memories.add(Memory(title: title, space: space, anchor: anchor))
            }
            let memories = library.memories(for: .owner(nil))
            let page = try await memories.list(in: space, MemoryFilter(object: "chair"))
            #expect(page.memories.map(\.entry.title) == ["On"] && page.total == 1)
            #expect(try await memories.list(in: space, MemoryFilter(object: "lamp")).total == 0)
            #expect(try await memories.list(in: space).total == 3)
        }
    }

    @Test func `a space is found by its description, also after it was changed`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "Hall")).id
            _ = try await library.edit(space, description: "Before the renovation of the façade.")
            let hit = try #require(try await library.search("facade").first)
            #expect(hit.kind == .space && hit.title == "Hall")
            #expect(hit.snippet.contains { $0.isMatch && $0.text == "façade" })
            _ = try await library.edit(space, description: "After it.")
            #expect(try await library.search("facade") == [])
            _ = try await library.trash(space)
            #expect(try await library.search("after") == [])
            _ = try await library.restore(space)
            #expect(try await library.search("after").count == 1)
            #expect(try library.verify().problems == [])
        }
    }
}
