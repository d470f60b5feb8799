import DioramaLibrary

/// The columns of Homebox's CSV import (its documentation, "CSV Imports"). What Homebox has no column for is in its own fields.
enum HomeboxColumn {
    /// Fields of Homebox that keep a property of things.
    static let fields: [String: ThingField] = [
        "Category": .category, "Condition": .condition, "Value": .value, "Price currency": .priceCurrency,
    ]

    /// Custom fields that Homebox has a column for.
    static let assetID = "Asset ID"
    static let lifetimeWarranty = "Lifetime warranty"

    static let headers = [
        "HB.import_ref", "HB.location", "HB.tags", "HB.asset_id", "HB.archived", "HB.url", "HB.name", "HB.quantity",
        "HB.description",
        "HB.insured", "HB.notes", "HB.purchase_price", "HB.purchase_from", "HB.purchase_time", "HB.manufacturer", "HB.model_number",
        "HB.serial_number", "HB.lifetime_warranty", "HB.warranty_expires", "HB.warranty_details", "HB.sold_to", "HB.sold_price",
        "HB.sold_time", "HB.sold_notes", "HB.field.Category", "HB.field.Condition", "HB.field.Value", "HB.field.Price currency",
    ]

    /// Whether a custom field becomes a field of Homebox.
    static func writesAsField(_ name: String) -> Bool {
        ![assetID, lifetimeWarranty, SaleField.buyer, SaleField.price, SaleField.date, SaleField.notes].contains(name)
            && fields[name] == nil
    }

    /// A thing's cells in the order of `headers`.
    static func cells(_ item: CatalogueItem) -> [CSVWriter.Cell] {
        let thing = item.thing
        func custom(_ name: String) -> FieldValue? { thing.fields.first { $0.name == name }?.value }
        func text(_ text: String?) -> CSVWriter.Cell { .text(text ?? "") }
        func day(_ value: DateText?) -> CSVWriter.Cell { .literal(value?.dayText ?? "") }
        var hasLifetimeWarranty = false
        if case .flag(let flag) = custom(lifetimeWarranty) { hasLifetimeWarranty = flag }
        var soldPrice: Money?
        if case .money(let money) = custom(SaleField.price) { soldPrice = money }
        var soldOn: DateText?
        if case .date(let date) = custom(SaleField.date) { soldOn = DateText(date) }
        let isSold = soldPrice != nil || soldOn != nil || custom(SaleField.buyer) != nil
        return [
            .literal(item.id.description), .text(item.place.map { plain($0, "/") }.joined(separator: " / ")),
            .text(thing.tags.map { plain($0, ";") }.joined(separator: "; ")), text(custom(assetID)?.plainText),
            .literal(isSold ? "true" : "false"), .empty, .text(thing.name), .literal(String(thing.quantity)), .empty,
            .literal(thing.isInsured ? "true" : "false"), .text(thing.notes), .literal(thing.price?.amount() ?? ""),
            text(thing.seller),
            day(thing.purchased.map { DateText($0) }), text(thing.brand), text(thing.model), text(thing.serial),
            .literal(hasLifetimeWarranty ? "true" : "false"), day(thing.warrantyUntil.map { DateText($0) }),
            text(thing.warrantyNotes),
            text(custom(SaleField.buyer)?.plainText), .literal(soldPrice?.amount() ?? ""), day(soldOn),
            text(custom(SaleField.notes)?.plainText), text(thing.category), text(thing.condition),
            .literal(thing.value.map { FieldValue.money($0).plainText } ?? ""), .literal(thing.price?.currency ?? ""),
        ]
    }

    /// Homebox divides locations and tags at their separator, without a way to escape it.
    private static func plain(_ name: String, _ separator: Character) -> String { String(name.map { $0 == separator ? "-" : $0 }) }
}
