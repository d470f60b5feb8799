import DioramaLibrary
import Foundation

/// A catalogue as one JSON file, version 1: places, things, loans and maintenance, with their ids. docs/catalogue-formats.md
/// describes each property.
public struct CatalogueDocument: Sendable, Equatable {
    /// The value of "format".
    public static let format = "diorama-catalogue"
    /// The version that is written and read.
    public static let version = 1

    /// When the file was written.
    public var exported: Date
    /// Places; a place is named by its id.
    public var places: [PlaceRecord]
    /// Things.
    public var things: [ThingRecord]
    /// Loans of these things.
    public var loans: [LoanRecord]
    /// Maintenance of these things.
    public var maintenance: [MaintenanceRecord]

    /// A document of records.
    public init(
        exported: Date, places: [PlaceRecord] = [], things: [ThingRecord] = [], loans: [LoanRecord] = [],
        maintenance: [MaintenanceRecord] = []
    ) {
        self.exported = exported
        self.places = places
        self.things = things
        self.loans = loans
        self.maintenance = maintenance
    }

    /// Reads a document and checks it: names, limits, references within the document.
    /// - Throws: `CatalogueFormatError` with the path of the property, as "things[2].value.currency"; properties that this version
    ///   doesn't know are refused by name.
    public static func read(_ bytes: [UInt8], maxBytes: Int = 256 << 20) throws(CatalogueFormatError) -> CatalogueDocument {
        if bytes.count > maxBytes {
            throw .tooLarge("the catalogue has \(bytes.count) bytes, more than \(maxBytes)", remedy: "divide it into several files")
        }
        let document: CatalogueDocument
        do {
            let decoder = JSONDecoder()
            document = try decoder.decode(CatalogueDocument.self, from: Data(bytes))
        } catch { throw StrictJSON.described(error) }
        try document.check()
        return document
    }

    /// Reads a file; errors name it.
    public static func read(file: URL, maxBytes: Int = 256 << 20) throws(CatalogueFormatError) -> CatalogueDocument {
        let bytes = try InputFile.read(file, atMost: maxBytes)
        do throws(CatalogueFormatError) { return try read(bytes, maxBytes: maxBytes) } catch { throw error.inFile(file.path) }
    }

    /// The document as JSON, one record a line; the same document gives the same bytes.
    public func json() throws(CatalogueFormatError) -> [UInt8] {
        var writer = CatalogueJSONWriter(exported: exported)
        for record in places { try writer.write(record) }
        for record in things { try writer.write(record) }
        for record in loans { try writer.write(record) }
        for record in maintenance { try writer.write(record) }
        writer.finish()
        return writer.takeBytes()
    }
}

extension CatalogueDocument: Codable {
    enum Key: String, CodingKey, CaseIterable { case format, version, exported, places, things, loans, maintenance }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(Key.self)
        let format = try values.decode(String.self, forKey: .format)
        if format != Self.format {
            throw CatalogueFormatError.unreadable(
                "\(format.quoted) is not \"\(Self.format)\"", at: "format",
                remedy: "choose a catalogue that Diorama exported as JSON")
        }
        let version = try values.whole(.version)
        if version != Int64(Self.version) {
            throw CatalogueFormatError.unreadable(
                "version \(version) can't be read; this program reads version \(Self.version)", at: "version",
                remedy: "update Diorama")
        }
        exported = try values.instant(.exported)
        places = try values.decodeIfPresent([PlaceRecord].self, forKey: .places) ?? []
        things = try values.decodeIfPresent([ThingRecord].self, forKey: .things) ?? []
        loans = try values.decodeIfPresent([LoanRecord].self, forKey: .loans) ?? []
        maintenance = try values.decodeIfPresent([MaintenanceRecord].self, forKey: .maintenance) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(Self.format, forKey: .format)
        try values.encode(Self.version, forKey: .version)
        try values.encode(DateText(exported).instantText, forKey: .exported)
        try values.encode(places, forKey: .places)
        try values.encode(things, forKey: .things)
        try values.encode(loans, forKey: .loans)
        try values.encode(maintenance, forKey: .maintenance)
    }
}
