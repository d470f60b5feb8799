import DioramaLibrary
import Foundation
import Images
import Support

/// An inventory for an insurance as PDF: totals, then the things of each place with photos, serial numbers, values and receipts.
///
/// Photos and receipts are loaded one at a time, made small and written before the next page begins: the memory needed does not
/// depend on their number.
public struct InsuranceReport: Sendable {
    /// A file of a thing.
    public struct File: Sendable, Equatable {
        /// The name under which the closure finds it.
        public var hash: String
        /// "image/jpeg", "application/pdf": only images are shown, other documents are listed at the end.
        public var contentType: String
        /// What is written under it; the file's name.
        public var caption: String

        /// A file with its caption.
        public init(hash: String, contentType: String, caption: String) {
            self.hash = hash
            self.contentType = contentType
            self.caption = caption
        }

        var isImage: Bool { contentType.lowercased().hasPrefix("image/") }
    }

    /// A thing of the report.
    public struct Entry: Sendable, Equatable {
        /// The thing and its place.
        public var item: CatalogueItem
        /// Photos, the first is shown largest; at most `maxPhotos` are shown.
        public var photos: [File]
        /// Receipts and invoices.
        public var receipts: [File]

        /// A thing with its files.
        public init(_ item: CatalogueItem, photos: [File] = [], receipts: [File] = []) {
            self.item = item
            self.photos = photos
            self.receipts = receipts
        }
    }

    /// What was written.
    public struct Result: Sendable, Equatable {
        /// Number of pages.
        public var pages = 0
        /// Photos and receipts that could not be shown, and characters that no installed font has.
        public var notes: [String] = []
    }

    /// The photos of a thing that are shown.
    public static let maxPhotos = 4
    /// The receipts of a thing that are shown; further ones are listed at the end.
    public static let maxReceipts = 8
    /// The characters of a thing's notes that are shown.
    public static let maxNoteCharacters = 4000

    /// The name of the person whose things these are; empty for none.
    public var owner: String
    /// The day of the report. The same date, entries and fonts give the same bytes.
    public var date: Date
    /// The size of the pages.
    public var paper: PaperSize
    /// The language of labels and numbers.
    public var language: ReportLanguage
    let entries: [Entry]
    let totals: Totals

    /// A report of things, which are sorted by place and name.
    /// - Throws: `CatalogueFormatError` where a total exceeds 64 bits, or there are no things.
    public init(
        _ entries: [Entry], owner: String, date: Date, paper: PaperSize = .a4, language: ReportLanguage = .english
    ) throws(CatalogueFormatError) {
        if entries.isEmpty { throw .unwritable("there are no things to report", remedy: "choose some, or add things first") }
        self.owner = owner
        self.date = date
        self.paper = paper
        self.language = language
        totals = try Totals(entries.lazy.map(\.item))
        let keyed = entries.map { (place: $0.item.place.map(SortKey.init), name: SortKey($0.item.thing.name), entry: $0) }
        self.entries = keyed.sorted { a, b in
            if a.place != b.place { return a.place.lexicographicallyPrecedes(b.place) }
            return a.name != b.name ? a.name < b.name : a.entry.item.id < b.entry.item.id
        }.map(\.entry)
    }

    /// Writes the report, atomically.
    /// - Parameters:
    ///   - url: the file to write.
    ///   - load: the bytes of a photo or receipt, nil where the device doesn't have it. An error ends the report.
    /// - Throws: `CatalogueFormatError` where the file can't be written or `load` throws.
    @discardableResult
    public func write(to url: URL, load: (String) throws -> Data?) throws(CatalogueFormatError) -> Result {
        var file: AtomicFile
        do throws(FileError) { file = try AtomicFile(url) } catch { throw CatalogueFormatError(error) }
        let result = try draw(load) { (bytes) throws(CatalogueFormatError) in
            do throws(FileError) { try file.write(bytes) } catch { throw CatalogueFormatError(error) }
        }
        do throws(FileError) { try file.commit() } catch { throw CatalogueFormatError(error) }
        return result
    }

    /// The report in memory.
    public func pdf(load: (String) throws -> Data?) throws(CatalogueFormatError) -> (bytes: [UInt8], result: Result) {
        var all: [UInt8] = []
        let result = try draw(load) { (bytes) throws(CatalogueFormatError) in all += bytes }
        return (all, result)
    }

    /// Draws twice: the first time without marks, to count the pages.
    private func draw(
        _ load: (String) throws -> Data?, _ output: ([UInt8]) throws(CatalogueFormatError) -> Void
    ) throws(CatalogueFormatError) -> Result {
        let counting = ReportPages(self, pageCount: nil)
        try counting.build({ _ in nil }, { (_) throws(CatalogueFormatError) in })
        let pages = ReportPages(self, pageCount: counting.pageNumber)
        try pages.build(load, output)
        var result = Result(pages: pages.pageNumber, notes: pages.notes)
        if !pages.canvas.fonts.missing.isEmpty {
            let characters = String(String.UnicodeScalarView(pages.canvas.fonts.missing.sorted { $0.value < $1.value }.prefix(40)))
            result.notes.append("no installed font has these characters: \(characters); install fonts for their script")
        }
        return result
    }
}

/// Names sort without regard to case and accents, equal ones by their code points.
struct SortKey: Comparable {
    let folded: String
    let text: String

    init(_ text: String) {
        self.text = text
        folded = HeaderWords.folded(text)
    }

    static func < (a: SortKey, b: SortKey) -> Bool { a.folded != b.folded ? a.folded < b.folded : a.text < b.text }
}
