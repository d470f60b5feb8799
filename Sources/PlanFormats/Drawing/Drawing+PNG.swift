import Codecs
import ModelFormats
import CCairo
import Foundation
import Images
import Support

extension Drawing {
    /// Writes the sheet as PNG with its resolution, atomically; drawn by cairo.
    /// - Parameters:
    ///   - url: the file to write.
    ///   - dpi: pixels an inch.
    /// - Throws: where the image would be larger than 100 million pixels.
    package func writePNG(to url: URL, dpi: Double) throws(FormatError) {
        let bytes = try png(dpi: dpi)
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
    }

    func png(dpi: Double) throws(FormatError) -> [UInt8] {
        let image = try pixels(dpi: dpi)
        do throws(ImageError) { return try PNG.encode(image).withResolution(dpi: dpi) } catch {
            throw .unwritable(error.description)
        }
    }

    /// The sheet as pixels on white.
    func pixels(dpi: Double) throws(FormatError) -> ColorImage {
        let unit = dpi / 25.4
        guard dpi.isFinite, dpi >= 10, dpi <= 2400 else {
            throw .unwritable("\(dpi) dpi is not a valid resolution; choose 10 to 2400")
        }
        let w = (width * unit).rounded()
        let h = (height * unit).rounded()
        guard w >= 1, h >= 1, w <= 30_000, h <= 30_000, w * h <= 100e6 else {
            throw .unwritable("the image would have \(Int(w)) x \(Int(h)) pixels; choose a smaller page or a lower resolution")
        }
        let stride = Int(w) * 4
        var memory = [UInt8](repeating: 255, count: stride * Int(h))
        var failure: FormatError?
        memory.withUnsafeMutableBufferPointer { buffer in
            let surface = cairo_image_surface_create_for_data(
                buffer.baseAddress!, CAIRO_FORMAT_RGB24, Int32(w), Int32(h), Int32(stride))!
            let canvas = CairoCanvas(surface, unit: unit)
            do throws(FormatError) {
                try canvas.draw(self)
                try canvas.finish()
            } catch { failure = error }
        }
        if let failure { throw failure }
        let pixels = (0..<Int(w) * Int(h)).map { i in SIMD4(memory[4 * i + 2], memory[4 * i + 1], memory[4 * i], 255) }
        return ColorImage(width: Int(w), height: Int(h), pixels: pixels)
    }
}

extension [UInt8] {
    /// A PNG's bytes with a `pHYs` chunk behind the header: pixels a metre (PNG specification, section 11.3.4.3).
    func withResolution(dpi: Double) -> [UInt8] {
        // Signature and IHDR, which is always the first chunk.
        let head = 8 + 25
        guard count > head else { return self }
        let perMetre = UInt32((dpi / 0.0254).rounded())
        var chunk = Array("pHYs".utf8)
        for _ in 0..<2 { chunk += (0..<4).map { UInt8(truncatingIfNeeded: perMetre >> UInt32(24 - 8 * $0)) } }
        chunk.append(1)
        var crc = CRC32()
        crc.update(chunk)
        let sum = crc.value
        return self[..<head] + [0, 0, 0, 9] + chunk + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) }
            + self[head...]
    }
}
