import DioramaLibrary

/// Writes things as CSV, one at a time: in Diorama's own columns, which an import reads back exactly, or in Homebox's.
public struct ThingCSVWriter {
    /// The columns of the table.
    public enum Layout: String, Sendable, CaseIterable {
        /// `DioramaColumn`, and a column for each custom field.
        case diorama
        /// `HB.` columns for Homebox's import.
        case homebox
    }

    /// A column of a custom field.
    public struct CustomColumn: Sendable, Hashable {
        /// The field's name.
        public let name: String
        /// The type of the values.
        public let type: CustomFieldType
    }

    private let layout: Layout
    private let columns: [CustomColumn]
    private var writer: CSVWriter

    /// What was written since the last call.
    public mutating func takeBytes() -> [UInt8] {
        defer { writer.bytes.removeAll(keepingCapacity: true) }
        return writer.bytes
    }

    /// The columns of the custom fields of things, in the order of their first appearance.
    public static func columns(of things: some Sequence<Thing>) -> [CustomColumn] {
        var seen: Set<CustomColumn> = []
        var columns: [CustomColumn] = []
        for thing in things {
            for field in thing.fields {
                let column = CustomColumn(name: field.name, type: field.value.type)
                if seen.insert(column).inserted { columns.append(column) }
            }
        }
        return columns
    }

    /// Begins a table with its header.
    /// - Parameters:
    ///   - columns: those of all things that follow; fields without a column are not written.
    ///   - mark: writes UTF-8's byte order mark, which Excel needs.
    public init(_ layout: Layout, columns: [CustomColumn], mark: Bool = false) {
        self.layout = layout
        writer = CSVWriter(mark: mark)
        switch layout {
        case .diorama:
            self.columns = columns
            let headers =
                DioramaColumn.allCases.map(\.rawValue) + columns.map { DioramaColumn.header(ofField: $0.name, $0.type) }
            writer.write(headers.map { .literal($0) })
        case .homebox:
            var names: Set<String> = []
            // Homebox's fields are texts: types that one field has share a column.
            self.columns = columns.filter { HomeboxColumn.writesAsField($0.name) && names.insert($0.name).inserted }
            let headers = HomeboxColumn.headers + self.columns.map { "HB.field.\($0.name)" }
            writer.write(headers.map { .literal($0) })
        }
    }

    /// Appends a thing.
    public mutating func write(_ item: CatalogueItem) {
        switch layout {
        case .diorama:
            let own = DioramaColumn.allCases.map { Self.cell($0, item) }
            writer.write(
                own
                    + columns.map { column in
                        item.thing.fields.first { $0.name == column.name && $0.value.type == column.type }.map {
                            Self.cell($0.value)
                        } ?? .empty
                    })
        case .homebox:
            let values = item.thing.fields
            writer.write(
                HomeboxColumn.cells(item)
                    + columns.map { column in
                        values.first { $0.name == column.name }.map { Self.cell($0.value) } ?? .empty
                    })
        }
    }

    /// A whole table.
    public static func table(_ items: [CatalogueItem], _ layout: Layout, mark: Bool = false) -> [UInt8] {
        var writer = ThingCSVWriter(layout, columns: columns(of: items.lazy.map(\.thing)), mark: mark)
        for item in items { writer.write(item) }
        return writer.takeBytes()
    }

    static func cell(_ value: FieldValue) -> CSVWriter.Cell {
        switch value {
        case .text, .other: .text(value.plainText)
        default: .literal(value.plainText)
        }
    }

    private static func cell(_ column: DioramaColumn, _ item: CatalogueItem) -> CSVWriter.Cell {
        let thing = item.thing
        func text(_ text: String?) -> CSVWriter.Cell { .text(text ?? "") }
        func number(_ number: Float?) -> CSVWriter.Cell { .literal(number?.description ?? "") }
        return switch column {
        case .id: .literal(item.id.description)
        case .name: .text(thing.name)
        case .category: text(thing.category)
        case .brand: text(thing.brand)
        case .model: text(thing.model)
        case .serial: text(thing.serial)
        case .quantity: .literal(String(thing.quantity))
        case .condition: text(thing.condition)
        case .value: .literal(thing.value?.amount() ?? "")
        case .valueCurrency: .literal(thing.value?.currency ?? "")
        case .purchased: .literal(thing.purchased.map { DateText($0).shortText } ?? "")
        case .price: .literal(thing.price?.amount() ?? "")
        case .priceCurrency: .literal(thing.price?.currency ?? "")
        case .seller: text(thing.seller)
        case .warrantyUntil: .literal(thing.warrantyUntil.map { DateText($0).shortText } ?? "")
        case .warrantyNotes: text(thing.warrantyNotes)
        case .insured: .literal(thing.isInsured ? "yes" : "no")
        case .tags: .text(NameList.joined(thing.tags, ";"))
        case .place: .text(NameList.joined(item.place, "/"))
        case .space: text(item.space)
        case .x: number(thing.position?.x)
        case .y: number(thing.position?.y)
        case .z: number(thing.position?.z)
        case .object: text(thing.object)
        case .notes: .text(thing.notes)
        }
    }
}
