import CatalogueFormats
import DioramaLibrary
import Foundation
import Testing

private func plan(
    _ text: String, options: ImportOptions = ImportOptions(), edit: (inout ColumnMapping) -> Void = { _ in }
) throws -> (table: ThingTable, plan: ImportPlan) {
    let table = try ThingTable.read(Array(text.utf8))
    var mapping = ColumnMapping(proposedFor: table)
    edit(&mapping)
    return (table, try ImportPlan(table, mapping: mapping, options: options))
}

private func day(_ text: String) -> Date {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    return formatter.date(from: text)!
}

@Suite struct ImportTests {
    @Test func `a Homebox export is read`() throws {
        let text = """
            HB.import_ref,HB.location,HB.tags,HB.asset_id,HB.archived,HB.url,HB.name,HB.quantity,HB.description,\
            HB.insured,HB.notes,\
            HB.purchase_price,HB.purchase_from,HB.purchase_time,HB.manufacturer,HB.model_number,HB.serial_number,\
            HB.lifetime_warranty,\
            HB.warranty_expires,HB.warranty_details,HB.sold_to,HB.sold_price,HB.sold_time,HB.sold_notes,HB.field.Voltage
            r-1,Home / Cellar / Shelf 2,Tools; lend,000-001,false,https://hb/item/1,Drill,2,Blue,true,"Charger in
            drawer",129.5,Hardware Ltd,2024-03-05,Ferrum,FD-18,SN123,true,2027-03-05,Keep the bill,,0,0001-01-01,,18
            ,Office,,000-002,true,,Old lamp,1,,false,,0,,0001-01-01,,,,false,,,Ann,5,2025-01-02,cash,
            """
        let (table, plan) = try plan(text)
        #expect(table.layout == .homebox)
        #expect(plan.errors.isEmpty)
        let drill = try #require(plan.drafts.first)
        #expect(drill.place == ["Home", "Cellar", "Shelf 2"])
        #expect(drill.reference == "r-1")
        #expect(!drill.isArchived && !drill.isSold)
        var expected = Thing(name: "Drill", brand: "Ferrum", model: "FD-18", serial: "SN123", quantity: 2)
        expected.price = Money(minorUnits: 12_950, currency: "EUR")
        expected.purchased = day("2024-03-05")
        expected.seller = "Hardware Ltd"
        expected.warrantyUntil = day("2027-03-05")
        expected.warrantyNotes = "Keep the bill"
        expected.isInsured = true
        expected.tags = ["Tools", "lend"]
        expected.notes = "Blue\n\nCharger in\ndrawer"
        expected.fields = [
            CustomField("Asset ID", .text("000-001")), CustomField("Lifetime warranty", .flag(true)),
            CustomField("Voltage", .text("18")),
        ]
        #expect(drill.thing == expected)
        let lamp = plan.drafts[1]
        #expect(lamp.isArchived && lamp.isSold && lamp.line == 4)
        #expect(lamp.thing.price == nil && lamp.thing.purchased == nil)
        #expect(lamp.thing.fields.contains(CustomField("Sold for", .money(Money(minorUnits: 500, currency: "EUR")))))
    }

    @Test func `an InvenTree list of stock is read`() throws {
        let text = """
            Stock Item ID,Part ID,Part Name,Quantity,Serial,Batch,Status,Status Code,Location ID,Location Name,Supplier Name,Notes,\
            Purchase Price,Currency
            12,3,Resistor 10k,250.00000,,B7,OK,10,4,Electronics,Parts Inc,,0.012500,USD
            13,4,Empty reel,0,,,OK,10,4,Electronics,,,,
            """
        let (table, first) = try plan(text)
        #expect(table.layout == .inventreeStock)
        #expect(first.errors.map(\.line) == [3])
        #expect(first.errors.first?.column == "Quantity")
        let (_, second) = try plan(text, options: ImportOptions(zeroQuantity: .skip))
        #expect(second.errors.isEmpty && second.skipped.map(\.line) == [3])
        let thing = second.drafts[0].thing
        #expect(thing.quantity == 250 && thing.condition == "OK" && thing.price == Money(minorUnits: 1, currency: "USD"))
        #expect(second.notes.first?.column == "Purchase Price")
        #expect(second.drafts[0].place == ["Electronics"])
        #expect(SourceLayout(header: ["ID", "Name", "IPN", "Description", "Category", "In Stock"]) == .inventreeParts)
    }

