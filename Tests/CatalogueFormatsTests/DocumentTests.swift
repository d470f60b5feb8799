import CatalogueFormats
import DioramaLibrary
import Foundation
import Testing

@Suite struct DocumentTests {
    private static func document() -> CatalogueDocument {
        let cellar = PlaceRecord(id: PlaceID(), name: "Cellar", notes: "cold")
        let shelf = PlaceRecord(id: PlaceID(), name: "Shelf", parent: cellar.id)
        var records = Samples.items.map { ThingRecord(id: $0.id, thing: $0.thing) }
        records[0].thing.place = shelf.id
        records[0].thing.space = SpaceID()
        records[0].media = [
            MediaRecord(hash: String(repeating: "0a", count: 32), contentType: "image/jpeg", fileName: "a.jpg", role: "photo")
        ]
        let loan = LoanRecord(
            id: LoanID(), thing: records[0].id, borrower: "Ann", lent: Samples.day("2026-01-01"), due: Samples.day("2026-02-01"))
        let service = MaintenanceRecord(
            id: MaintenanceID(), thing: records[0].id, title: "Oil", due: Samples.day("2026-05-01"),
            cost: Money(minorUnits: 900, currency: "EUR"), notes: "twice")
        return CatalogueDocument(
            exported: Date(timeIntervalSince1970: 1_790_000_000.5), places: [cellar, shelf], things: records, loans: [loan],
            maintenance: [service])
    }

    @Test func `a document is read back exactly, and written the same`() throws {
        let document = Self.document()
        let json = try document.json()
        let read = try CatalogueDocument.read(json)
        #expect(read == document)
        #expect(try read.json() == json)
        #expect(
            String(decoding: json, as: UTF8.self).hasPrefix(
                "{\"format\":\"diorama-catalogue\",\"version\":1,\"exported\":\"2026-09-21T"))
        let encoded = try JSONEncoder().encode(document)
        #expect(try CatalogueDocument.read([UInt8](encoded)) == document)
        let empty = CatalogueDocument(exported: document.exported)
        #expect(try CatalogueDocument.read(empty.json()) == empty)
        let loans = CatalogueDocument(
            exported: document.exported,
            things: document.things.map { record in
                var record = record
                record.thing.place = nil
                return record
            }, maintenance: document.maintenance)
        #expect(try CatalogueDocument.read(loans.json()) == loans)
    }

    @Test(arguments: [
        ("\"notes\":\"cold\"", "\"colour\":\"red\"", "places[0]", "colour"),
        ("\"quantity\":2", "\"quantity\":0", "things[0].quantity", "0 is not"),
        ("\"quantity\":2", "\"quantity\":\"2\"", "things[0].quantity", "whole number"),
        ("\"currency\":\"JPY\"", "\"currency\":\"yen\"", "things[0].price.currency", "yen"),
        ("\"minorUnits\":1500", "\"minorUnits\":-1", "things[0].price.minorUnits", "negative"),
        ("\"minorUnits\":1500", "\"minorUnits\":15.5", "things[0].price.minorUnits", "whole number"),
        ("\"purchased\":\"2024-03-05\"", "\"purchased\":\"2024-02-30\"", "things[0].purchased", "2024-02-30"),
        ("\"type\":\"flag\"", "\"type\":\"colour\"", "things[0].fields[3].type", "colour"),
        ("\"borrower\":\"Ann\"", "\"borrower\":\" \"", "loans[0].borrower", "1 to 200"),
        ("\"version\":1", "\"version\":2", "version", "version 2"),
        ("diorama-catalogue", "other", "format", "other"),
        ("\"role\":\"photo\"", "\"role\":\"photo\",\"x\":1", "things[0].media[0]", "\"x\""),
    ]) func `what is wrong is refused with its location`(from: String, to: String, location: String, word: String) throws {
        let json = String(decoding: try Self.document().json(), as: UTF8.self)
        let range = try #require(json.range(of: from))
        let changed = json.replacingCharacters(in: range, with: to)
        let error = #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(Array(changed.utf8)) }
        #expect(error?.location == location, "\(error?.description ?? "")")
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `references have to lead somewhere and never in circles`() throws {
        var document = Self.document()
        document.things[1].thing.place = PlaceID()
        #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(document.json()) }
        document = Self.document()
        document.places[0].parent = document.places[1].id
        let circle = #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(document.json()) }
        #expect(circle?.problem.contains("contains itself") == true)
        document = Self.document()
        document.things.append(document.things[0])
        #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(document.json()) }
        document = Self.document()
        document.things.remove(at: 0)
        let loan = #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(document.json()) }
        #expect(loan?.location == "loans[0].thing")
    }

    @Test func `damaged documents are refused, never a trap`() throws {
        let bytes = try Self.document().json()
        var generator = FixedRandom(state: 11)
        for length in stride(from: 0, to: bytes.count - 3, by: 97) {
            #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(Array(bytes.prefix(length))) }
        }
        for _ in 0..<100 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int(generator.next() % UInt64(bytes.count))] ^= 1 << UInt8(generator.next() % 8) }
            _ = try? CatalogueDocument.read(damaged)
        }
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(deep) }
        let large = #expect(throws: CatalogueFormatError.self) { try CatalogueDocument.read(bytes, maxBytes: 100) }
        #expect(large?.kind == .tooLarge)
    }

    @Test func `records are written in order`() throws {
        let document = Self.document()
        var writer = CatalogueJSONWriter(exported: document.exported)
        try writer.write(document.things[0])
        #expect(throws: CatalogueFormatError.self) { try writer.write(document.places[0]) }
    }
}
