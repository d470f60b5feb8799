import Foundation
import Geometry
import Images

/// A page with square markers to be printed and laid beside what is photographed: their known size gives the scale.
public struct PhotoMarkers: Sendable, Equatable {
    /// Paper sizes.
    public enum Paper: String, Sendable, CaseIterable {
        /// 210 x 297 mm.
        case a4
        /// 8.5 x 11 inches.
        case letter

        /// Width and height in metres.
        public var size: SIMD2<Double> { self == .a4 ? SIMD2(0.210, 0.297) : SIMD2(0.2159, 0.2794) }
    }

    /// The paper.
    public let paper: Paper
    /// The side of a marker's black square in metres.
    public let side: Double
    /// The markers' ids with the position of their upper left corners, in metres from the page's upper left corner.
    public let markers: [(id: Int, corner: SIMD2<Double>)]

    /// How many different markers there are.
    public static let maxCount = MarkerCode.count
    /// The white border that each needs around it, as a share of its side.
    private static let quietZone = 1.0 / 7
    private static let margin = 0.012

    /// As many markers as are asked for in rows on one page.
    /// - Throws: `PhotogrammetryError` where they don't fit.
    public init(paper: Paper = .a4, side: Double = 0.12, count: Int = 1) throws(PhotogrammetryError) {
        guard side.isFinite, side >= 0.01, side <= 0.25 else {
            throw PhotogrammetryError(
                "marker size", "\(side) m is not a size of markers on a page", remedy: "give 0.01 to 0.18 metres")
        }
        guard (1...Self.maxCount).contains(count) else {
            throw PhotogrammetryError("marker count", "there are 1 to \(Self.maxCount) markers, not \(count)")
        }
        let area = paper.size - 2 * Self.margin - SIMD2(0, 0.02)
        let pitch = side * (1 + 2 * Self.quietZone)
        let columns = Int(area.x / pitch)
        let rows = Int(area.y / pitch)
        guard columns * rows >= count else {
            throw PhotogrammetryError(
                "marker size", "\(count) markers of \(Int((side * 1000).rounded())) mm don't fit on a page (\(columns * rows) do)",
                remedy: "make them smaller")
        }
        self.paper = paper
        self.side = side
        // Spread over the page: farther apart they are better to measure from.
        let usedColumns = min(columns, max(1, Int((Double(count) * area.x / area.y).squareRoot().rounded(.up))))
        let usedRows = (count + usedColumns - 1) / usedColumns
        guard usedRows <= rows else {
            throw PhotogrammetryError("marker size", "\(count) markers don't fit in rows", remedy: "make them smaller")
        }
        let step = SIMD2(area.x / Double(usedColumns), area.y / Double(usedRows))
        markers = (0..<count).map { i in
            let cell = SIMD2(Double(i % usedColumns), Double(i / usedColumns))
            return (i, SIMD2(repeating: Self.margin) + cell * step + (step - side) / 2)
        }
    }

    /// Two pages are equal where they print the same.
    public static func == (a: PhotoMarkers, b: PhotoMarkers) -> Bool {
        a.paper == b.paper && a.side == b.side && a.markers.map(\.id) == b.markers.map(\.id)
    }

    /// The black rectangles in metres: x, y, width, height.
    private var rectangles: [SIMD4<Double>] {
        let cell = side / Double(MarkerCode.size + 2)
        return markers.flatMap { marker -> [SIMD4<Double>] in
            let p = marker.corner
            var found = [
                SIMD4(p.x, p.y, side, cell), SIMD4(p.x, p.y + side - cell, side, cell),
                SIMD4(p.x, p.y + cell, cell, side - 2 * cell),
                SIMD4(p.x + side - cell, p.y + cell, cell, side - 2 * cell),
            ]
            for row in 0..<MarkerCode.size {
                // Cells beside each other are one rectangle: no hairlines between them.
                var start: Int?
                for column in 0...MarkerCode.size {
                    let isBlack =
                        column < MarkerCode.size && MarkerCode.codes[marker.id] >> UInt32(MarkerCode.size * row + column) & 1 == 0
                    if isBlack {
                        start = start ?? column
                    } else if let first = start {
                        found.append(
                            SIMD4(
                                p.x + Double(first + 1) * cell, p.y + Double(row + 1) * cell, Double(column - first) * cell, cell))
                        start = nil
                    }
                }
            }
            return found
        }
    }

    private var caption: String {
        String(
            format:
                "Diorama markers. Print at 100 %%, then measure a black square: its side should be %.1f mm; give what you measure.",
            side * 1000)
    }

    /// The page as SVG, in millimetres.
    public func svg() -> String {
        let w = paper.size.x * 1000
        let h = paper.size.y * 1000
        func number(_ metres: Double) -> String { String(format: "%.3f", metres * 1000) }
        let body = rectangles.map {
            "<rect x=\"\(number($0.x))\" y=\"\(number($0.y))\" width=\"\(number($0.z))\" height=\"\(number($0.w))\"/>\n"
        }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(w)mm" height="\(h)mm" viewBox="0 0 \(w) \(h)">
            <rect width="\(w)" height="\(h)" fill="#fff"/>
            <g fill="#000" shape-rendering="crispEdges">
            \(body)</g>
            <text x="12" y="\(h - 10)" font-family="sans-serif" font-size="3.2">\(caption)</text>
            </svg>

            """
    }

    /// The page as PDF 1.4.
    public func pdf() -> [UInt8] {
        let points = 72 / 0.0254
        let height = paper.size.y * points
        func number(_ value: Double) -> String { String(format: "%.3f", value) }
        var content = "0 g\n"
        for r in rectangles {
            content +=
                [r.x * points, height - (r.y + r.w) * points, r.z * points, r.w * points].map(number).joined(separator: " ")
                + " re\n"
        }
        content += "f\nBT /F1 9 Tf 34 28 Td (\(caption)) Tj ET\n"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(number(paper.size.x * points)) \(number(height))] "
                + "/Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var bytes = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (i, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += Array("\(i + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let start = bytes.count
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { table += String(format: "%010d 00000 n \n", offset) }
        table += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return bytes + Array(table.utf8)
    }

    /// The page as an image, without its caption.
    /// - Parameter dotsPerInch: its resolution; 300 for printing.
    public func image(dotsPerInch: Double = 300) -> ColorImage {
        let scale = min(max(dotsPerInch, 10), 1200) / 0.0254
        let width = Int((paper.size.x * scale).rounded())
        let height = Int((paper.size.y * scale).rounded())
        var image = ColorImage(width: width, height: height, repeating: SIMD4(255, 255, 255, 255))
        for r in rectangles {
            for y in Int((r.y * scale).rounded())..<min(height, Int(((r.y + r.w) * scale).rounded())) {
                for x in Int((r.x * scale).rounded())..<min(width, Int(((r.x + r.z) * scale).rounded())) {
                    image[x, y] = SIMD4(0, 0, 0, 255)
                }
            }
        }
        return image
    }
}