    @Test func `a Sortly export is read`() throws {
        let text = """
            Entry Type,Entry Name,SID,Primary Folder,Subfolder-level1,Quantity,Unit,Min Level,Price,Tags,Notes,Barcode/QR1-Data
            Folder,Kitchen,S1,Kitchen,,,,,,,,
            Item,Mixer,S2,Kitchen,Shelf,1,unit,2,$79.90,"red, loud",old,4006381333931
            """
        let (table, plan) = try plan(text, options: ImportOptions(currency: "USD"))
        #expect(table.layout == .sortly)
        #expect(plan.skipped.map(\.line) == [2])
        let mixer = try #require(plan.drafts.first)
        #expect(mixer.place == ["Kitchen", "Shelf"])
        #expect(mixer.thing.price == Money(minorUnits: 7990, currency: "USD"))
        #expect(mixer.thing.tags == ["red", "loud"])
        #expect(mixer.thing.fields.contains(CustomField("Barcode", .text("4006381333931"))))
        #expect(mixer.thing.fields.contains(CustomField("Min level", .number(2))))
    }

    @Test(arguments: [
        "Item name,Manufacturer,Model No.,Serial Number,Qty,Purchase Price (EUR),Date purchased,Location,Tags,Comments,Insured",
        "Bezeichnung;Hersteller;Modell;Seriennummer;Stückzahl;Kaufpreis in €;Kaufdatum;Ort;Schlagwörter;Notizen;Versichert",
        "Désignation;Fabricant;Modèle;N° de série;Quantité;Prix d'achat (EUR);Date d'achat;Lieu;Étiquettes;Notes;Assuré",
        "Artículo;Fabricante;Modelo;Número de serie;Cantidad;Precio de compra (EUR);Comprado el;Lugar;Etiquetas;Notas;Asegurado",
        "Název;Výrobce;Model;Sériové číslo;Množství;Kupní cena (EUR);Datum nákupu;Umístění;Štítky;Poznámky;Pojištěno",
    ]) func `headers in five languages are understood`(header: String) throws {
        let mark = header.contains(";") ? ";" : ","
        let cells = ["Saw", "Ferrum", "M1", "00123", "3", mark == ";" ? "1.234,50" : "1234.50", "27.11.2025", "A/B", "x", "n", "1"]
        let table = try ThingTable.read(Array("\(header)\n\(cells.joined(separator: mark))\n".utf8))
        #expect(table.layout == .unknown)
        let mapping = ColumnMapping(proposedFor: table)
        let fields: [ThingField] = [
            .name, .brand, .model, .serial, .quantity, .price, .purchased, .place, .tags, .notes, .insured,
        ]
        #expect(mapping.columns.map(\.field) == fields)
        #expect(mapping.columns[5].currency == "EUR")
        let plan = try ImportPlan(table, mapping: mapping, options: ImportOptions(currency: "CZK"))
        #expect(plan.errors.isEmpty, "\(plan.errors)")
        let draft = try #require(plan.drafts.first)
        #expect(draft.thing.price == Money(minorUnits: 123_450, currency: "EUR"))
        #expect(draft.thing.purchased == day("2025-11-27"))
        #expect(draft.place == ["A", "B"] && draft.thing.isInsured && draft.thing.serial == "00123")
    }

    @Test(arguments: [
        ("1,234.56", "EUR", 123_456), ("1.234,56", "EUR", 123_456), ("1 234,56 €", "EUR", 123_456), ("1'234.50", "EUR", 123_450),
        ("€ 12", "EUR", 1200), ("$12.99", "USD", 1299), ("CHF 5.-", "CHF", 500), ("199 Kč", "CZK", 19_900), ("¥1500", "JPY", 1500),
        ("12.5 KWD", "KWD", 12_500), ("1,23,456.78 INR", "INR", 12_345_678), ("0.99", "EUR", 99), ("10,5", "EUR", 1050),
        ("1.234.567", "EUR", 123_456_700),
    ]) func `amounts are exact`(text: String, currency: String, units: Int) throws {
        let (_, plan) = try plan("Name,Price\nA,\"\(text)\"\n")
        #expect(plan.errors.isEmpty, "\(plan.errors)")
        #expect(plan.drafts.first?.thing.price == Money(minorUnits: Int64(units), currency: currency))
    }

    @Test func `separators of a column are decided together`() throws {
        let comma = try plan("Name;Preis\nA;1.234\nB;12,50\n").plan
        #expect(comma.drafts.map { $0.thing.price?.minorUnits } == [123_400, 1250])
        let point = try plan("Name,Price\nA,\"1,234\"\nB,12.50\n").plan
        #expect(point.drafts.map { $0.thing.price?.minorUnits } == [123_400, 1250])
        let given = try plan("Name,Price\nA,\"1,234\"\n", options: ImportOptions(decimalSeparator: .comma)).plan
        #expect(given.drafts.first?.thing.price?.minorUnits == 123)
        #expect(given.notes.count == 1)
    }

