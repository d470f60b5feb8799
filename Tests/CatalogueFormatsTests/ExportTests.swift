import CatalogueFormats
import DioramaLibrary
import Foundation
import Testing

@Suite struct ExportTests {
    @Test(arguments: [false, true]) func `Diorama's own table is read back exactly`(mark: Bool) throws {
        let items = Samples.items
        let table = try ThingTable.read(ThingCSVWriter.table(items, .diorama, mark: mark))
        #expect(table.layout == .diorama)
        let mapping = ColumnMapping(proposedFor: table)
        #expect(!mapping.columns.contains { $0.field == .ignored })
        let plan = try ImportPlan(table, mapping: mapping, options: ImportOptions(currency: "USD"))
        #expect(plan.errors.isEmpty && plan.notes.isEmpty, "\(plan.errors) \(plan.notes)")
        #expect(plan.drafts.map(\.thing) == items.map(\.thing))
        #expect(plan.drafts.map(\.place) == items.map(\.place))
        #expect(plan.drafts.map(\.space) == items.map(\.space))
        #expect(plan.drafts.map(\.reference) == items.map { $0.id.description })
    }

    @Test func `no cell of a table begins a formula`() throws {
        var reader = try CSVReader(ThingCSVWriter.table(Samples.items, .diorama))
        _ = try reader.next()
        while let row = try reader.next() {
            for field in row.fields where Double(field) == nil {
                #expect(!field.hasPrefix("=") && !field.hasPrefix("-") && !field.hasPrefix("@"))
            }
        }
    }

    @Test func `Homebox's table keeps what Homebox has`() throws {
        var item = Samples.items[0]
        item.thing.fields += [
            CustomField("Asset ID", .text("000-007")), CustomField("Lifetime warranty", .flag(true)),
            CustomField("Sold to", .text("Ann")), CustomField("Sold for", .money(Money(minorUnits: 500, currency: "EUR"))),
        ]
        let bytes = ThingCSVWriter.table([item], .homebox)
        let table = try ThingTable.read(bytes)
        #expect(table.layout == .homebox)
        #expect(table.rows[0].fields[1] == "Cellar / Shelf 2-3")
        let plan = try ImportPlan(table, mapping: ColumnMapping(proposedFor: table), options: ImportOptions())
        #expect(plan.errors.isEmpty, "\(plan.errors)")
        let draft = try #require(plan.drafts.first)
        #expect(draft.isSold && draft.place == ["Cellar", "Shelf 2-3"])
        for path in [\Thing.name, \.notes] { #expect(draft.thing[keyPath: path].trimmed == item.thing[keyPath: path].trimmed) }
        for path in [\Thing.category, \.brand, \.model, \.serial, \.condition, \.seller, \.warrantyNotes] {
            #expect(draft.thing[keyPath: path] == item.thing[keyPath: path])
        }
        #expect(draft.thing.price == item.thing.price && draft.thing.value == item.thing.value && draft.thing.quantity == 2)
        #expect(draft.thing.purchased == item.thing.purchased && draft.thing.isInsured)
        #expect(draft.thing.fields.contains(CustomField("Asset ID", .text("000-007"))))
        #expect(draft.thing.fields.contains(CustomField("Voltage", .text("18"))))
    }

    @Test func `rows can be taken while they are written`() throws {
        let items = Samples.items
        var writer = ThingCSVWriter(.diorama, columns: ThingCSVWriter.columns(of: items.map(\.thing)))
        var all = writer.takeBytes()
        for item in items {
            writer.write(item)
            all += writer.takeBytes()
        }
        #expect(all == ThingCSVWriter.table(items, .diorama))
    }

    @Test(arguments: [
        (1999, "EUR", "19.99"), (5, "EUR", "0.05"), (0, "EUR", "0.00"), (1999, "JPY", "1999"), (12_345, "KWD", "12.345"),
        (123_456_789, "USD", "1234567.89"), (12_345, "CLF", "1.2345"), (Int(Int64.max), "EUR", "92233720368547758.07"),
    ]) func `amounts have their currency's decimals`(units: Int, currency: String, text: String) {
        #expect(Money(minorUnits: Int64(units), currency: currency).amount() == text)
    }

    @Test func `amounts are written in each language`() {
        let money = Money(minorUnits: 123_456_789, currency: "EUR")
        #expect(money.text(ReportLanguage.english.numberStyle) == "1,234,567.89\u{A0}EUR")
        #expect(money.text(ReportLanguage.german.numberStyle) == "1.234.567,89\u{A0}EUR")
        #expect(money.text(ReportLanguage.french.numberStyle) == "1\u{A0}234\u{A0}567,89\u{A0}EUR")
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
