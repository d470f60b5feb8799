import Codecs
import ModelFormats
import Foundation
import Images
import Support

/// Scalable Vector Graphics 1.1: the sheet in millimetres, one group per layer, text as text.
package enum SVG {
    /// Writes a sheet, atomically. The same sheet gives the same bytes.
    package static func write(_ drawing: Drawing, to url: URL) throws(FormatError) {
        let bytes = try bytes(drawing)
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
    }

    static func bytes(_ drawing: Drawing) throws(FormatError) -> [UInt8] {
        let w = number(drawing.width)
        let h = number(drawing.height)
        var out = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" \
            width="\(w)mm" height="\(h)mm" viewBox="0 0 \(w) \(h)" fill="none" stroke-linejoin="miter" stroke-linecap="butt" \
            fill-rule="evenodd" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif">
            <title>\(escaped(drawing.title))</title>
            <rect width="\(w)" height="\(h)" fill="#ffffff"/>

            """
        for group in drawing.groups where !group.marks.isEmpty {
            out += "<g id=\"\(escaped(group.name))\">\n"
            for mark in group.marks { try append(mark, to: &out) }
            out += "</g>\n"
        }
        return Array((out + "</svg>\n").utf8)
    }

    private static func append(_ mark: Drawing.Mark, to out: inout String) throws(FormatError) {
        switch mark {
        case .path(let path, let fill, let stroke):
            out += "<path d=\"\(data(path))\""
            if let fill { out += " fill=\"\(code(fill))\"" }
            if let stroke {
                out += " stroke=\"\(code(stroke.ink))\" stroke-width=\"\(number(stroke.width))\""
                if !stroke.dash.isEmpty { out += " stroke-dasharray=\"\(stroke.dash.map(number).joined(separator: " "))\"" }
            }
            out += "/>\n"
        case .text(let text):
            let x = number(text.position.x)
            let y = number(text.position.y)
            out += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(number(text.size))\" fill=\"\(code(text.ink))\""
            if text.isBold { out += " font-weight=\"bold\"" }
            if text.anchor != .start { out += " text-anchor=\"\(text.anchor == .middle ? "middle" : "end")\"" }
            if text.angle != 0 { out += " transform=\"rotate(\(number(text.angle * 180 / .pi)) \(x) \(y))\"" }
            out += ">\(escaped(text.text))</text>\n"
        case .image(let image, let left, let top, let width, let height):
            let png: [UInt8]
            do throws(ImageError) { png = try PNG.encode(image) } catch { throw .unwritable(error.description) }
            out += "<image x=\"\(number(left))\" y=\"\(number(top))\" width=\"\(number(width))\" height=\"\(number(height))\" "
            out += "preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>\n"
        }
    }

    private static func data(_ path: Drawing.Path) -> String {
        func pair(_ p: SIMD2<Double>) -> String { number(p.x) + " " + number(p.y) }
        return path.steps.map { step in
            switch step {
            case .move(let p): "M" + pair(p)
            case .line(let p): "L" + pair(p)
            case .curve(let a, let b, let p): "C" + pair(a) + " " + pair(b) + " " + pair(p)
            case .close: "Z"
            }
        }.joined()
    }

    /// To a ten-thousandth of a millimetre.
    private static func number(_ value: Double) -> String {
        let scaled = (value * 1e4).rounded()
        guard abs(scaled) < 1e15 else { return value.description }
        if scaled.truncatingRemainder(dividingBy: 1e4) == 0 { return String(Int(scaled / 1e4)) }
        return DXFPairs.number(scaled / 1e4)
    }

    private static func code(_ ink: Drawing.Ink) -> String {
        let hex = String(UInt32(ink.red) << 16 | UInt32(ink.green) << 8 | UInt32(ink.blue), radix: 16)
        return "#" + String(repeating: "0", count: 6 - hex.count) + hex
    }

    /// Markup's own letters are escaped; control characters, which XML forbids, become spaces.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                let forbidden = scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
                result.unicodeScalars.append(forbidden ? " " : scalar)
            }
        }
        return result
    }
}
