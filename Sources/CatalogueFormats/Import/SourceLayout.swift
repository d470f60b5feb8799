/// The program that wrote a table, recognised by its header.
public enum SourceLayout: String, Sendable, CaseIterable, Codable {
    /// Diorama's own columns.
    case diorama
    /// Homebox, all versions with `HB.` columns.
    case homebox
    /// InvenTree's list of stock items.
    case inventreeStock
    /// InvenTree's list of parts.
    case inventreeParts
    /// Sortly's list of items.
    case sortly
    /// Any other table.
    case unknown

    /// Recognises a header.
    public init(header: [String]) {
        let words = Set(header.map(HeaderWords.folded))
        func has(_ names: String...) -> Bool { names.allSatisfy { words.contains(HeaderWords.folded($0)) } }
        if has("Diorama ID", "Name") {
            self = .diorama
        } else if words.contains(where: { $0.hasPrefix("hb.") }) && has("HB.name") {
            self = .homebox
        } else if has("Entry Name") && (words.contains("sid") || words.contains("sortly id (sid)") || has("Primary Folder")) {
            self = .sortly
        } else if has("Stock Item ID", "Part Name") || has("Part.Name", "Quantity") || has("part_detail.name", "quantity") {
            self = .inventreeStock
        } else if has("Part ID", "Part Name") || (has("IPN") && (has("Name", "Category") || has("Name", "Keywords"))) {
            self = .inventreeParts
        } else {
            self = .unknown
        }
    }

    /// Whether the program always writes numbers as 1234.56 and dates as 2026-11-27.
    var isMachineFormatted: Bool { self == .diorama || self == .homebox || self == .inventreeStock || self == .inventreeParts }

    /// The fields of a known layout's columns, keyed by folded header; nil for an unknown layout.
    var fields: [String: ThingField]? {
        switch self {
        case .diorama: Self.dioramaFields
        case .homebox: Self.homeboxFields
        case .inventreeStock: Self.stockFields
        case .inventreeParts: Self.partFields
        case .sortly: Self.sortlyFields
        case .unknown: nil
        }
    }

    private static func keyed(_ pairs: [(String, ThingField)]) -> [String: ThingField] {
        Dictionary(pairs.map { (HeaderWords.folded($0.0), $0.1) }) { first, _ in first }
    }

    private static let dioramaFields = keyed(DioramaColumn.allCases.map { ($0.rawValue, $0.field) })

    /// Homebox's documentation of its CSV import, and the columns that its versions write.
    private static let homeboxFields = keyed([
        ("HB.import_ref", .reference), ("HB.location", .place), ("HB.tags", .tags), ("HB.labels", .tags),
        ("HB.asset_id", .custom("Asset ID", .text)), ("HB.archived", .archived), ("HB.url", .ignored), ("HB.name", .name),
        ("HB.quantity", .quantity), ("HB.description", .description), ("HB.insured", .insured), ("HB.notes", .notes),
        ("HB.purchase_price", .price), ("HB.purchase_from", .seller), ("HB.purchase_time", .purchased),
        ("HB.purchase_date", .purchased), ("HB.manufacturer", .brand), ("HB.model_number", .model), ("HB.serial_number", .serial),
        ("HB.lifetime_warranty", .custom("Lifetime warranty", .flag)), ("HB.warranty_expires", .warrantyUntil),
        ("HB.warranty_details", .warrantyNotes), ("HB.sold_to", .soldTo), ("HB.sold_price", .soldPrice), ("HB.sold_time", .soldOn),
        ("HB.sold_date", .soldOn), ("HB.sold_notes", .soldNotes),
        ("HB.low_stock_threshold", .custom("Low stock threshold", .number)),
        ("HB.parent_import_ref", .custom("Parent item", .text)),
    ])

    /// InvenTree's exported stock items: the headers of its administration pages, of its exporter, and the names of its interface.
    private static let stockFields = keyed([
        ("Stock Item ID", .reference), ("ID", .reference), ("pk", .reference), ("Part Name", .name), ("Part.Name", .name),
        ("part_detail.name", .name), ("Part.Description", .description), ("part_detail.description", .description),
        ("Part.IPN", .custom("IPN", .text)), ("part_detail.IPN", .custom("IPN", .text)), ("Quantity", .quantity),
        ("Serial", .serial), ("Serial Number", .serial), ("Batch", .custom("Batch", .text)),
        ("Batch Code", .custom("Batch", .text)),
        ("Status", .condition), ("Status Text", .condition), ("status_text", .condition), ("Location Name", .place),
        ("Location Path", .place), ("Location.Path", .place), ("location_detail.pathstring", .place),
        ("Supplier Name", .seller), ("Supplier Part SKU", .custom("Supplier part", .text)),
        ("SKU", .custom("Supplier part", .text)),
        ("MPN", .model), ("Purchase Price", .price), ("purchase_price", .price), ("Currency", .priceCurrency),
        ("Purchase Price Currency", .priceCurrency), ("purchase_price_currency", .priceCurrency),
        ("Packaging", .custom("Packaging", .text)),
        ("Link", .custom("Link", .text)), ("Notes", .notes), ("Expiry Date", .custom("Expires", .date)),
        ("expiry_date", .custom("Expires", .date)),
    ])

    /// InvenTree's exported parts.
    private static let partFields = keyed([
        ("Part ID", .reference), ("ID", .reference), ("pk", .reference), ("Part Name", .name), ("Name", .name),
        ("Description", .description), ("Part Description", .description), ("IPN", .custom("IPN", .text)),
        ("Part IPN", .custom("IPN", .text)),
        ("Revision", .custom("Revision", .text)), ("Part Revision", .custom("Revision", .text)), ("Keywords", .tags),
        ("Category Name", .category),
        ("Category.Name", .category), ("category_name", .category), ("Category Path", .category), ("Default Location", .place),
        ("Default Location Name", .place), ("Default Location.Name", .place), ("In Stock", .quantity), ("in_stock", .quantity),
        ("Total Stock", .quantity), ("Link", .custom("Link", .text)), ("Notes", .notes), ("Units", .custom("Unit", .text)),
    ])

    /// Sortly's exported items.
    private static let sortlyFields = keyed([
        ("Entry Type", .entryType), ("Entry Name", .name), ("SID", .reference), ("Sortly ID (SID)", .reference),
        ("Primary Folder", .placeLevel), ("Subfolder-level1", .placeLevel), ("Subfolder-level2", .placeLevel),
        ("Subfolder-level3", .placeLevel), ("Subfolder-level4", .placeLevel), ("Folder", .place), ("Quantity", .quantity),
        ("New QTY", .quantity), ("Unit", .custom("Unit", .text)), ("Min Level", .custom("Min level", .number)), ("Price", .price),
        ("Value", .ignored), ("Notes", .notes), ("Tags", .tags), ("Variant Details", .custom("Variant", .text)),
        ("Barcode/QR1-Data", .custom("Barcode", .text)), ("Barcode/QR2-Data", .custom("Barcode 2", .text)),
        ("Barcode/QR1-Type", .ignored), ("Barcode/QR2-Type", .ignored), ("Expiry Date", .custom("Expires", .date)),
        ("Serial Number", .serial), ("Brand", .brand), ("Manufacturer", .brand), ("Model", .model), ("Model Number", .model),
        ("Purchase Date", .purchased), ("Warranty Expiration", .warrantyUntil), ("Location", .custom("Location", .text)),
    ])
}
