import DioramaLibrary
import Foundation
import Testing

/// Bulk edits, merging, adding many, undo, sums and reminders.
@Suite struct ThingEditsTests {
    @Test func `a bulk edit changes all or none, and undo leaves what was changed since`() async throws {
        try await withLibrary { library, _ in
            let drill = try await library.things.add(Thing(name: "Drill", category: "Tools", tags: ["lend", "Red"]))
            let lamp = try await library.things.add(Thing(name: "Lamp"))
            var edits = ThingEdits()
            edits.category = "Workshop"
            edits.addedTags = ["red", "new"]
            edits.removedTags = ["LEND"]
            edits.isInsured = true
            await #expect(throws: LibraryError.self) { _ = try await library.edit(things: [drill.id, ThingID()], edits) }
            #expect(try await library.things.get(drill.id)?.category == "Tools")
            let done = try await library.edit(things: [drill.id, lamp.id], edits)
            #expect(done.changed == 2)
            #expect(try await library.things.get(drill.id)?.tags == ["Red", "new"])
            #expect(try await library.things.list([.category("workshop"), .tag("red")]).entries.count == 2)
            _ = try await library.things.update(lamp.id) { $0.category = "Lights" }
            #expect(try await library.undoRecords().map(\.id) == [done.undo])
            let undone = try await library.undo(done.undo)
            #expect(undone.restored == 2 && undone.kept == 1)
            #expect(try await library.things.get(drill.id)?.content == drill.content)
            #expect(try await library.things.get(lamp.id)?.category == "Lights")
            await #expect(throws: LibraryError.self) { _ = try await library.undo(done.undo) }
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `merged things keep every value and file, and undo takes them apart again`() async throws {
        try await withLibrary { library, files in
            let drill = try await library.things.add(Thing(name: "Drill", brand: "Ferrum", notes: "Blue"))
            let other = try await library.things.add(
                Thing(
                    name: "Borer", brand: "Other", serial: "SN-1", tags: ["lend"], fields: [CustomField("Volts", .number(18))],
                    notes: "Heavy"))
            let photo = files.appendingPathComponent("a.txt")
            try Data("photo".utf8).write(to: photo)
            let media = try await library.add(
                Media(kind: .document, contentType: "text/plain", fileName: "a.txt", thing: other.id, role: .receipt), file: photo)
            _ = try await library.loans.add(Loan(thing: other.id, borrower: "Ben"))
            await #expect(throws: LibraryError.self) { _ = try await library.merge([drill.id], into: drill.id) }
            let merged = try await library.merge([other.id], into: drill.id)
            #expect(merged.thing.name == "Drill" && merged.thing.brand == "Ferrum" && merged.thing.serial == "SN-1")
            #expect(merged.thing.tags == ["lend"] && merged.thing.notes == "Blue\n\nHeavy" && merged.thing.fields.count == 1)
            #expect(try await library.media.list([.thing(drill.id)]).entries.map(\.id) == [media.id])
            #expect(try await library.loans.list([.thing(drill.id), .isOpen]).entries.count == 1)
            #expect(try await library.things.list([.isLent]).entries.map(\.id) == [drill.id])
            #expect(try await library.things.get(other.id)?.trashed != nil)
            _ = try await library.undo(merged.undo)
            #expect(try await library.things.get(drill.id)?.content == drill.content)
            #expect(try await library.things.get(other.id)?.trashed == nil)
            #expect(try await library.media.list([.thing(other.id)]).entries.map(\.role) == [.receipt])
            let copy = try await library.duplicate(other.id, name: "Second")
            #expect(copy.serial == nil && copy.brand == "Other")
            #expect(try await library.media.list([.thing(copy.id)]).entries.map(\.hash) == [media.hash])
            #expect(try await library.things.purge(other.id))
            #expect(try await library.loans.list().entries.isEmpty)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `things are added with their places, whole or not at all`() async throws {
        try await withLibrary { library, _ in
            let bad = [NewThing(Thing(name: "A"), path: ["Cellar", "Shelf"]), NewThing(Thing(name: ""), path: ["Attic"])]
            await #expect(throws: LibraryError.self) { _ = try await library.addThings(bad, title: "Import") }
            #expect(try await library.things.count() == 0)
            #expect(try await library.places.count() == 0)
            let good = [
                NewThing(Thing(name: "A"), path: ["Cellar", "Shelf"], loans: [Loan(thing: nil, borrower: "Ben")]),
                NewThing(Thing(name: "B"), path: ["cellar", "SHELF"]), NewThing(Thing(name: "C")),
            ]
            let added = try await library.addThings(good, title: "Import")
            #expect(try await library.places.count() == 2)
            #expect(added.things[0].place == added.things[1].place && added.things[2].place == nil)
            let shelf = try #require(added.things[0].place)
            #expect(try await library.path(to: shelf).map(\.name) == ["Cellar", "Shelf"])
            #expect(try await library.place(at: ["CELLAR", "shelf"]).id == shelf)
            _ = try await library.undo(added.undo)
            #expect(try await library.things.count() == 0)
            #expect(try await library.places.count() == 0)
        }
    }

    @Test func `many things are added in parts, whole or not at all, and undone as one action`() async throws {
        try await withLibrary { library, _ in
            let gone = try await library.places.add(Place(name: "Gone"))
            _ = try await library.places.purge(gone.id)
            let many = (0..<1200).map { NewThing(Thing(name: "Thing \($0)"), path: ["Cellar"]) }
            var wrong = many
            wrong[700].loans = [Loan(thing: nil, borrower: "Ben")]
            wrong[1100] = NewThing(Thing(name: "Nowhere", place: gone.id))
            await #expect(throws: LibraryError.self) { _ = try await library.addThings(wrong, title: "Import") }
            #expect(try await library.things.count() == 0)
            #expect(try await library.places.count() == 0)
            #expect(try await library.undoRecords().isEmpty)
            let added = try await library.addThings(many, title: "Import")
            #expect(added.things.map(\.name) == many.map(\.thing.name))
            #expect(try await library.places.count() == 1)
            #expect(try await library.undoRecords().map(\.title) == ["Import"])
            #expect(try await library.undo(added.undo).restored == 1201)
            #expect(try await library.things.count() == 0)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `sums count quantities for each currency, and one that exceeds 64 bits is an error`() async throws {
        try await withLibrary { library, _ in
            func euros(_ units: Int64) -> Money { Money(minorUnits: units, currency: "EUR") }
            let place = try await library.places.add(Place(name: "Cellar"))
            _ = try await library.things.add([
                Thing(name: "A", category: "Tools", quantity: 3, value: euros(100), tags: ["x", "y"], place: place.id),
                Thing(name: "B", category: "tools", value: Money(minorUnits: 7, currency: "JPY"), tags: ["x"]),
                Thing(name: "C"),
            ])
            let categories = try await library.totals(by: .category)
            #expect(categories.map(\.things) == [2, 1] && categories[0].items == 4)
            #expect(categories[0].values == [euros(300), Money(minorUnits: 7, currency: "JPY")] && categories[1].values == [])
            #expect(try await library.totals(by: .tag).map { [$0.key, "\($0.things)"] } == [["x", "2"], ["y", "1"]])
            #expect(try await library.totals(by: .place).first { $0.key == place.id.description }?.values == [euros(300)])
            let b = try #require(try await library.things.list([.text("B")]).entries.first)
            _ = try await library.things.update(b.id) { $0.quantity = 2 }
            #expect(try await library.totals(by: .currency).first { $0.key == "JPY" }?.items == 2)
            try await library.rebuildSearch()
            #expect(try await library.totals(by: .currency).first { $0.key == "JPY" }?.items == 2)
            _ = try await library.things.add(Thing(name: "Huge", quantity: 10, value: euros(.max)))
            await #expect(throws: LibraryError.self) { _ = try await library.totals(by: .category) }
        }
    }

    @Test func `what is due is listed with what is overdue first`() async throws {
        try await withLibrary { library, _ in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            @Sendable func day(_ days: Double) -> Date { now.addingTimeInterval(days * 86_400) }
            let drill = try await library.things.add(Thing(name: "Drill", warrantyUntil: day(20)))
            _ = try await library.things.add(Thing(name: "Old", warrantyUntil: day(-20)))
            _ = try await library.maintenance.add(Maintenance(thing: drill.id, title: "Oil", due: day(-3)))
            _ = try await library.maintenance.add(Maintenance(thing: drill.id, title: "Done", due: day(1), done: day(0)))
            let loan = try await library.loans.add(Loan(thing: drill.id, borrower: "Ben", due: day(5)))
            let due = try await library.reminders(from: now, before: day(30))
            #expect(due.map(\.kind) == [.maintenance, .loan, .warranty] && due.map(\.detail) == ["Oil", "Ben", ""])
            #expect(try await library.reminders(from: now, before: day(10)).count == 2)
            let asked = try await library.requests.add(
                Request(peer: "bea", title: "Your fridge", peerName: "Bea", isIncoming: true, due: day(-1)))
            _ = try await library.requests.add(Request(peer: "bea", title: "My drill", peerName: "Bea", due: day(29)))
            _ = try await library.requests.add(Request(peer: "bea", title: "Whenever"))
            let all = try await library.reminders(from: now, before: day(30))
            #expect(all.map(\.kind) == [.maintenance, .request, .loan, .warranty, .answer])
            #expect(all[1].name == "Your fridge" && all[1].detail == "Bea" && all[1].thing == nil)
            _ = try await library.requests.update(asked.id) { $0.state = .answered }
            #expect(try await library.reminders(from: now, before: day(30)).count == 4)
            for request in try await library.requests.list().entries { _ = try await library.requests.trash([request.id]) }
            _ = try await library.loans.update(loan.id) { $0.returned = day(1) }
            _ = try await library.things.trash([drill.id])
            #expect(try await library.reminders(from: now, before: day(30)).isEmpty)
            await #expect(throws: LibraryError.self) {
                _ = try await library.loans.add(Loan(thing: drill.id, borrower: "Ben", lent: day(3), due: day(1)))
            }
        }
    }
}
