import CatalogueFormats
import DioramaLibrary
import Foundation
import Images
import Spaces
import TestSupport
import Testing

/// Things with files, imports, exports and places.
struct ThingCatalogueTests {
    private func withLibrary(_ body: (Library, ThingCatalogue, URL) async throws -> Void) async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = try Library(at: folder.appendingPathComponent("library"))
            try await body(library, ThingCatalogue(library: library, media: MediaStore(library)), folder)
            #expect(try library.verify().problems == [])
            try library.close()
        }
    }

    private func photo(_ folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("photo.png")
        try Data(PNG.encode(ColorImage(width: 64, height: 48, repeating: SIMD4(120, 90, 60, 255)))).write(to: file)
        return file
    }

    @Test func `places are in the order in which people look for them`() async throws {
        try await withLibrary { library, _, _ in
            for name in ["Shelf 10", "shelf 2", "Zoo", "Écran", "Attic", "Shelf 02", "7th floor"] {
                _ = try await library.places.add(Place(name: name))
            }
            let names = try await PlaceCatalogue(library: library).tree().map(\.place.name)
            #expect(names == ["7th floor", "Attic", "Écran", "Shelf 02", "shelf 2", "Shelf 10", "Zoo"])
        }
    }

    @Test func `a thing is added with its files; one that is no file of its kind adds nothing`() async throws {
        try await withLibrary { library, catalogue, folder in
            let photo = try photo(folder)
            let pdf = folder.appendingPathComponent("receipt.pdf")
            try Data("%PDF-1.4\n".utf8).write(to: pdf)
            let text = folder.appendingPathComponent("notes.txt")
            try Data("text".utf8).write(to: text)
            await #expect(throws: SpacesError.self) {
                _ = try await catalogue.add(
                    Thing(name: "Drill"), files: [ThingFile(url: photo, kind: .photo), ThingFile(url: text, kind: .document)])
            }
            #expect(try await library.things.count() == 0)
            let details = try await catalogue.add(
                Thing(name: "Drill"),
                files: [ThingFile(url: photo, kind: .photo), ThingFile(url: pdf, kind: .document, role: .receipt)])
            #expect(details.media.map(\.contentType) == ["image/png", "application/pdf"])
            #expect(details.media.map(\.role) == [nil, .receipt] && details.media.map(\.position) == [0, 1])
            #expect(details.item.cover?.id == details.media[0].id)
            let more = try await catalogue.add([ThingFile(url: photo, kind: .photo)], to: details.item.thing.id)
            #expect(more.media.last?.position == 2)
            #expect(try await catalogue.thing(named: "drill").id == details.item.thing.id)
            await #expect(throws: SpacesError.self) { _ = try await catalogue.thing(named: "dril") }
        }
    }

    @Test func `a table comes back as it went out, and one with a wrong row imports nothing`() async throws {
        try await withLibrary { library, catalogue, _ in
            let place = try await library.place(at: ["Cellar", "Shelf 2"])
            let thing = Thing(
                name: "Drill, \"big\"", brand: "Ferrum", quantity: 2, value: Money(minorUnits: 12_999, currency: "EUR"),
                tags: ["lend"],
                place: place.id, isInsured: true, fields: [CustomField("Volts", .number(18))], notes: "=1+1")
            let added = try await library.things.add(thing)
            _ = try await catalogue.lend(Loan(thing: added.id, borrower: "Ben"))
            let exporter = ThingExport(library: library, media: MediaStore(library))
            let importer = ThingImport(library: library)
            for format in [ThingExport.Format.csv, .homebox, .json] {
                let preview = try await importer.preview(try await exporter.file(format))
                #expect(preview.errors.isEmpty && preview.things.count == 1, "\(format): \(preview.errors)")
                let done = try await importer.run(preview)
                let back = try #require(done.things.first)
                #expect(back.name == thing.name && back.quantity == 2 && back.isInsured && back.notes == thing.notes, "\(format)")
                #expect(back.place == place.id && back.tags == ["lend"], "\(format)")
                if format == .json { #expect(try await library.loans.list([.thing(back.id)]).entries.count == 1) }
                _ = try await library.undo(done.undo)
            }
            let bad = try await importer.preview(Array("Name,Quantity\nLamp,1\nChair,many\n".utf8))
            #expect(bad.errors.first?.line == 3 && bad.errors.first?.column == "Quantity")
            await #expect(throws: SpacesError.self) { _ = try await importer.run(bad) }
            #expect(try await library.things.list([.text("Lamp")]).entries.isEmpty)
            let nameless = try await importer.preview(Array("A,B\n1,2\n".utf8))
            #expect(!nameless.errors.isEmpty && nameless.things.isEmpty)
            await #expect(throws: SpacesError.self) { _ = try await importer.preview(Array("{\"format\":1".utf8)) }
        }
    }

    @Test func `places are listed as a tree with the sums of what is in them`() async throws {
        try await withLibrary { library, _, _ in
            let shelf = try await library.place(at: ["Cellar", "Shelf"])
            _ = try await library.place(at: ["Attic"])
            _ = try await library.things.add(Thing(name: "A", value: Money(minorUnits: 5, currency: "EUR"), place: shelf.id))
            let places = PlaceCatalogue(library: library)
            let tree = try await places.tree()
            #expect(tree.map(\.path) == [["Attic"], ["Cellar"], ["Cellar", "Shelf"]] && tree.map(\.things) == [0, 1, 1])
            #expect(tree[1].values == [Money(minorUnits: 5, currency: "EUR")])
            #expect(try await places.place(named: "cellar/shelf").id == shelf.id)
            #expect(try await places.place(named: "Shelf").id == shelf.id)
            _ = try await library.place(at: ["Attic", "Shelf"])
            await #expect(throws: SpacesError.self) { _ = try await places.place(named: "Shelf") }
            let hits = try await CatalogueSearch(library: library).hits("a", in: [.thing])
            #expect(hits.map(\.path) == [["Cellar", "Shelf"]])
        }
    }

    @Test func `a label says which thing it is, and other texts say none`() async throws {
        try await withLibrary { library, _, _ in
            let thing = try await library.things.add(Thing(name: "Drill"))
            #expect(ThingExport.thing(ofLabel: "https://a.example/things/\(thing.id)") == thing.id)
            #expect(ThingExport.thing(ofLabel: "diorama:thing/\(thing.id)") == thing.id)
            for text in ["https://a.example/things/", "\(thing.id)", "diorama:thing/x"] {
                #expect(ThingExport.thing(ofLabel: text) == nil)
            }
            let exporter = ThingExport(library: library, media: MediaStore(library))
            for code in LabelCodeType.allCases {
                let pdf = try await exporter.labels(of: [thing], on: "l7160", code: code, address: "https://a.example")
                #expect(pdf.starts(with: Array("%PDF".utf8)))
            }
            await #expect(throws: SpacesError.self) { _ = try await exporter.labels(of: [thing], on: "none", address: nil) }
        }
    }
}
