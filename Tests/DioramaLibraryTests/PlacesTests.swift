import Foundation
import DioramaLibrary
import Testing

@Suite struct PlacesTests {
    @Test func `places lie in places, and a path leads to each`() async throws {
        try await withLibrary { library, _ in
            let room = try await library.places.add(Place(name: "Room"))
            let shelf = try await library.places.add(Place(name: "Shelf", parent: room.id))
            let box = try await library.places.add(Place(name: "Box", parent: shelf.id))
            #expect(try await library.path(to: box.id).map(\.name) == ["Room", "Shelf", "Box"])
            #expect(try await library.path(to: PlaceID()) == [])
            #expect(try await library.places.list([.parent(room.id)]).entries.map(\.id) == [shelf.id])
            #expect(try await library.places.list([.parent(nil)]).entries.map(\.id) == [room.id])
        }
    }

    @Test func `a place can't come to lie in itself`() async throws {
        try await withLibrary { library, _ in
            let a = try await library.places.add(Place(name: "a"))
            let b = try await library.places.add(Place(name: "b", parent: a.id))
            let c = try await library.places.add(Place(name: "c", parent: b.id))
            for parent in [a.id, b.id, c.id] {
                let error = await libraryError { _ = try await library.places.update(a.id) { $0.parent = parent } }
                #expect(error?.kind == .invalidValue)
            }
            #expect(try await library.places.update(c.id) { $0.parent = a.id }?.parent == a.id)
            #expect(try await library.places.update(b.id) { $0.parent = c.id }?.parent == c.id)
            #expect(try await library.path(to: b.id).map(\.name) == ["a", "c", "b"])
        }
    }

    @Test func `a circle that two devices made together hangs nothing and can be mended`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let a = try await library.places.add(Place(name: "a"))
            let b = try await library.places.add(Place(name: "b", parent: a.id))
            let thing = try await library.things.add(Thing(name: "x", place: b.id))
            try edit(folder, "UPDATE places SET parent = '\(b.id)' WHERE id = '\(a.id)'")
            #expect(try await library.path(to: a.id).map(\.name) == ["b", "a"])
            #expect(try await library.things.list([.place(a.id)]).entries.map(\.id) == [thing.id])
            #expect(try await library.places.update(a.id) { $0.parent = nil } != nil)
            #expect(try await library.path(to: b.id).map(\.name) == ["a", "b"])
        }
    }

    @Test func `what lies in a place that is purged stays, and shows no place`() async throws {
        try await withLibrary { library, _ in
            let room = try await library.places.add(Place(name: "Room"))
            let shelf = try await library.places.add(Place(name: "Shelf", parent: room.id))
            let thing = try await library.things.add(Thing(name: "x", place: shelf.id))
            #expect(try await library.places.purge(room.id))
            #expect(try await library.path(to: shelf.id).map(\.name) == ["Shelf"])
            #expect(try await library.places.purge(shelf.id))
            #expect(try await library.path(to: shelf.id) == [])
            // A reference that leads nowhere does not stand in the way of other changes, but no new one is taken.
            #expect(try await library.things.update(thing.id) { $0.notes = "still here" }?.place == shelf.id)
            let error = await libraryError { _ = try await library.things.update(thing.id) { $0.place = room.id } }
            #expect(error?.kind == .notFound)
            #expect(try library.verify().problems == [])
        }
    }
}
