import Foundation
import DioramaLibrary
import Synchronization
import Testing

@Suite struct DemoTests {
    @Test func `the demo library lies beside the library and has something of everything`() async throws {
        try await withLibrary { library, files in
            let draft = try makeDraft("Study", in: files)
            let mode = DemoMode(of: library) { demo in
                _ = try await demo.add(draft)
                try await DemoCatalogue.fill(demo)
            }
            #expect(try await mode.isShown() == false)
            #expect(try await mode.shown() === library)
            try await mode.show(true)
            let demo = try await mode.shown()
            #expect(demo.isDemo && !library.isDemo)
            #expect(demo.folder.path == library.folder.appendingPathComponent("demo").path)
            let space = try #require(try await demo.spaces().first)
            #expect(try await demo.things.count([.space(space.id)]) == 8)
            #expect(try await demo.search("drill").count == 1)
            #expect(try await demo.recordings.count() == 1)
            #expect(try await demo.memories.count() == 1)
            let chair = try #require(try await demo.recordings.list().entries.first)
            #expect(try await demo.nextStep(of: chair.id)?.key == "whole")
            #expect(try demo.verify().problems == [])
            #expect(try await demo.demoChanges() == [])
            // One's own library is untouched, also by its own sweep.
            #expect(try await library.things.count() == 0)
            #expect(try library.verify() == VerifyReport())
            try await mode.show(false)
            #expect(try await mode.shown() === library)
        }
    }

    @Test func `the demo is made the same each time`() async throws {
        try await withLibrary { library, _ in
            let mode = DemoMode(of: library)
            let first = try await mode.open().things.list(by: .name, limit: 1000).entries.map(\.content)
            let second = try await mode.reset().things.list(by: .name, limit: 1000).entries.map(\.content)
            #expect(first.map(\.name) == second.map(\.name))
            #expect(first.map(\.fields) == second.map(\.fields))
            #expect(first.map(\.value) == second.map(\.value))
        }
    }

    @Test func `changes to the demo are noted, limited, and gone after a reset`() async throws {
        try await withLibrary { library, _ in
            let mode = DemoMode(of: library)
            let demo = try await mode.open()
            let lamp = try #require(try await demo.things.list([.text("desk lamp")]).entries.first)
            _ = try await demo.things.update(lamp.id) { $0.notes = "brighter" }
            let added = try await demo.things.add(Thing(name: "Mine"))
            #expect(try await demo.things.purge(added.id))
            let changes = try await demo.demoChanges()
            #expect(changes.map(\.kind) == [.delete, .insert, .update])
            #expect(changes.map(\.row) == [RowReference(added.id), RowReference(added.id), RowReference(lamp.id)])
            #expect(changes.allSatisfy { abs($0.time.timeIntervalSinceNow) < 3600 })
            let limit = 100
            for i in 3..<limit { _ = try await demo.things.add(Thing(name: "\(i)")) }
            let before = try await demo.things.count()
            for refused in [
                await libraryError { _ = try await demo.things.add(Thing(name: "one more")) },
                await libraryError { _ = try await demo.things.update(lamp.id) { $0.notes = "darker" } },
                await libraryError { _ = try await demo.add(SpaceDraft(name: "one more")) },
            ] {
                #expect(refused?.kind == .notAllowed)
                #expect(refused?.message.contains("reset the demo") == true)
            }
            #expect(try await demo.things.count() == before)
            let fresh = try await mode.reset()
            #expect(try await fresh.demoChanges() == [])
            #expect(try await fresh.things.count() == 8)
            #expect(await libraryError { _ = try await demo.things.count() }?.kind == .failed)
            #expect(filesBelow(library.folder).filter { $0.hasPrefix("demo.") } == [])
        }
    }

    @Test func `a demo that could not be made leaves nothing, and what a kill left is cleared away`() async throws {
        try await withLibrary { library, _ in
            let fails = Mutex(true)
            let mode = DemoMode(of: library) { demo in
                _ = try await demo.things.add(Thing(name: "half"))
                if fails.withLock({ $0 }) { throw LibraryError(.failed, "the demo capture could not be made") }
            }
            #expect(await libraryError { _ = try await mode.open() }?.message == "the demo capture could not be made")
            #expect(filesBelow(library.folder).filter { $0.hasPrefix("demo") } == [])
            for name in ["demo.new-\(KSUID())", "demo.old-\(KSUID())", "demo.new-mine"] {
                let folder = library.folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("x".utf8).write(to: folder.appendingPathComponent("library.sqlite"))
            }
            fails.withLock { $0 = false }
            #expect(try await mode.open().things.count() == 1)
            #expect(filesBelow(library.folder).filter { $0.hasPrefix("demo.") } == ["demo.new-mine/library.sqlite"])
        }
    }

    @Test func `a demo that is open elsewhere is not reset`() async throws {
        try await withLibrary { library, _ in
            let mode = DemoMode(of: library)
            let folder = try await mode.open().folder
            let other = try Library(at: folder)
            #expect(await libraryError { _ = try await mode.reset() }?.kind == .inUse)
            #expect(try await other.things.count() == 8)
            try other.close()
            #expect(try await mode.reset().things.count() == 8)
        }
    }
}
