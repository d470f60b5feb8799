import Foundation
import Images
import Recognition
import RecognitionTestSupport
import Support
import Testing

@Suite struct CodeTests {
    /// A code as a photo: seen askew, on a grey ground, at `place`.
    private static func photo(_ matrix: BarcodeMatrix, module: Double = 6, yaw: Double = 0.3) -> Image<UInt8> {
        let rows = matrix.height == 1 ? 20 : matrix.height
        let width = Int(Double(matrix.width + 2 * matrix.quietZone) * module * 1.4) + 60
        let height = Int(Double(rows + 2 * matrix.quietZone) * module * 1.4) + 60
        var image = Image<UInt8>(width: width, height: height, repeating: 150)
        for y in 0..<height {
            for x in 0..<width {
                // A plane turned about the vertical: columns shrink towards the right.
                let dx = Double(x) - Double(width) / 2
                let dy = Double(y) - Double(height) / 2
                let depth = 1 + yaw * dx / Double(width)
                let u = dx * depth / module + Double(matrix.width) / 2
                let v = dy * depth / module + Double(rows) / 2
                let quiet = Double(matrix.quietZone)
                guard u > -quiet, v > -quiet, u < Double(matrix.width) + quiet, v < Double(rows) + quiet else { continue }
                let inside = u >= 0 && v >= 0 && u < Double(matrix.width) && v < Double(rows)
                let dark = inside && matrix[Int(u), matrix.height == 1 ? 0 : Int(v)]
                image[x, y] = dark ? 30 : 235
            }
        }
        return image
    }

    @Test func `codes that are written are read again`() throws {
        let cases: [(BarcodeMatrix, ScannedCode.Format, String)] = [
            (try BarcodeMatrix(qr: "https://example.org/t/ěščř"), .qr, "https://example.org/t/ěščř"),
            (try BarcodeMatrix(dataMatrix: "THING-0042"), .dataMatrix, "THING-0042"),
            (try BarcodeMatrix(code128: "SN12345678"), .code128, "SN12345678"),
            (try BarcodeMatrix(ean13: "4006381333931"), .ean13, "4006381333931"),
        ]
        for (matrix, format, text) in cases {
            let codes = CodeWorker.codes(in: Self.photo(matrix, yaw: matrix.height == 1 ? 0.1 : 0.3))
            #expect(codes.contains { $0.format == format && $0.text == text }, "\(format)")
        }
    }

    @Test func `a Data Matrix code away from the middle is read`() throws {
        let code = Self.photo(try BarcodeMatrix(dataMatrix: "CORNER"), module: 5, yaw: 0)
        var image = Image<UInt8>(width: 640, height: 480, repeating: 150)
        for y in 0..<code.height { for x in 0..<code.width { image[x + 20, y + 300 - code.height / 2] = code[x, y] } }
        let found = CodeWorker.codes(in: image)
        #expect(found.map(\.text) == ["CORNER"])
        #expect(found.first.map { $0.corners.allSatisfy { $0.x < 320 && $0.y > 180 } } == true)
    }

    @Test func `texts that no code can hold are refused`() {
        #expect(throws: RecognitionError.self) { try BarcodeMatrix(qr: "") }
        #expect(throws: RecognitionError.self) { try BarcodeMatrix(qr: String(repeating: "x", count: 4000)) }
        #expect(throws: RecognitionError.self) { try BarcodeMatrix(ean13: "4006381333932") }
        #expect(throws: RecognitionError.self) { try BarcodeMatrix(dataMatrix: String(repeating: "y", count: 3000)) }
    }

    @Test func `a child process that crashes is a notice, one that is missing an error`() async throws {
        let image = Image<UInt8>(width: 40, height: 40, repeating: 200)
        let crash = CodeReader(program: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "kill -ABRT $$"])
        let result = try await crash.read(image)
        #expect(result.codes.isEmpty)
        #expect(result.notice == "no codes could be read (the reader crashed)")
        let silent = try await CodeReader(program: URL(fileURLWithPath: "/bin/cat"), arguments: []).read(image)
        #expect(silent.notice != nil)
        let answer = #"[{"format":"qr","text":"a","isGS1":false,"corners":[{"x":1,"y":2}]}]"#
        let echo = CodeReader(program: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cat >/dev/null; echo '\(answer)'"])
        #expect(try await echo.read(image).codes.map(\.text) == ["a"])
        await #expect(throws: RecognitionError.self) {
            _ = try await CodeReader(program: URL(fileURLWithPath: "/nowhere/diorama")).read(image)
        }
        await #expect(throws: RecognitionError.self) { _ = try await crash.read(Image<UInt8>(width: 0, height: 0, pixels: [])) }
    }

    @Test func `article numbers have check digits`() {
        #expect(GTIN.isValid("4006381333931"))
        #expect(GTIN.isValid("96385074"))
        #expect(!GTIN.isValid("4006381333932"))
        #expect(!GTIN.isValid("400638133393"))
        #expect(!GTIN.isValid(""))
        #expect(GTIN.expandedUPCE("04252614") == "042100005264")
    }

    @Test func `GS1 elements are read in brackets and as scanned`() {
        let bracketed = GS1Element.parse("(01)04006381333931(17)270331(10)LOT7(21)SER1")
        #expect(bracketed.map(\.identifier) == ["01", "17", "10", "21"])
        let scanned = GS1Element.parse("010400638133393117270331\u{1D}10LOT7\u{1D}21SER1")
        #expect(scanned == bracketed)
        #expect(GS1Element.parse("0112345678901234").isEmpty)
        #expect(GS1Element.parse("()(()").isEmpty)
        let code = ScannedCode(format: .dataMatrix, text: "(01)04006381333931(17)270300(21)SER1", isGS1: true)
        let proposal = LabelProposal(lines: [], codes: [code])
        #expect(proposal.gtin == "04006381333931")
        #expect(proposal.serial == "SER1")
        #expect(proposal.expiry == LabelProposal.Day(year: 2027, month: 3))
    }

    @Test func `images without content have no codes`() {
        for (width, height) in [(1, 1), (3, 200), (64, 64), (500, 20)] {
            #expect(CodeWorker.codes(in: Image<UInt8>(width: width, height: height, repeating: 0)).isEmpty)
        }
    }
}
