import CQRCode
import Foundation
import Images

/// A QR code (ISO/IEC 18004) of a text, with the white border of four modules that readers want.
public struct QRCode: Sendable {
    /// Modules along an edge, the border not counted.
    public let size: Int
    /// Whether a module is dark, row by row from the top left.
    private let modules: [Bool]
    private static let border = 4
    /// Longest text that still makes a code that a phone reads from a screen.
    public static let maxBytes = 1000

    /// - Throws: `SpacesError` of kind `invalidInput` for an empty text, one with a zero byte, or more than 1000 bytes.
    public init(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maxBytes, !bytes.contains(0) else {
            throw SpacesError(.invalidInput, "it must have 1 to \(Self.maxBytes) bytes, none of them zero", input: "text")
        }
        // A quarter of it may be covered or dirty, as happens to what hangs on a wall.
        guard let code = bytes.withUnsafeBufferPointer({ QRcode_encodeData(Int32(bytes.count), $0.baseAddress, 0, QR_ECLEVEL_Q) })
        else { throw SpacesError(.invalidInput, "it doesn't fit into a QR code", input: "text", remedy: "use a shorter one") }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        let codewords = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        modules = codewords.map { $0 & 1 == 1 }
    }

    /// Whether the module at column `x` and row `y`, counted from the top left without the border, is dark.
    public func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

    /// One path of squares a module wide, black on white; scales to any size.
    public var svg: String {
        let edge = size + 2 * Self.border
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, isDark(x, y) { x += 1 }
                if x > start { path += "M\(start + Self.border) \(y + Self.border)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(edge) \(edge)" shape-rendering="crispEdges" role="img">\
            <title>QR code</title><rect width="\(edge)" height="\(edge)" fill="#fff"/><path d="\(path)"/></svg>

            """
    }

    /// - Parameter module: pixels along the edge of a module.
    public func png(module: Int) throws -> [UInt8] {
        let edge = (size + 2 * Self.border) * module
        var image = ColorImage(width: edge, height: edge, repeating: SIMD4(repeating: 255))
        for y in 0..<size * module {
            for x in 0..<size * module where isDark(x / module, y / module) {
                image[x + Self.border * module, y + Self.border * module] = SIMD4(0, 0, 0, 255)
            }
        }
        return try PNG.encode(image)
    }
}
