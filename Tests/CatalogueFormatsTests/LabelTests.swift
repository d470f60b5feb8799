import CatalogueFormats
import Foundation
import Testing

@Suite struct LabelTests {
    private static let date = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(arguments: LabelSheet.all) func `a sheet's labels are on the paper`(sheet: LabelSheet) throws {
        let document = try LabelDocument(on: sheet, date: Self.date)
        let small = try LabelCode(modules: (0..<100).map { $0 % 10 == 0 || $0 >= 90 }, width: 10, height: 10)
        let labels = (0...sheet.count).map { Label(.code(small), name: "Thing \($0)", shortID: "AB-\($0)", place: "Cellar") }
        let pdf = try document.pdf(labels)
        #expect(pdf.starts(with: Array("%PDF-1.".utf8)))
        #expect(document.pageCount(of: labels.count) == 2)
    }

    @Test func `labels begin at a position`() throws {
        let sheet = try LabelSheet.named("L7160")
        let labels = (0..<10).map { Label(.qr("diorama:thing/\($0)"), name: "Thing \($0)") }
        let document = try LabelDocument(on: sheet, start: 12, date: Self.date)
        #expect(document.pageCount(of: 10) == 1)
        #expect(try LabelDocument(on: sheet, start: 13, date: Self.date).pageCount(of: 10) == 2)
        #expect(try document.pdf(labels) == document.pdf(labels))
        for start in [0, 22] {
            let error = #expect(throws: CatalogueFormatError.self) { try LabelDocument(on: sheet, start: start, date: Self.date) }
            #expect(error?.remedy.contains("21") == true)
        }
    }

    @Test func `a code that phones could not read is refused`() throws {
        let document = try LabelDocument(on: try LabelSheet.named("l4731"), date: Self.date)
        let error = #expect(throws: CatalogueFormatError.self) {
            try document.pdf([Label(.qr("https://example.org/things/2bQJ0wHDQ6n6Y8o1zS0J0hU0aBc"), name: "Drill")])
        }
        #expect(error?.description.contains("Drill") == true && error?.remedy.contains("Data Matrix") == true)
        let large = try LabelDocument(on: try LabelSheet.named("l7160"), date: Self.date)
        _ = try large.pdf([Label(.qr("https://example.org/things/2bQJ0wHDQ6n6Y8o1zS0J0hU0aBc"), name: "Drill")])
    }

    @Test func `bad input is refused`() throws {
        #expect(throws: CatalogueFormatError.self) { try LabelSheet.named("l9999") }
        #expect(throws: CatalogueFormatError.self) { try LabelCode(modules: [true], width: 2, height: 1) }
        #expect(throws: CatalogueFormatError.self) { try LabelCode.qr("") }
        #expect(throws: CatalogueFormatError.self) { try LabelCode.qr(String(repeating: "x", count: 1001)) }
        #expect(throws: CatalogueFormatError.self) { try LabelDocument(on: LabelSheet.all[0], date: Self.date).pdf([]) }
        var sheet = LabelSheet.all[0]
        sheet.columns = 50
        #expect(throws: CatalogueFormatError.self) { try LabelDocument(on: sheet, date: Self.date) }
        sheet.labelWidth = .nan
        #expect(throws: CatalogueFormatError.self) { try LabelDocument(on: sheet, date: Self.date) }
    }

    @Test func `a QR code has its finder patterns`() throws {
        let code = try LabelCode.qr("diorama:thing/1", correction: .high)
        #expect(code.width == code.height && code.quietZone == 4 && (code.width - 17) % 4 == 0)
        for (x, y) in [(0, 0), (code.width - 7, 0), (0, code.height - 7)] {
            #expect((0..<7).allSatisfy { code.modules[y * code.width + x + $0] && code.modules[(y + $0) * code.width + x] })
        }
    }

    @Test(.enabled(if: Samples.has("pdftotext"), "pdftotext is not installed")) func `texts of labels are texts`() throws {
        let long = "An exceedingly long name of a thing that can't be written on any label of this size, whatever the printer"
        let labels = [
            Label(.qr("diorama:thing/1"), name: "Drill ø", shortID: "AB-12", place: "Cellar › Shelf"), Label(.qr("x"), name: long),
        ]
        let text = try Samples.text(of: try LabelDocument(on: try LabelSheet.named("l7160"), date: Self.date).pdf(labels))
        for word in ["Drill ø", "AB-12", "Cellar › Shelf", "…"] { #expect(text.contains(word), "\(word)") }
        #expect(!text.contains("whatever the printer"))
        // A form feed ends each page.
        let many = (0..<23).map { Label(.qr("x"), name: "T\($0)") }
        let pages = try Samples.text(of: try LabelDocument(on: try LabelSheet.named("l7160"), start: 20, date: Self.date).pdf(many))
        #expect(pages.count { $0 == "\u{C}" } == 2 && pages.contains("T22"))
    }
}
