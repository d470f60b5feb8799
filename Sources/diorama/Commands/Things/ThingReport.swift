import CatalogueFormats
import DioramaLibrary
import Foundation
import Spaces

/// A thing as the command line prints it.
struct ThingReport: Encodable {
    let id: String
    let name: String
    let category: String?
    let brand: String?
    let model: String?
    let serial: String?
    let quantity: Int
    let value: Money?
    let place: [String]
    let tags: [String]
    let insured: Bool
    let lent: Bool
    let warrantyUntil: Date?
    var purchased: Date?
    var price: Money?
    var seller: String?
    var notes: String?
    var space: String?
    var files: [File]?
    var loans: [Loan]?
    var maintenance: [Entry]?

    struct File: Encodable {
        let id: String
        let kind: String
        let role: String?
        let fileName: String
    }

    struct Loan: Encodable {
        let borrower: String
        let due: Date?
        let returned: Date?
    }

    struct Entry: Encodable {
        let title: String
        let due: Date?
        let done: Date?
    }

    init(_ item: ThingCatalogue.Item) {
        let thing = item.thing
        id = thing.id.description
        name = thing.name
        category = thing.category
        brand = thing.brand
        model = thing.model
        serial = thing.serial
        quantity = thing.quantity
        value = thing.value
        place = item.path
        tags = thing.tags
        insured = thing.isInsured
        lent = item.isLent
        warrantyUntil = thing.warrantyUntil
    }

    init(_ details: ThingCatalogue.Details) {
        self.init(details.item)
        let thing = details.item.thing
        purchased = thing.purchased
        price = thing.price
        seller = thing.seller
        notes = thing.notes.isEmpty ? nil : thing.notes
        space = details.spaceName
        files = details.media.map {
            File(id: $0.id.description, kind: $0.kind.rawValue, role: $0.role?.rawValue, fileName: $0.fileName)
        }
        loans = details.loans.map { Loan(borrower: $0.borrower, due: $0.due, returned: $0.returned) }
        maintenance = details.maintenance.map { Entry(title: $0.title, due: $0.due, done: $0.done) }
    }

    /// One line for lists.
    var line: String {
        let parts = [
            place.isEmpty ? nil : place.joined(separator: " / "), category, value.map { $0.text() },
            quantity > 1 ? "\(quantity)×" : nil,
            lent ? "lent" : nil,
        ].compactMap(\.self)
        return "\(id)  \(name)" + (parts.isEmpty ? "" : "  (\(parts.joined(separator: "; ")))")
    }

    /// Everything, a line for each value.
    var text: String {
        var lines = ["\(name)  \(id)"]
        func add(_ label: String, _ value: String?) { if let value, !value.isEmpty { lines.append("  \(label): \(value)") } }
        add("Place", place.joined(separator: " / "))
        add("Space", space)
        add("Category", category)
        add("Brand", brand)
        add("Model", model)
        add("Serial number", serial)
        add("Quantity", quantity > 1 ? "\(quantity)" : nil)
        add("Value", value?.text())
        add("Price", price?.text())
        add("Bought", purchased.map(DayArgument.text))
        add("Seller", seller)
        add("Warranty until", warrantyUntil.map(DayArgument.text))
        add("Insured", insured ? "yes" : nil)
        add("Tags", tags.joined(separator: ", "))
        add("Notes", notes)
        for file in files ?? [] { add(file.role ?? file.kind, file.fileName) }
        for loan in loans ?? [] {
            let end = loan.returned.map { "returned \(DayArgument.text($0))" } ?? loan.due.map { "until \(DayArgument.text($0))" }
            add("Lent to", [loan.borrower, end].compactMap(\.self).joined(separator: ", "))
        }
        for entry in maintenance ?? [] {
            let when = entry.done.map { "done \(DayArgument.text($0))" } ?? entry.due.map { "due \(DayArgument.text($0))" }
            add("Maintenance", [entry.title, when].compactMap(\.self).joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }
}

/// Amounts of money as people type them.
enum MoneyArgument {
    /// - Throws: `CommandFailure` that names the option.
    static func money(_ text: String, of option: String) throws -> Money {
        let parts = text.split(separator: " ")
        let words = parts.count == 2 ? parts.map(String.init) : []
        guard let currency = words.last.map({ $0.uppercased() }), Currency.isCode(currency),
            let units = minorUnits(words[0], decimals: Currency.decimals(of: currency))
        else { throw CommandFailure("\(option) must be an amount and a currency, as \"129.00 EUR\", not \"\(text)\"") }
        return Money(minorUnits: units, currency: currency)
    }

    private static func minorUnits(_ text: String, decimals: Int) -> Int64? {
        let parts = text.replacing(",", with: ".").split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }),
            parts.count == 1 || parts[1].count <= decimals
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        return Int64(parts[0] + fraction + String(repeating: "0", count: decimals - fraction.count))
    }
}

/// Days as people type them: 2026-01-31. A day is stored as its noon in UTC, so that it is the same day in most time zones.
enum DayArgument {
    /// - Throws: `CommandFailure` that names the option.
    static func date(_ text: String, of option: String) throws -> Date {
        guard let day = try? Date(text, strategy: .iso8601.year().month().day()) else {
            throw CommandFailure("\(option) must be a day as 2026-01-31, not \"\(text)\"")
        }
        return day.addingTimeInterval(12 * 3600)
    }

    static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
