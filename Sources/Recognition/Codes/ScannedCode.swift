/// A barcode or matrix code that was read in an image.
public struct ScannedCode: Sendable, Codable, Hashable {
    /// The symbology.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case aztec
        case codabar
        case code39
        case code93
        case code128
        case dataBar
        case dataBarExpanded
        case dataMatrix
        case ean8
        case ean13
        case itf
        case maxiCode
        case pdf417
        case qr
        case microQR
        case upcA
        case upcE
        case unknown

        /// The format that zxing-cpp calls `name`.
        init(zxing name: String) {
            let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
            switch letters {
            case "qrcode": self = .qr
            case "microqrcode": self = .microQR
            default: self = Format.allCases.first { $0.rawValue.lowercased() == letters } ?? .unknown
            }
        }
    }

    /// A corner of the code, in pixels of the image from its top left.
    public struct Corner: Sendable, Codable, Hashable {
        public var x: Int
        public var y: Int

        /// A corner at this pixel.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The symbology.
    public var format: Format
    /// The content. In GS1 codes the group separator (U+001D) may separate elements: see `GS1Element.parse(_:)`.
    public var text: String
    /// Whether the code declares its content as GS1 elements.
    public var isGS1: Bool
    /// The four corners, clockwise from the code's own top left.
    public var corners: [Corner]

    /// A code with this content.
    public init(format: Format, text: String, isGS1: Bool = false, corners: [Corner] = []) {
        self.format = format
        self.text = text
        self.isGS1 = isGS1
        self.corners = corners
    }

    /// The article number (GTIN) of the code, as 8, 12, 13 or 14 digits with a valid check digit; nil where it has none.
    public var gtin: String? {
        switch format {
        case .ean8, .ean13, .upcA, .itf: return GTIN.isValid(text) ? text : nil
        case .upcE: return GTIN.expandedUPCE(text).flatMap { GTIN.isValid($0) ? $0 : nil }
        default: return gs1Elements.first { $0.identifier == "01" || $0.identifier == "02" }?.value
        }
    }

    /// The GS1 elements of the code; empty where it has none.
    public var gs1Elements: [GS1Element] {
        isGS1 || text.hasPrefix("(01)") || text.hasPrefix("\u{1D}") ? GS1Element.parse(text) : []
    }
}
