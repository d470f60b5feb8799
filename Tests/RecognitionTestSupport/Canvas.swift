import CCairo
import Images
import Support

/// A grey drawing surface of cairo.
final class Canvas {
    let width: Int
    let height: Int
    private let surface: OpaquePointer
    let context: OpaquePointer

    init(width: Int, height: Int, gray: Double) {
        self.width = width
        self.height = height
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        context = cairo_create(surface)
        cairo_set_source_rgb(context, gray, gray, gray)
        cairo_paint(context)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func fill(gray: Double) {
        cairo_set_source_rgb(context, gray, gray, gray)
        cairo_fill(context)
    }

    func stroke(gray: Double, width: Double) {
        cairo_set_source_rgb(context, gray, gray, gray)
        cairo_set_line_width(context, width)
        cairo_stroke(context)
    }

    /// Writes a text with its baseline's beginning at (x, y).
    func text(_ text: String, x: Double, y: Double, size: Double, font: String, bold: Bool = false, gray: Double) {
        cairo_select_font_face(
            context, font, CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, size)
        cairo_set_source_rgb(context, gray, gray, gray)
        cairo_move_to(context, x, y)
        cairo_show_text(context, text)
    }

    /// The width of a text in pixels.
    func advance(_ text: String, size: Double, font: String, bold: Bool = false) -> Double {
        cairo_select_font_face(
            context, font, CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, size)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// What was drawn, by its green channel.
    func image() -> Image<UInt8> {
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = cairo_image_surface_get_data(surface)!
        var result = Image<UInt8>(width: width, height: height, repeating: 0)
        for y in 0..<height {
            for x in 0..<width { result.pixels[y * width + x] = data[y * stride + x * 4 + 1] }
        }
        return result
    }
}

extension SplitMix64 {
    /// A number in a range.
    public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * Double(unit()) }

    /// An element.
    public mutating func pick<T>(_ elements: [T]) -> T { elements[Int(next() % UInt64(elements.count))] }
}

/// Repeatable random numbers, for programs that don't import `Support`.
public func repeatableNumbers(seed: UInt64) -> some RandomNumberGenerator { SplitMix64(seed: seed) }
