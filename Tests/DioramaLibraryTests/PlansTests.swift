import Foundation
import DioramaLibrary
import Testing

@Suite struct PlansTests {
    private func withSpace(_ body: @escaping @Sendable (Library, Space) async throws -> Void) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            try await body(library, try await library.add(SpaceDraft(name: "Flat")))
            #expect(try library.verify().problems == [])
        }
    }

    private func edits(_ library: Library, _ space: Space) async throws -> (made: [String], undone: [String]) {
        let plan = try #require(try await library.plan(of: space.id))
        return (plan.edits.map(\.content.content), plan.undone.map(\.content.content))
    }

    @Test func `edits are undone and redone in their order, and a new one ends the redoing`() async throws {
        try await withSpace { library, space in
            #expect(try await library.plan(of: space.id) == nil)
            let plan = try await library.setPlan(#"{"a":1}"#, of: space.id)
            #expect(try await library.redoEdit(of: plan.id) == false)
            for i in 1...3 { _ = try await library.addEdit("{\"edit\":\(i)}", to: plan.id) }
            for _ in 0..<2 { #expect(try await library.undoEdit(of: plan.id)) }
            var state = try await edits(library, space)
            #expect(state.made == ["{\"edit\":1}"] && state.undone == ["{\"edit\":2}", "{\"edit\":3}"])
            #expect(try await library.redoEdit(of: plan.id))
            state = try await edits(library, space)
            #expect(state.made == ["{\"edit\":1}", "{\"edit\":2}"] && state.undone == ["{\"edit\":3}"])
            _ = try await library.addEdit("{\"edit\":4}", to: plan.id)
            state = try await edits(library, space)
            #expect(state.made == ["{\"edit\":1}", "{\"edit\":2}", "{\"edit\":4}"] && state.undone == [])
            for _ in 0..<3 { #expect(try await library.undoEdit(of: plan.id)) }
            #expect(try await library.undoEdit(of: plan.id) == false)
            #expect(try await library.plan(of: space.id)?.plan.content.content == #"{"a":1}"#)
        }
    }

    @Test func `a new plan takes the place of the old one, which is in the trash`() async throws {
        try await withSpace { library, space in
            let old = try await library.setPlan(#"{"a":1}"#, of: space.id)
            _ = try await library.addEdit("{}", to: old.id)
            let new = try await library.setPlan(#"{"a":2}"#, of: space.id)
            let found = try #require(try await library.plan(of: space.id))
            #expect(found.plan.id == new.id && found.edits.isEmpty)
            #expect(try await library.plans.trashed().entries.map(\.id) == [old.id])
            #expect(try await library.trashPlan(of: space.id))
            #expect(try await library.trashPlan(of: space.id) == false)
            #expect(try await library.plan(of: space.id) == nil)
            #expect(try await library.purgeTrash(before: .distantFuture) == 2)
            #expect(try await library.plans.trashed().entries.isEmpty)
        }
    }

    @Test func `plans and measurements go with their space, and what is none is refused`() async throws {
        try await withSpace { library, space in
            let plan = try await library.setPlan("{}", of: space.id)
            _ = try await library.addEdit("{}", to: plan.id)
            let kept = try await library.measurements.add(MeasurementRecord(name: " Sill ", space: space.id, content: "{}"))
            #expect(kept.name == "Sill")
            #expect(try await library.measurements.list([.space(space.id)]).entries.map(\.id) == [kept.id])
            for content in ["", "[]", "{", String(repeating: " ", count: SpacePlan.largest + 1)] {
                await #expect(throws: LibraryError.self) { _ = try await library.setPlan(content, of: space.id) }
                await #expect(throws: LibraryError.self) { _ = try await library.addEdit(content, to: plan.id) }
            }
            #expect(try await library.plan(of: space.id)?.plan.id == plan.id)
            #expect(try await library.delete(space.id))
            #expect(try await library.plans.get(plan.id) == nil)
            #expect(try await library.measurements.get(kept.id) == nil)
            await #expect(throws: LibraryError.self) { _ = try await library.setPlan("{}", of: space.id) }
        }
    }
}
