/// The columns of Diorama's own tables, in their order; behind them a column for each custom field.
public enum DioramaColumn: String, Sendable, CaseIterable {
    case id = "Diorama ID"
    case name = "Name"
    case category = "Category"
    case brand = "Brand"
    case model = "Model"
    case serial = "Serial number"
    case quantity = "Quantity"
    case condition = "Condition"
    case value = "Value"
    case valueCurrency = "Value currency"
    case purchased = "Purchased"
    case price = "Price"
    case priceCurrency = "Price currency"
    case seller = "Seller"
    case warrantyUntil = "Warranty until"
    case warrantyNotes = "Warranty notes"
    case insured = "Insured"
    case tags = "Tags"
    case place = "Place"
    case space = "Space"
    case x = "X"
    case y = "Y"
    case z = "Z"
    case object = "Object"
    case notes = "Notes"

    /// What the column means on import.
    public var field: ThingField {
        switch self {
        case .id: .reference
        case .name: .name
        case .category: .category
        case .brand: .brand
        case .model: .model
        case .serial: .serial
        case .quantity: .quantity
        case .condition: .condition
        case .value: .value
        case .valueCurrency: .valueCurrency
        case .purchased: .purchased
        case .price: .price
        case .priceCurrency: .priceCurrency
        case .seller: .seller
        case .warrantyUntil: .warrantyUntil
        case .warrantyNotes: .warrantyNotes
        case .insured: .insured
        case .tags: .tags
        case .place: .place
        case .space: .space
        case .x: .x
        case .y: .y
        case .z: .z
        case .object: .object
        case .notes: .notes
        }
    }

    /// The header of a custom field's column: "Field: Voltage [number]".
    static func header(ofField name: String, _ type: CustomFieldType) -> String { "Field: \(name) [\(type.rawValue)]" }

    /// The custom field of a header that `header(ofField:_:)` made; nil for any other.
    static func customField(_ header: String) -> ThingField? {
        guard header.hasPrefix("Field: "), header.hasSuffix("]"), let open = header.lastIndex(of: "["),
            let type = CustomFieldType(rawValue: String(header[header.index(after: open)...].dropLast()))
        else { return nil }
        let name = header[..<open].dropFirst("Field: ".count)
        guard name.hasSuffix(" "), name.count > 1 else { return nil }
        return .custom(String(name.dropLast()), type)
    }
}
