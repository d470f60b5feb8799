import DioramaLibrary
import Foundation

/// Reads the thing of one row and collects what is wrong with it.
struct RowReader {
    let table: ThingTable
    let mapping: ColumnMapping
    let options: ImportOptions
    let row: CSVRow
    private(set) var errors: [RowMessage] = []
    private(set) var notes: [RowMessage] = []
    private(set) var skipReason: String?

    private var draft: ThingDraft
    /// The column that is read.
    private var column = 0
    private var descriptions: [String] = []
    private var remarks: [String] = []
    private var coordinates: [Float?] = [nil, nil, nil]

    init(table: ThingTable, mapping: ColumnMapping, options: ImportOptions, row: CSVRow) {
        self.table = table
        self.mapping = mapping
        self.options = options
        self.row = row
        draft = ThingDraft(line: row.line, thing: Thing(name: ""), place: [], space: nil, reference: nil)
    }

    /// The thing; meaningful only where `errors` is empty and there is no `skipReason`.
    mutating func read() -> ThingDraft {
        for extra in row.fields.dropFirst(table.header.count) where !extra.isEmpty {
            fail(
                "the row has more fields than the header (\(extra.quoted))", remedy: "quote fields that have the delimiter",
                column: nil)
            break
        }
        let isFolder = mapping.columns.indices.contains { i in
            mapping.columns[i].field == .entryType && HeaderWords.folded(text(i)) == "folder"
        }
        if isFolder {
            skipReason = "a folder, not a thing"
            return draft
        }
        for i in mapping.columns.indices {
            column = i
            let text = text(i)
            if !text.isEmpty { read(text, mapping.columns[i]) }
        }
        finish()
        return draft
    }

    private func text(_ column: Int) -> String {
        let text = CSVGuard.restored(table.text(row, column))
        // Diorama's own tables are read exactly.
        return table.layout == .diorama ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Fields

    private mutating func read(_ text: String, _ column: ColumnMapping.Column) {
        switch column.field {
        case .ignored, .entryType, .valueCurrency, .priceCurrency: break
        case .name: draft.thing.name = line(text, 200)
        case .category: draft.thing.category = line(text, 100)
        case .brand: draft.thing.brand = line(text, 100)
        case .model: draft.thing.model = line(text, 100)
        case .serial: draft.thing.serial = line(text, 100)
        case .condition: draft.thing.condition = line(text, 100)
        case .seller: draft.thing.seller = line(text, 200)
        case .object: draft.thing.object = line(text, 200)
        case .space: draft.space = line(text, 200)
        case .reference: draft.reference = line(text, 200)
        case .quantity: readQuantity(text)
        case .value: draft.thing.value = money(text, column, currencyField: .valueCurrency)
        case .price: draft.thing.price = money(text, column, currencyField: .priceCurrency)
        case .purchased: draft.thing.purchased = date(text)
        case .warrantyUntil: draft.thing.warrantyUntil = date(text)
        case .warrantyNotes: draft.thing.warrantyNotes = longText(text)
        case .insured: draft.thing.isInsured = flag(text) ?? false
        case .archived: draft.isArchived = flag(text) ?? false
        case .tags: readTags(text)
        case .place: readPlace(text)
        case .placeLevel: draft.place.append(line(text, 200))
        case .notes: remarks.append(text)
        case .description: descriptions.append(text)
        case .x: coordinates[0] = coordinate(text)
        case .y: coordinates[1] = coordinate(text)
        case .z: coordinates[2] = coordinate(text)
        case .soldTo: sold(CustomField(SaleField.buyer, .text(text)))
        case .soldPrice: money(text, column, currencyField: nil).map { sold(CustomField(SaleField.price, .money($0))) }
        case .soldOn: date(text).map { sold(CustomField(SaleField.date, .date($0))) }
        case .soldNotes: sold(CustomField(SaleField.notes, .text(text)))
        case .custom(let name, let type): readCustom(text, name, type, column)
        }
    }

    private mutating func sold(_ field: CustomField) {
        draft.isSold = true
        draft.thing.fields.append(field)
    }

    private mutating func readCustom(_ text: String, _ name: String, _ type: CustomFieldType, _ column: ColumnMapping.Column) {
        let value: FieldValue?
        switch type {
        case .text: value = text.count > 10_000 ? nil : .text(text)
        case .number: value = number(text).map(FieldValue.number)
        case .date: value = date(text).map(FieldValue.date)
        case .flag:
            // Homebox writes false for everything that has no lifetime warranty.
            value = flag(text).flatMap { !$0 && table.layout == .homebox ? nil : .flag($0) }
        case .money: value = money(text, column, currencyField: nil).map(FieldValue.money)
        case .other: value = isJSON(text) ? .other(text) : nil
        }
        if type == .text && value == nil { fail("more than 10,000 characters", remedy: "shorten it") }
        if type == .other && value == nil { fail("this is not JSON", remedy: "leave the column as it was exported") }
        if let value { draft.thing.fields.append(CustomField(name, value)) }
    }

    private func isJSON(_ text: String) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
    }

