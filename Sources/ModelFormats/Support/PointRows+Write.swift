import Codecs
import Foundation
import Geometry
import Support

extension PointRows {
    /// The columns after the coordinates, and where the frame is declared.
    struct Style {
        /// Whether the intensity is behind the coordinates, 0 before a colour where there is none.
        var hasIntensity = false
        /// Whether the first line is the number of rows.
        var hasCount = false
        var hasNormals = false
        /// Whether the last line, a comment, declares the frame; the first one would mislead readers that count its columns.
        var declares = true
    }

    /// Writes a row a point: coordinates, 8-bit sRGB, normals, as the style asks.
    static func write(
        _ cloud: PointCloud, origin: SIMD3<Double>, frame: CoordinateFrame, style: Style, to url: URL,
        progress: ProgressReporter
    ) throws(FormatError) {
        var file = try AtomicFile.begin(url)
        if style.hasCount { try file.put("\(cloud.positions.count)\n") }
        let coder = ColorCoder.shared
        let place = TextPlace(origin, frame)
        let intensity = style.hasIntensity ? cloud.attribute(PointAttribute.Name.intensity) : nil
        let numbers = intensity.map { AttributeNumbers($0.values) }
        try file.writeText(cloud.positions.count, progress: progress, what: "Writing points") { i, text in
            place.append(cloud.positions[i], &text)
            if let numbers {
                text.append(UInt8(ascii: " "))
                numbers.append(i, &text)
            }
            if !cloud.colors.isEmpty {
                if style.hasIntensity, numbers == nil { text.append(" 0") }
                text.append(codes: coder.codes(cloud.colors[i]))
            }
            if style.hasNormals, !cloud.normals.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(frame.toFile(direction: cloud.normals[i]))
            }
            text.append(UInt8(ascii: "\n"))
        }
        if style.declares { try file.put(declaration(frame)) }
        try AtomicFile.end(file)
    }
}

/// Prints positions as a file's coordinates.
struct TextPlace {
    private let origin: SIMD3<Double>
    private let frame: CoordinateFrame
    private let isFar: Bool

    init(_ origin: SIMD3<Double>, _ frame: CoordinateFrame) {
        self.origin = origin
        self.frame = frame
        isFar = origin != .zero
    }

    @inline(__always) func append(_ p: Vector3, _ text: inout TextBuffer) {
        if isFar { text.append(frame.toFile(origin + SIMD3<Double>(p))) } else { text.append(frame.toFile(p)) }
    }
}

extension TextBuffer {
    /// ` r g b`
    @inline(__always) mutating func append(codes c: SIMD3<UInt8>) {
        for k in 0..<3 {
            append(UInt8(ascii: " "))
            append(Int(c[k]))
        }
    }
}
