import CatalogueFormats
import DioramaLibrary
import Foundation
import Testing

@Suite struct ReportTests {
    private static let date = Samples.day("2026-11-27")

    private static func entries() -> [InsuranceReport.Entry] {
        let items = Samples.items
        let photo = InsuranceReport.File(hash: "photo", contentType: "image/jpeg", caption: "front.jpg")
        return [
            InsuranceReport.Entry(
                items[0], photos: [photo, photo],
                receipts: [
                    InsuranceReport.File(hash: "receipt", contentType: "image/jpeg", caption: "receipt.jpg"),
                    InsuranceReport.File(hash: "bill", contentType: "application/pdf", caption: "bill.pdf"),
                ]),
            InsuranceReport.Entry(
                items[1], photos: [InsuranceReport.File(hash: "gone", contentType: "image/png", caption: "gone.png")]),
        ]
    }

    private static func load(_ hash: String) throws -> Data? {
        switch hash {
        case "photo": try Samples.photo(400, 300, hue: 40)
        case "receipt": try Samples.photo(200, 300, hue: 200)
        case "damaged": Data("no image".utf8)
        default: nil
        }
    }

    @Test(arguments: PaperSize.allCases) func `the same report gives the same bytes`(paper: PaperSize) throws {
        let entries = Self.entries()
        let report = try InsuranceReport(entries, owner: "Ann Example", date: Self.date, paper: paper)
        let (pdf, result) = try report.pdf(load: Self.load)
        #expect(pdf.starts(with: Array("%PDF-1.5".utf8)) && result.pages >= 2)
        #expect(result.notes.contains { $0.contains("gone.png") })
        let again = try InsuranceReport(entries.reversed(), owner: "Ann Example", date: Self.date, paper: paper).pdf(
            load: Self.load)
        #expect(again.bytes == pdf)
    }

    @Test(.enabled(if: Samples.has("pdftotext"), "pdftotext is not installed"), arguments: ReportLanguage.allCases)
    func `texts of the report are texts`(language: ReportLanguage) throws {
        var entries = Self.entries()
        entries[0].item.thing.notes = String(repeating: "Sehr langer Text mit Größe. ", count: 400) + "END"
        let report = try InsuranceReport(entries, owner: "Änn Example", date: Self.date, language: language)
        let text = try Samples.text(of: try report.pdf(load: Self.load).bytes)
        for word in ["Änn Example", "2026-11-27", "Ferrum", "-123", "Cellar › Shelf 2/3", "receipt.jpg", "bill.pdf", "KWD"] {
            #expect(text.contains(word), "\(word)")
        }
        let value = Money(minorUnits: 25_998, currency: "EUR").text(language.numberStyle).replacingOccurrences(
            of: "\u{A0}", with: " ")
        #expect(text.replacingOccurrences(of: "\u{A0}", with: " ").contains(value))
        // More notes than are shown.
        #expect(text.contains("…") && !text.contains("END"))
        if language == .english { #expect(text.contains("continued") && text.contains("Page 1 of ")) }
        if language == .czech { #expect(text.contains("Sériové číslo")) }
    }

    @Test func `a photo is loaded only when it is drawn`() throws {
        var loaded: [String] = []
        let report = try InsuranceReport(Self.entries(), owner: "", date: Self.date)
        _ = try report.pdf { hash in
            loaded.append(hash)
            return try Self.load(hash)
        }
        // Those without a place come first.
        #expect(loaded == ["gone", "photo", "photo", "receipt"])
    }

    @Test func `a damaged photo is noted, an error of loading ends the report`() throws {
        var entries = Self.entries()
        entries[0].photos = [InsuranceReport.File(hash: "damaged", contentType: "image/jpeg", caption: "damaged.jpg")]
        let report = try InsuranceReport(entries, owner: "", date: Self.date)
        #expect(try report.pdf(load: Self.load).result.notes.contains { $0.contains("damaged.jpg") })
        struct Refusal: Error {}
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("report.pdf")
        #expect(throws: CatalogueFormatError.self) { try report.write(to: file) { _ in throw Refusal() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let result = try report.write(to: file, load: Self.load)
        #expect(try [UInt8](Data(contentsOf: file)) == report.pdf(load: Self.load).bytes && result.pages >= 2)
    }

    @Test func `reports of nothing and of too much are refused`() throws {
        #expect(throws: CatalogueFormatError.self) { try InsuranceReport([], owner: "", date: Self.date) }
        var entries = Self.entries()
        entries[0].item.thing.value = Money(minorUnits: .max, currency: "EUR")
        #expect(throws: CatalogueFormatError.self) { try InsuranceReport(entries, owner: "", date: Self.date) }
    }
}
