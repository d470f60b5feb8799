import CBarcodes

/// The modules of a code, for printing: dark and light squares (or bars) without the margin around them.
public struct BarcodeMatrix: Sendable, Equatable {
    /// Modules in a row.
    public let width: Int
    /// Number of rows; 1 for linear codes.
    public let height: Int
    /// `width * height` modules, row by row from the top left; true is dark.
    public let modules: [Bool]
    /// The width of the empty margin that readers need on each side, in modules.
    public let quietZone: Int

    /// A QR code of this text (UTF-8), with the error correction level M.
    /// - Throws: `RecognitionError` where the text is empty or too long for a code.
    public init(qr text: String) throws(RecognitionError) { try self.init(text, format: 0, name: "QR", quietZone: 4) }

    /// A Data Matrix code of this text. Only characters of ISO 8859-1 can be encoded.
    /// - Throws: `RecognitionError` where the text is empty, too long or has other characters.
    public init(dataMatrix text: String) throws(RecognitionError) {
        try self.init(text, format: 1, name: "Data Matrix", quietZone: 1)
    }

    /// An EAN-13 code of 13 digits with a valid check digit.
    public init(ean13 digits: String) throws(RecognitionError) {
        guard digits.count == 13, GTIN.isValid(digits) else {
            throw RecognitionError(
                .badInput, input: "\"\(digits)\"", problem: "is not an EAN-13 number",
                remedy: "use 13 digits with a valid check digit")
        }
        try self.init(digits, format: 2, name: "EAN-13", quietZone: 11)
    }

    /// A Code 128 code of this text (ASCII).
    public init(code128 text: String) throws(RecognitionError) { try self.init(text, format: 3, name: "Code 128", quietZone: 10) }

    /// The module in column `x` and row `y`, both in range; true is dark.
    public subscript(x: Int, y: Int) -> Bool { modules[y * width + x] }

    private init(_ text: String, format: Int32, name: String, quietZone: Int) throws(RecognitionError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 4096 else {
            throw RecognitionError(.badInput, input: "\(name) code", problem: "needs a text of 1 to 4096 bytes")
        }
        var buffer = [UInt8](repeating: 0, count: 200 * 200)
        var columns: Int32 = 0
        var rows: Int32 = 0
        let status = bytes.withUnsafeBytes { raw in
            cbarcodes_write(
                raw.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), format, &buffer, Int32(buffer.count), &columns,
                &rows)
        }
        guard status == 0 else {
            throw RecognitionError(
                .badInput, input: "\(name) code", problem: "can't hold this text of \(bytes.count) bytes",
                remedy: "use a shorter text")
        }
        width = Int(columns)
        height = Int(rows)
        modules = buffer.prefix(width * height).map { $0 != 0 }
        self.quietZone = quietZone
    }
}
