import CatalogueFormats
import DioramaLibrary
import Foundation
import Recognition
import Support

/// Writes things as files: tables, JSON, the insurance report, labels.
public struct ThingExport: Sendable {
    private let library: Library
    private let media: MediaStore
    private let catalogue: ThingCatalogue

    /// Exports from `library`; `media` downloads the photos of a report.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
        catalogue = ThingCatalogue(library: library, media: media)
    }

    /// The format of an export.
    public enum Format: String, Sendable, CaseIterable {
        /// A table with Diorama's own columns, which an import reads back.
        case csv
        /// A table with Homebox's columns.
        case homebox
        /// JSON with things, places, loans and maintenance.
        case json
        /// The insurance report.
        case pdf

        /// The media type.
        public var contentType: String {
            switch self {
            case .csv, .homebox: "text/csv; charset=utf-8"
            case .json: "application/json"
            case .pdf: "application/pdf"
            }
        }

        /// The file extension.
        public var fileExtension: String { self == .homebox ? "csv" : rawValue }
    }

    /// Writes things as a table or as JSON.
    /// - Parameter filter: which things; everything where it is empty.
    /// - Throws: `SpacesError` of kind `invalidInput` for the PDF, which `report` writes.
    public func file(_ format: Format, of filter: ThingFilter = ThingFilter()) async throws -> [UInt8] {
        let things = try await things(filter)
        switch format {
        case .csv, .homebox:
            let items = try await items(things)
            return ThingCSVWriter.table(items, format == .csv ? .diorama : .homebox, mark: format == .csv)
        case .json: return try await document(things).json()
        case .pdf: throw SpacesError(.invalidInput, "the report is not a table", input: "format")
        }
    }

    /// Writes the insurance report: each thing with photos, serial number, value and receipts, by place.
    /// - Parameters:
    ///   - owner: the name on the title page.
    ///   - file: where it is written.
    /// - Returns: what is to be known of it, as documents that are only listed.
    /// - Throws: `SpacesError` of kind `invalidInput` where there are no things.
    public func report(
        of filter: ThingFilter = ThingFilter(), owner: String, paper: PaperSize = .a4, language: ReportLanguage = .english,
        to file: URL, progress: ProgressReporter = .silent
    ) async throws -> [String] {
        var entries: [InsuranceReport.Entry] = []
        var images: [String: URL] = [:]
        let items = try await items(try await things(filter))
        for (i, item) in items.enumerated() {
            try progress.report(0.8 * Double(i) / Double(items.count), "Reading photo \(i + 1) of \(items.count)")
            let files = try await catalogue.all(library.media, [.thing(item.id)], by: .position)
            let receipts = files.filter { $0.role == .receipt }
            let photos = files.filter { $0.kind == .photo && $0.role == nil }
            for file in photos.prefix(InsuranceReport.maxPhotos) + receipts.prefix(InsuranceReport.maxReceipts) {
                if file.contentType == "application/pdf" { continue }
                images[file.hash.description] = try await media.preview(
                    file.hash, contentType: file.contentType, size: .medium)
            }
            entries.append(
                InsuranceReport.Entry(item, photos: photos.map(Self.reported), receipts: receipts.map(Self.reported)))
        }
        try progress.report(0.8, "Writing the report")
        let all = entries
        let found = images
        return try await Blocking.run {
            do {
                let report = try InsuranceReport(all, owner: owner, date: Date(), paper: paper, language: language)
                return try report.write(to: file) { hash in try found[hash].map { try Data(contentsOf: $0) } }.notes
            } catch let error as CatalogueFormatError {
                throw SpacesError(.invalidInput, error.description)
            }
        }
    }

    /// The sheets of labels, as a PDF.
    /// - Parameters:
    ///   - things: what gets a label, in this order.
    ///   - address: the address of the server, which the codes open; nil for codes that only Diorama reads.
    /// - Throws: `SpacesError` of kind `invalidInput` for an unknown sheet, or a code that is too small to be read on it.
    public func labels(
        of things: [Entry<Thing>], on sheet: String, start: Int = 1, code: LabelCodeType = .qr, address: String?
    ) async throws -> [UInt8] {
        if things.isEmpty { throw SpacesError(.invalidInput, "there are no things to label", remedy: "choose some, or add things") }
        let items = try await catalogue.items(things)
        return try await Blocking.run {
            do {
                let labels = try items.map { item in
                    let text = Self.labelText(item.thing.id, address: address)
                    return Label(
                        try code.content(text), name: item.thing.name, shortID: String(item.thing.id.description.suffix(6)),
                        place: item.path.joined(separator: " / "))
                }
                return try LabelDocument(on: LabelSheet.named(sheet), start: start, date: Date()).pdf(labels)
            } catch let error as CatalogueFormatError {
                throw SpacesError(.invalidInput, error.description)
            } catch let error as RecognitionError {
                throw SpacesError(.invalidInput, error.description)
            }
        }
    }

    /// What a label's code says: an address where there is one, so that any phone opens it.
    static func labelText(_ id: ThingID, address: String?) -> String {
        address.map { "\($0)/things/\(id)" } ?? "diorama:thing/\(id)"
    }

    /// The thing whose label says `text`; nil for other texts.
    public static func thing(ofLabel text: String) -> ThingID? {
        guard text.hasPrefix("diorama:thing/") || text.contains("/things/") else { return nil }
        return text.split(separator: "/").last.flatMap { ThingID(String($0)) }
    }

    private static func reported(_ file: Entry<Media>) -> InsuranceReport.File {
        InsuranceReport.File(
            hash: file.hash.description, contentType: file.contentType, caption: file.caption.isEmpty ? file.fileName : file.caption
        )
    }

    private func things(_ filter: ThingFilter) async throws -> [Entry<Thing>] {
        try await catalogue.all(library.things, filter.conditions, by: .oldest)
    }

    private func items(_ things: [Entry<Thing>]) async throws -> [CatalogueItem] {
        var spaces: [SpaceID: String] = [:]
        for space in Set(things.compactMap(\.space)) { spaces[space] = try await library.space(space)?.name }
        var paths: [PlaceID: [String]] = [:]
        for place in Set(things.compactMap(\.place)) { paths[place] = try await library.path(to: place).map(\.name) }
        return things.map { thing in
            CatalogueItem(
                id: thing.id, thing: thing.content, place: thing.place.flatMap { paths[$0] } ?? [],
                space: thing.space.flatMap { spaces[$0] })
        }
    }

    private func document(_ things: [Entry<Thing>]) async throws -> CatalogueDocument {
        let ids = Set(things.map(\.id))
        let places = try await catalogue.all(library.places, [], by: .oldest)
        let loans = try await catalogue.all(library.loans, [], by: .oldest)
        let maintenance = try await catalogue.all(library.maintenance, [], by: .oldest)
        var records: [ThingRecord] = []
        for thing in things {
            let files = try await catalogue.all(library.media, [.thing(thing.id)], by: .position)
            records.append(
                ThingRecord(
                    id: thing.id, thing: thing.content,
                    media: files.map {
                        MediaRecord(
                            hash: $0.hash.description, contentType: $0.contentType, fileName: $0.fileName, role: $0.role?.rawValue)
                    }))
        }
        return CatalogueDocument(
            exported: Date(),
            places: places.map { PlaceRecord(id: $0.id, name: $0.name, parent: $0.parent, notes: $0.notes) }, things: records,
            loans: loans.compactMap { loan in
                guard let thing = loan.thing, ids.contains(thing) else { return nil }
                return LoanRecord(
                    id: loan.id, thing: thing, borrower: loan.borrower, lent: loan.lent, due: loan.due, returned: loan.returned,
                    notes: loan.notes)
            },
            maintenance: maintenance.compactMap { entry in
                guard let thing = entry.thing, ids.contains(thing) else { return nil }
                return CatalogueFormats.MaintenanceRecord(
                    id: entry.id, thing: thing, title: entry.title, due: entry.due, done: entry.done, cost: entry.cost,
                    notes: entry.notes)
            })
    }
}

/// The kind of code on a label.
public enum LabelCodeType: String, Sendable, CaseIterable {
    /// QR, which every phone reads.
    case qr
    /// Data Matrix, which is smaller.
    case datamatrix

    func content(_ text: String) throws -> Label.Content {
        switch self {
        case .qr: return .qr(text)
        case .datamatrix:
            let matrix = try BarcodeMatrix(dataMatrix: text)
            return .code(
                try LabelCode(modules: matrix.modules, width: matrix.width, height: matrix.height, quietZone: matrix.quietZone))
        }
    }
}
