import Foundation

/// Writes a catalogue as JSON record by record, so that a library of any size needs no more memory than one record: places, then
/// things, loans and maintenance.
public struct CatalogueJSONWriter {
    private enum Section: String, CaseIterable { case places, things, loans, maintenance }

    private var bytes: [UInt8] = []
    private var open: Section?
    private var isFirst = true
    private let encoder = JSONEncoder()

    /// Begins a document.
    public init(exported: Date) {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = """
            {"format":"\(CatalogueDocument.format)","version":\(CatalogueDocument.version),\
            "exported":"\(DateText(exported).instantText)"
            """
        bytes += Array(head.utf8)
    }

    /// What was written since the last call.
    public mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends a place.
    public mutating func write(_ record: PlaceRecord) throws(CatalogueFormatError) { try write(record, .places) }
    /// Appends a thing; no place may follow.
    public mutating func write(_ record: ThingRecord) throws(CatalogueFormatError) { try write(record, .things) }
    /// Appends a loan; neither places nor things may follow.
    public mutating func write(_ record: LoanRecord) throws(CatalogueFormatError) { try write(record, .loans) }
    /// Appends an entry of a maintenance log.
    public mutating func write(_ record: MaintenanceRecord) throws(CatalogueFormatError) { try write(record, .maintenance) }

    /// Ends the document.
    public mutating func finish() {
        advance(to: nil)
        bytes += Array("\n}\n".utf8)
    }

    private mutating func write(_ record: some Encodable, _ section: Section) throws(CatalogueFormatError) {
        let order = Section.allCases
        if let open, order.firstIndex(of: open)! > order.firstIndex(of: section)! {
            throw .unwritable("\(section.rawValue) can't follow \(open.rawValue)")
        }
        if open != section { advance(to: section) }
        let json: Data
        do { json = try encoder.encode(record) } catch { throw .unwritable("a record can't be written as JSON (\(error))") }
        bytes += Array((isFirst ? "\n" : ",\n").utf8) + json
        isFirst = false
    }

    /// Closes the open section, writes the empty ones between, and opens another; nil for the end.
    private mutating func advance(to section: Section?) {
        let order = Section.allCases
        if open != nil { bytes += Array("]".utf8) }
        let from = open.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let to = section.flatMap { order.firstIndex(of: $0) } ?? order.count
        for empty in order[min(from, to)..<to] { bytes += Array(",\n\"\(empty.rawValue)\":[]".utf8) }
        if let section { bytes += Array(",\n\"\(section.rawValue)\":[".utf8) }
        open = section
        isFirst = true
    }
}
