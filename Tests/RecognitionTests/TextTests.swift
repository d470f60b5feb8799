import Images
import Recognition
import RecognitionTestSupport
import TestSupport
import Testing

@Suite struct TextTests {
    private static let canRead = TextLanguages.installed.contains("eng")

    private static func lines(_ texts: String...) -> [TextLine] {
        texts.enumerated().map { i, text in
            TextLine(text: text, confidence: 0.9, bounds: .init(x: 10, y: 40 * i, width: 12 * text.count, height: i == 0 ? 30 : 20))
        }
    }

    @Test(arguments: [
        ("S/N: AB123456", "AB123456"), ("SN:4711-0815", "4711-0815"), ("Serial No. X9Y8Z7", "X9Y8Z7"),
        ("Seriennummer: 8812334", "8812334"), ("Serien-Nr. 55-1234", "55-1234"), ("N° de série : FR99812", "FR99812"),
        ("Número de serie: ES77123", "ES77123"), ("Výrobní číslo: CZ55019", "CZ55019"), ("Sériové číslo CZ1234", "CZ1234"),
        ("Fabr.-Nr. 00912", "00912"), ("Ser. č. 12345", "12345"), ("Model: X1 S/N 987654", "987654"),
    ]) func `serial numbers follow their captions`(text: String, serial: String) {
        #expect(LabelProposal(lines: Self.lines("MAKER", text)).serial == serial)
    }

    @Test func `other fields of a label`() {
        let proposal = LabelProposal(
            lines: Self.lines("BOSCH", "Typ: GSR 18V", "SNOW 2000", "Best before 31.03.2027", "LOT A1234", "4006381333931"))
        #expect(proposal.brand == "BOSCH")
        #expect(proposal.model == "GSR 18V")
        #expect(proposal.serial == nil)
        #expect(proposal.expiry == LabelProposal.Day(year: 2027, month: 3, day: 31))
        #expect(proposal.lot == "A1234")
        #expect(proposal.gtin == "4006381333931")
        #expect(LabelProposal(lines: []).isEmpty)
    }

    @Test(arguments: [
        ("EXP 2027-03-31", "2027-03-31"), ("MHD 31.03.27", "2027-03-31"), ("Use by 12 MAY 2028", "2028-05-12"),
        ("Expiry: 07/2026", "2026-07"), ("DLC 05/11/2026", "2026-11-05"), ("caducidad 15 ENE 2029", "2029-01-15"),
        ("Spotřebujte do 1. 12. 2026", "2026-12-01"), ("EXP 12/25/2027", "2027-12-25"), ("BBE MAR 2027", "2027-03"),
    ]) func `dates of expiry in common formats`(text: String, day: String) {
        #expect(LabelProposal(lines: Self.lines("MAKER", text)).expiry?.description == day)
    }

    @Test func `impossible dates are none`() {
        #expect(LabelProposal(lines: Self.lines("EXP 31.02.2027")).expiry == nil)
        #expect(LabelProposal(lines: Self.lines("EXP 99.99.9999")).expiry == nil)
        #expect(LabelProposal(lines: Self.lines("EXP")).expiry == nil)
    }

    @Test(.enabled(if: canRead, "tesseract-ocr-eng is not installed"))
    func `the serial number of a label is read straight on`() async throws {
        let label = RenderedLabel(seed: 100_003)
        let result = try await TextReader(languages: ["eng"]).read(label.scan)
        #expect(LabelProposal(lines: result.lines).serial == label.serial)
    }

    @Test(.enabled(if: canRead && isSoak, "seconds of CPU, and tesseract-ocr-eng: make soak"))
    func `the serial number of a label is read from a photo askew`() async throws {
        let label = RenderedLabel(seed: 100_003)
        let result = try await TextReader(languages: ["eng"]).read(label.photo(strength: 0.6, width: 960, height: 720))
        #expect(LabelProposal(lines: result.lines).serial == label.serial)
        #expect(result.lines.allSatisfy { (0...1).contains($0.confidence) })
        #expect(result.notice == nil)
    }

    @Test(.enabled(if: canRead, "tesseract-ocr-eng is not installed"))
    func `images without text have no lines`() async throws {
        let reader = TextReader(languages: ["eng", "xyz"])
        for (width, height) in [(1, 1), (2000, 1), (300, 300)] {
            let result = try await reader.read(Image<UInt8>(width: width, height: height, repeating: 0))
            #expect(result.lines.isEmpty)
            #expect(result.notice?.contains("tesseract-ocr-xyz") == true)
        }
        await #expect(throws: RecognitionError.self) { _ = try await reader.read(Image<UInt8>(width: 0, height: 5, pixels: [])) }
    }

    @Test func `languages that are not installed are an error when none is left`() async {
        await #expect(throws: RecognitionError.self) {
            _ = try await TextReader(languages: ["xyz"]).read(Image<UInt8>(width: 50, height: 50, repeating: 9))
        }
    }
}
