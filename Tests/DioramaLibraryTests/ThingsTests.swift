import Foundation
import Geometry
import DioramaLibrary
import Testing

@Suite struct ThingsTests {
    /// A thing with something in every column.
    static let full = Thing(
        name: "Cordless drill", category: "Tools", brand: "Ferrum", model: "X2", serial: "SN-1", quantity: 2, condition: "used",
        value: Money(minorUnits: 12_999, currency: "EUR"), purchased: Date(timeIntervalSince1970: 1_700_000_000.123),
        price: Money(minorUnits: .max, currency: "JPY"), seller: "Market",
        warrantyUntil: Date(timeIntervalSince1970: 1_800_000_000),
        warrantyNotes: "Keep the box", tags: ["lend", "red \"and\" green"], position: Vector3(0.1, -2.5, .leastNonzeroMagnitude),
        fields: [
            CustomField("Voltage", .number(18.1)), CustomField("Big", .number(9_007_199_254_740_992)),
            CustomField("Lent to", .text("Zoë\n2nd")),
            CustomField("Charged", .flag(true)), CustomField("Service", .date(Date(timeIntervalSince1970: 1.5))),
            CustomField("Deposit", .money(Money(minorUnits: 100, currency: "USD"))),
        ], notes: "Line one\nline two")

