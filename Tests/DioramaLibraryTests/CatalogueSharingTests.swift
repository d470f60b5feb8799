import Foundation
import DioramaLibrary
import Testing

/// Several tasks and instances at one catalogue.
@Suite struct CatalogueSharingTests {
    @Test func `two instances add, change, throw away and find at once, and every change counts`() async throws {
        try await withFolders { folder, _ in
            let libraries = [try Library(at: folder), try Library(at: folder)]
            let counter = try await libraries[0].things.add(Thing(name: "counter", quantity: 1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for i in 0..<80 {
                    let library = libraries[i % 2]
                    group.addTask {
                        let thing = try await library.things.add(Thing(name: "thing \(i)", tags: ["t\(i % 4)"]))
                        _ = try await library.things.update(counter.id) { $0.quantity += 1 }
                        if i % 4 == 0 { _ = try await library.things.trash([thing.id]) }
                        if i % 8 == 0 { _ = try await library.things.purge(thing.id) }
                        _ = try await library.search("thing")
                        _ = try await library.things.list([.tag("t1")], by: .name)
                    }
                }
                try await group.waitForAll()
            }
            for library in libraries {
                #expect(try await library.things.get(counter.id)?.quantity == 81)
                #expect(try await library.things.count() == 61)
                #expect(try await library.things.count([.text("thing")]) == 60)
                #expect(try await library.things.trashed().entries.count == 10)
                #expect(try library.verify().problems == [])
            }
            let ids = try await libraries[0].things.list(limit: 1000).entries.map(\.id)
            #expect(ids == ids.sorted(by: >))
        }
    }

    @Test func `a move that would close a circle loses against the one that came first`() async throws {
        try await withFolders { folder, _ in
            let libraries = [try Library(at: folder), try Library(at: folder)]
            for _ in 0..<10 {
                let a = try await libraries[0].places.add(Place(name: "a")).id
                let b = try await libraries[0].places.add(Place(name: "b")).id
                async let first = libraryError { _ = try await libraries[0].places.update(a) { $0.parent = b } }
                async let second = libraryError { _ = try await libraries[1].places.update(b) { $0.parent = a } }
                let errors = await [first, second].compactMap(\.self)
                #expect(errors.map { $0.kind } == [.invalidValue])
            }
        }
    }
}
