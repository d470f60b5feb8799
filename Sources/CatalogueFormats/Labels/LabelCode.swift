import CQRCode

/// A two-dimensional code on a label: its modules without the quiet zone, row by row from the top left; true is dark.
public struct LabelCode: Sendable, Equatable {
    /// The modules.
    public let modules: [Bool]
    /// Modules of a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Modules that stay white on each side: 4 for QR codes, 1 for Data Matrix.
    public let quietZone: Int

    /// A code that was made elsewhere, for example a Data Matrix.
    /// - Throws: `CatalogueFormatError` where the number of modules is not width times height, or not 1 to 200 each.
    public init(modules: [Bool], width: Int, height: Int, quietZone: Int = 1) throws(CatalogueFormatError) {
        guard (1...200).contains(width), (1...200).contains(height), modules.count == width * height, (0...10).contains(quietZone)
        else {
            throw .unwritable("a code of \(width) x \(height) modules with \(modules.count) values is not valid")
        }
        self.modules = modules
        self.width = width
        self.height = height
        self.quietZone = quietZone
    }

    /// How much of a QR code may be unreadable (ISO/IEC 18004).
    public enum Correction: Int, Sendable, CaseIterable {
        /// 7 %
        case low
        /// 15 %
        case medium
        /// 25 %
        case quartile
        /// 30 %
        case high
    }

    /// A QR code of a text.
    /// - Throws: `CatalogueFormatError` for an empty text and for one of more than 1000 bytes.
    public static func qr(_ text: String, correction: Correction = .medium) throws(CatalogueFormatError) -> LabelCode {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 1000, !bytes.contains(0) else {
            throw .unwritable("a QR code holds 1 to 1000 bytes, not \(bytes.count)", remedy: "use a shorter address")
        }
        let level = [QR_ECLEVEL_L, QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H][correction.rawValue]
        guard let code = bytes.withUnsafeBufferPointer({ QRcode_encodeData(Int32(bytes.count), $0.baseAddress, 0, level) }) else {
            throw .unwritable("\(text.quoted) doesn't fit a QR code", remedy: "use a shorter address")
        }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        let values = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        return try LabelCode(modules: values.map { $0 & 1 == 1 }, width: size, height: size, quietZone: 4)
    }
}

/// A label: a code and what people read.
public struct Label: Sendable {
    /// What the code is made of.
    public enum Content: Sendable {
        /// A QR code of a text, made with as much error correction as the label has room for.
        case qr(String)
        /// A code that was made elsewhere.
        case code(LabelCode)
    }

    /// The code.
    public var content: Content
    /// The thing's name; shortened to the label's width.
    public var name: String
    /// A short identifier to be read and typed; empty for none.
    public var shortID: String
    /// The path of the place; empty for none.
    public var place: String

    /// A label of a thing.
    public init(_ content: Content, name: String, shortID: String = "", place: String = "") {
        self.content = content
        self.name = name
        self.shortID = shortID
        self.place = place
    }
}