    @Test func `a thing comes back with everything that it was added with`() async throws {
        try await withLibrary { library, _ in
            let added = try await library.things.add(Self.full)
            #expect(added.content == Self.full)
            let read = try #require(try await library.things.get(added.id))
            #expect(read == added)
            #expect(read.position?.z.bitPattern == Float.leastNonzeroMagnitude.bitPattern)
            #expect(read.created == read.modified && read.trashed == nil)
            #expect(try await library.things.get(ThingID()) == nil)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a change writes only the columns that it changes`() async throws {
        try await withLibrary { library, _ in
            let base = try await library.things.add(Self.full)
            // Two people have the same form open; each changes something else.
            var first = base.content
            first.name = "Hammer drill"
            var second = base.content
            second.notes = "Repaired"
            second.value = nil
            _ = try await library.things.update(base, to: first)
            let merged = try #require(try await library.things.update(base, to: second))
            #expect(merged.name == "Hammer drill")
            #expect(merged.notes == "Repaired")
            #expect(merged.value == nil)
            #expect(merged.tags == Self.full.tags)
            let changed = try #require(try await library.things.update(base.id) { $0.quantity += 1 })
            #expect(changed.quantity == 3)
            #expect(changed.modified >= base.modified)
            #expect(try await library.things.update(ThingID()) { $0.quantity = 1 } == nil)
            #expect(try await library.things.get(base.id) == changed)
        }
    }

    @Test func `what goes into the trash leaves lists and search, and undoing brings back exactly that`() async throws {
        try await withLibrary { library, _ in
            let a = try await library.things.add(Thing(name: "Red lamp", tags: ["x"]))
            let b = try await library.things.add(Thing(name: "Blue lamp"))
            let c = try await library.things.add(Thing(name: "Green lamp"))
            #expect(try await library.things.trash([a.id]) == [a.id])
            let second = try await library.things.trash([a.id, b.id, ThingID()])
            #expect(second == [b.id])
            #expect(names(try await library.things.list()) == ["Green lamp"])
            #expect(try await library.search("lamp").map(\.title) == ["Green lamp"])
            #expect(try await library.things.count() == 1)
            #expect(try await library.tags() == [])
            #expect(names(try await library.things.trashed()) == ["Blue lamp", "Red lamp"])
            let first = try await library.things.trashed(limit: 1)
            #expect(names(try await library.things.trashed(after: first.next, limit: 1)) == ["Red lamp"])
            #expect(try await library.things.get(a.id)?.trashed != nil)
            #expect(try await library.things.restore(second) == [b.id])
            #expect(names(try await library.things.list()) == ["Green lamp", "Blue lamp"])
            #expect(try await library.search("lamp").count == 2)
            #expect(try await library.things.purge(a.id))
            #expect(try await library.things.purge(a.id) == false)
            #expect(try await library.things.restore([a.id]) == [])
            #expect(try await library.things.get(a.id) == nil)
            #expect(try await library.things.get([c.id, a.id, b.id]).map(\.id) == [c.id, b.id])
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `filters find what they say, alone and together`() async throws {
        try await withLibrary { library, _ in
            let space = try await library.add(SpaceDraft(name: "Flat"))
            let room = try await library.places.add(Place(name: "Room", space: space.id))
            let shelf = try await library.places.add(Place(name: "Shelf", parent: room.id))
            let day = Date(timeIntervalSince1970: 1_800_000_000)
            _ = try await library.things.add([
                Thing(
                    name: "a", category: "Tools", brand: "Ferrum", value: Money(minorUnits: 100, currency: "EUR"),
                    warrantyUntil: day,
                    tags: ["100%", "red"], space: space.id, place: room.id),
                Thing(name: "b", category: "tools", value: Money(minorUnits: 200, currency: "USD"), tags: ["RED"], place: shelf.id),
                Thing(
                    name: "c", category: "Books", value: Money(minorUnits: 300, currency: "EUR"), tags: ["redder"],
                    space: space.id),
                Thing(name: "d", purchased: day, warrantyUntil: day.addingTimeInterval(1)),
            ])
            func found(_ conditions: Condition<Thing>...) async throws -> String {
                let list = names(try await library.things.list(conditions, by: .name)).joined()
                #expect(try await library.things.count(conditions) == list.count)
                return list
            }
            #expect(try await found(.category("Tools")) == "ab")
            #expect(try await found(.category(nil)) == "d")
            #expect(try await found(.brand("ferrum")) == "a")
            #expect(try await found(.tag("red")) == "ab")
            #expect(try await found(.tag("100%")) == "a")
            #expect(try await found(.tag("%")) == "")
            #expect(try await found(.space(space.id)) == "ac")
            #expect(try await found(.place(room.id)) == "ab")
            #expect(try await found(.place(shelf.id)) == "b")
            #expect(try await found(.place(nil)) == "cd")
            #expect(try await found(.value(100...300, "EUR")) == "ac")
            #expect(try await found(.warrantyEnding(before: day.addingTimeInterval(1))) == "a")
            #expect(try await found(.warrantyEnding(after: day, before: day.addingTimeInterval(9))) == "ad")
            #expect(try await found(.purchased(day..<day.addingTimeInterval(1))) == "d")
            #expect(try await found(.text("red")) == "abc")
            #expect(try await found(.category("tools"), .tag("red"), .value(1...500, "USD")) == "b")
            #expect(try await found(.text("ferr"), .tag("red")) == "a")
            #expect(try await library.categories().map { "\($0.word) \($0.count)" } == ["Tools 2", "Books 1"])
            #expect(try await library.tags().first?.count == 2)
            #expect(try await library.brands().map(\.word) == ["Ferrum"])
        }
    }

    @Test func `every order pages through everything once, also where values are missing or equal`() async throws {
        try await withLibrary { library, _ in
            let drafts = (0..<57).map { i in
                var thing = Thing(name: "Thing \(i % 7)")
                if i % 2 == 0 { thing.category = "Even" }
                if i % 3 != 0 { thing.value = Money(minorUnits: Int64(i % 5), currency: "EUR") }
                if i % 4 == 0 { thing.purchased = Date(timeIntervalSince1970: Double(i)) }
                if i % 5 == 0 { thing.warrantyUntil = Date(timeIntervalSince1970: Double(i % 10)) }
                return thing
            }
            let all = try await library.things.add(drafts)
            let orders: [Order<Thing>] = [
                .newest, .oldest, .name, .lastChanged, .mostValuable, .lastPurchased, .warrantyEnd,
            ]
            for order in orders {
                let whole = try await library.things.list(by: order, limit: 1000).entries
                for limit in [1, 10, 57] {
                    let paged = try await allPages(library.things, by: order, limit: limit)
                    #expect(paged.map(\.id) == whole.map(\.id))
                }
                #expect(Set(whole.map(\.id)) == Set(all.map(\.id)))
                let even = try await allPages(library.things, [.category("Even")], by: order, limit: 4)
                #expect(even.map(\.id) == whole.filter { $0.category == "Even" }.map(\.id))
            }
            let values = try await library.things.list(by: .mostValuable, limit: 1000).entries.map { $0.value?.minorUnits ?? -1 }
            #expect(values == values.sorted(by: >))
        }
    }

    @Test func `a page goes on behind an entry that is gone, and a cursor survives being text`() async throws {
        try await withLibrary { library, _ in
            _ = try await library.things.add((0..<9).map { Thing(name: "\($0)") })
            let page = try await library.things.list(by: .name, limit: 3)
            let last = try #require(page.entries.last)
            _ = try await library.things.purge(last.id)
            let cursor = try #require(page.next)
            let read = try #require(Cursor<Thing>(cursor.description))
            #expect(read == cursor)
            #expect(names(try await library.things.list(by: .name, after: read, limit: 3)) == ["3", "4", "5"])
            let wrong = await libraryError { _ = try await library.things.list(by: .newest, after: cursor) }
            #expect(wrong?.kind == .invalidValue)
            for text in ["", "x", "W10=", cursor.description + "A", String(repeating: "A", count: 100_000)] {
                #expect(Cursor<Thing>(text) == nil)
            }
            for limit in [0, -1, 1001] {
                #expect(await libraryError { _ = try await library.things.list(limit: limit) }?.kind == .invalidValue)
            }
        }
    }

    static let bad: [(Thing, String)] = [
        (Thing(name: " "), "empty"), (Thing(name: String(repeating: "x", count: 201)), "200"), (Thing(name: "a\u{7}"), "control"),
        (Thing(name: "x", quantity: 0), "not 0"), (Thing(name: "x", value: Money(minorUnits: -1, currency: "EUR")), "negative"),
        (Thing(name: "x", value: Money(minorUnits: 1, currency: "eur")), "currency"),
        (Thing(name: "x", purchased: .init(timeIntervalSince1970: .infinity)), "years"),
        (Thing(name: "x", tags: (0..<101).map { "\($0)" }), "100 tags"), (Thing(name: "x", tags: ["a\nb"]), "control"),
        (Thing(name: "x", position: Vector3(.nan, 0, 0)), "finite"),
        (Thing(name: "x", fields: [CustomField("a", .number(.nan))]), "finite"),
        (Thing(name: "x", fields: [CustomField("a", .flag(true)), CustomField("a", .flag(false))]), "two fields"),
        (Thing(name: "x", notes: String(repeating: "x", count: 100_001)), "100000"), (Thing(name: "x", notes: "\0"), "control"),
        (Thing(name: "x", space: SpaceID()), "space"), (Thing(name: "x", place: PlaceID()), "place"),
        (Thing(name: "x", account: AccountID()), "account"),
    ]

    @Test func `what can't be kept is refused in one line, and nothing of it is kept`() async throws {
        try await withLibrary { library, _ in
            let kept = try await library.things.add(Thing(name: "kept"))
            for (thing, word) in Self.bad {
                let error = try #require(await libraryError { _ = try await library.things.add([Thing(name: "first"), thing]) })
                #expect(error.message.contains(word), "\(error)")
                #expect(error.kind == .invalidValue || error.kind == .notFound)
                #expect(await libraryError { _ = try await library.things.update(kept, to: thing) } != nil)
            }
            #expect(names(try await library.things.list()) == ["kept"])
            #expect(try await library.things.get(kept.id) == kept)
        }
    }

    @Test func `rows of other devices that this version can't read in part don't spoil the rest`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let good = try await library.things.add(Thing(name: "good", tags: ["a"]))
            let odd = ThingID()
            try edit(
                folder,
                """
                INSERT INTO things (id, name, tags, fields, space, place)
                VALUES ('\(odd)', '', 'no JSON [', '[["Colour",{"hsv":[1,2.5,null]}]]', 'no id', '\(PlaceID())');
                INSERT INTO things (id, name) VALUES ('---------------------------', 'no id');
                """)
            #expect(try await library.things.list().entries.map(\.id).contains(good.id))
            let read = try #require(try await library.things.get(odd))
            #expect(read.tags == [] && read.space == nil)
            #expect(read.fields == [CustomField("Colour", .other(#"{"hsv":[1,2.5,null]}"#))])
            // What a later version wrote is written back as it was.
            let changed = try #require(
                try await library.things.update(odd) {
                    $0.name = "named"
                    $0.fields.append(CustomField("Size", .number(3)))
                })
            #expect(changed.fields.count == 2)
            #expect(try await library.things.get(odd)?.fields == changed.fields)
            #expect(try library.verify().databaseProblems.count == 1)
        }
    }
}