    @Test func `the order of dates is detected or asked for`() throws {
        let detected = try plan("Name,Purchase date\nA,03/04/2025\nB,25/12/2025\n").plan
        #expect(detected.dateOrder == .dayMonthYear)
        #expect(detected.drafts.first?.thing.purchased == day("2025-04-03"))
        let american = try plan("Name,Purchase date\nA,03/04/25\nB,12/25/2025\n").plan
        #expect(american.drafts.first?.thing.purchased == day("2025-03-04"))
        let open = try plan("Name,Purchase date\nA,03/04/2025\nB,5/5/2025\n").plan
        #expect(open.errors.map(\.line) == [2])
        #expect(open.errors.first?.text.contains("order") == true)
        let chosen = try plan("Name,Purchase date\nA,03/04/2025\n", options: ImportOptions(dateOrder: .monthDayYear)).plan
        #expect(chosen.drafts.first?.thing.purchased == day("2025-03-04"))
        for text in ["2025-13-01", "2025-02-29", "31.11.2025", "yesterday", "0/0/0", "2025-1-1-1"] {
            #expect(try plan("Name,Purchase date\nA,\(text)\n").plan.errors.count == 1, "\(text)")
        }
        let dates = ["2024-02-29", "20240229", "2024/02/29", "29.2.2024", "29.02.24", "2024-02-29T00:00:00Z", "29/02/2024 12:00AM"]
        for text in dates {
            #expect(try plan("Name,Purchase date\nA,\(text)\n").plan.drafts.first?.thing.purchased == day("2024-02-29"), "\(text)")
        }
    }

    @Test func `every error has its line and column`() throws {
        let text = """
            Name,Quantity,Price,Purchase date,Insured,Serial number
            ,1,1,2024-01-01,yes,a
            B,-1,1,2024-01-01,yes,b
            C,1.5,abc,soon,perhaps,c
            D,1,-5,2024-01-01,no,\(String(repeating: "x", count: 101))
            E,1,1,2024-01-01,yes,e,surplus
            F,1,1,2024-01-01,yes,f
            """
        let (_, plan) = try plan(text)
        #expect(plan.drafts.map(\.thing.name) == ["F"])
        let found = plan.errors.map { "\($0.line) \($0.column ?? "row")" }
        #expect(
            found == [
                "2 Name", "3 Quantity", "4 Quantity", "4 Price", "4 Purchase date", "4 Insured", "5 Price", "5 Serial number",
                "6 row",
            ])
        #expect(plan.errorCount == 9)
        var options = ImportOptions()
        options.maxErrors = 2
        let table = try ThingTable.read(Array(text.utf8))
        let short = try ImportPlan(table, mapping: ColumnMapping(proposedFor: table), options: options)
        #expect(short.errors.count == 2 && short.errorCount == 9)
    }

    @Test func `a person changes the mapping`() throws {
        let text = "What,Where,Extra\nDrill,Cellar\\/Attic/Box,7\n"
        let (_, plan) = try plan(text) { mapping in
            mapping.columns[0].field = .name
            mapping.columns[2] = .init(.custom("Cost", .money), currency: "CHF")
        }
        #expect(plan.drafts.first?.place == ["Cellar/Attic", "Box"])
        #expect(plan.drafts.first?.thing.fields == [CustomField("Cost", .money(Money(minorUnits: 700, currency: "CHF")))])
        let table = try ThingTable.read(Array(text.utf8))
        var twice = ColumnMapping(proposedFor: table)
        twice.columns[0].field = .name
        twice.columns[1].field = .name
        #expect(throws: CatalogueFormatError.self) { try ImportPlan(table, mapping: twice, options: ImportOptions()) }
        let none = ColumnMapping(columns: [.init(.ignored), .init(.ignored), .init(.ignored)])
        #expect(throws: CatalogueFormatError.self) { try ImportPlan(table, mapping: none, options: ImportOptions()) }
        #expect(throws: CatalogueFormatError.self) {
            try ImportPlan(table, mapping: twice, options: ImportOptions(currency: "euro"))
        }
    }

    @Test func `mappings survive JSON`() throws {
        for (code, field) in ThingField.standard { #expect(ThingField(code) == field && field.description == code) }
        let mapping = ColumnMapping(columns: [.init(.price, currency: "EUR"), .init(.custom("A: b", .number)), .init(.ignored)])
        let json = try JSONEncoder().encode(mapping)
        #expect(try JSONDecoder().decode(ColumnMapping.self, from: json) == mapping)
        #expect(ThingField("custom.nonsense:x") == nil && ThingField("nonsense") == nil)
    }

    @Test func `an empty table is refused`() throws {
        for text in ["", "\n\n", " , ,\n"] { #expect(throws: CatalogueFormatError.self) { try ThingTable.read(Array(text.utf8)) } }
        let error = #expect(throws: CatalogueFormatError.self) {
            try ThingTable.read(file: URL(fileURLWithPath: "/nonexistent/things.csv"))
        }
        #expect(error?.path == "/nonexistent/things.csv")
    }
}