    private mutating func readQuantity(_ text: String) {
        guard let parsed = DecimalText(text, separator: options.decimalSeparator ?? .point), let units = parsed.units(decimals: 0)
        else {
            fail("\(text.quoted) is not a number", remedy: "write a whole number")
            return
        }
        if units.units == 0 && !units.isRounded {
            switch options.zeroQuantity {
            case .skip: skipReason = "there are none of it"
            case .refuse: fail("there are none of it", remedy: "skip rows without stock, or write 1 or more")
            }
        } else if units.isRounded || !(1...1_000_000_000).contains(units.units) {
            fail("\(text.quoted) is not a whole number of 1 to 1,000,000,000", remedy: "correct the quantity")
        } else {
            draft.thing.quantity = Int(units.units)
        }
    }

    private mutating func readTags(_ text: String) {
        var tags = NameList.split(text, ";")
        // Other programs separate with commas where there is no semicolon.
        if tags.count == 1 && (table.layout != .diorama && table.layout != .homebox) { tags = NameList.split(text, ",") }
        for tag in tags where !draft.thing.tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
            draft.thing.tags.append(line(tag, 100))
        }
        if draft.thing.tags.count > 100 { fail("more than 100 tags", remedy: "remove some") }
    }

    private mutating func readPlace(_ text: String) {
        draft.place += NameList.split(text, "/").map { line($0, 200) }
        if draft.place.count > 50 { fail("a place in more than 50 others", remedy: "shorten the path") }
    }

    // MARK: Values

    private mutating func line(_ text: String, _ characters: Int) -> String {
        // Most texts are short and plain.
        if text.utf8.count <= characters && text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var line = text
        if text.contains(where: \.isNewline) {
            line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            note("line ends were replaced by spaces")
        }
        if line.count > characters || line.utf8.count > 8 * characters {
            fail("\(line.count) characters; at most \(characters) are possible", remedy: "shorten it")
        }
        if line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            fail("a control character", remedy: "remove it")
        }
        return line
    }

    private mutating func longText(_ text: String) -> String {
        if text.count > 100_000 { fail("more than 100,000 characters", remedy: "shorten it") }
        return text
    }

    private mutating func date(_ text: String) -> Date? {
        switch DateText.read(text, order: options.dateOrder) {
        // Homebox's empty date is one in the year 1.
        case .date(let date): return table.layout == .homebox && date.year == 1 ? nil : date.date
        case .ambiguous(let a, let b):
            fail("\(text.quoted) can be \(a.dayText) or \(b.dayText)", remedy: "choose the order of day and month")
        case .invalid: fail("\(text.quoted) is not a date", remedy: "write it as 2026-11-27")
        }
        return nil
    }

    private mutating func flag(_ text: String) -> Bool? {
        let flag = FlagText.read(text)
        if flag == nil { fail("\(text.quoted) is neither yes nor no", remedy: "write yes or no") }
        return flag
    }

    private mutating func number(_ text: String) -> Double? {
        // Diorama writes the shortest text that gives the same number, which can have an exponent.
        let number =
            table.layout == .diorama
            ? Double(text) : DecimalText(text, separator: options.decimalSeparator ?? .point)?.double
        guard let number, number.isFinite else {
            fail("\(text.quoted) is not a number", remedy: "write digits and one decimal separator")
            return nil
        }
        return number
    }

    private mutating func coordinate(_ text: String) -> Float? {
        guard let number = number(text) else { return nil }
        let coordinate = Float(number)
        if !coordinate.isFinite || abs(coordinate) > 1e7 {
            fail("\(text.quoted) is not a coordinate in metres", remedy: "write a number")
            return nil
        }
        return coordinate
    }

    private mutating func money(_ text: String, _ column: ColumnMapping.Column, currencyField: ThingField?) -> Money? {
        let preferred = column.currency ?? options.currency
        let parsed = MoneyText(text, preferred: preferred)
        var currency = parsed.currency ?? preferred
        if let currencyField, let i = mapping.columns.firstIndex(where: { $0.field == currencyField }) {
            let named = self.text(i)
            if !named.isEmpty {
                let code = MoneyText(named, preferred: preferred).currency ?? named.uppercased()
                guard Currency.isCode(code) else {
                    fail("\(named.quoted) is not a currency", remedy: "write its code, as EUR", column: table.header[i])
                    return nil
                }
                currency = code
            }
        }
        guard let number = DecimalText(parsed.number, separator: options.decimalSeparator ?? .point) else {
            fail("\(text.quoted) is not an amount of money", remedy: "write an amount, as 19.99 or 19.99 EUR")
            return nil
        }
        guard let (units, isRounded) = number.units(decimals: Currency.decimals(of: currency)) else {
            fail("\(text.quoted) is too large an amount", remedy: "correct it")
            return nil
        }
        if units < 0 {
            fail("\(text.quoted) is negative", remedy: "write 0 or more")
            return nil
        }
        let money = Money(minorUnits: units, currency: currency)
        if isRounded { note("\(text.quoted) was rounded to \(money.text())") }
        // Homebox writes 0 for an amount that was never entered.
        return table.layout == .homebox && units == 0 && !isRounded ? nil : money
    }

    // MARK: The whole row

    private mutating func finish() {
        if draft.thing.name.isEmpty && skipReason == nil {
            let i = mapping.columns.firstIndex { $0.field == .name } ?? 0
            fail("the name is missing", remedy: "every thing needs a name", column: table.header[i])
        }
        draft.thing.notes = longText((descriptions + remarks).joined(separator: "\n\n"))
        switch (coordinates[0], coordinates[1], coordinates[2]) {
        case (let x?, let y?, let z?): draft.thing.position = .init(x, y, z)
        case (nil, nil, nil): break
        default: fail("a position needs X, Y and Z", remedy: "add the missing coordinates", column: nil)
        }
        var names: Set<String> = []
        for field in draft.thing.fields where !names.insert(field.name).inserted {
            fail("two values of the custom field \(field.name.quoted)", remedy: "remove one", column: nil)
        }
        if draft.thing.fields.count > 200 { fail("more than 200 custom fields", remedy: "ignore some columns", column: nil) }
        if draft.place.count > 50 { fail("a place in more than 50 others", remedy: "shorten the path", column: nil) }
    }

    private mutating func fail(_ problem: String, remedy: String) { fail(problem, remedy: remedy, column: table.header[column]) }

    private mutating func fail(_ problem: String, remedy: String, column: String?) {
        errors.append(RowMessage(line: row.line, column: column, text: "\(problem); \(remedy)"))
    }

    private mutating func note(_ text: String) {
        notes.append(RowMessage(line: row.line, column: table.header[column], text: text))
    }
}
