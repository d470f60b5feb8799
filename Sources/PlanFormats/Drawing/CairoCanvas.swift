import Codecs
import ModelFormats
import CCairo
import FloorPlans
import Foundation
import Images

/// Draws sheets with cairo, on a PDF's pages or on pixels.
struct CairoCanvas: ~Copyable {
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// Takes the surface over. `unit` is how much of it is a millimetre.
    init(_ surface: OpaquePointer, unit: Double) {
        self.surface = surface
        context = cairo_create(surface)!
        cairo_scale(context, unit, unit)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func draw(_ drawing: Drawing) throws(FormatError) {
        for group in drawing.groups { for mark in group.marks { draw(mark) } }
        try check(cairo_status(context))
    }

    func endPage() { cairo_show_page(context) }

    /// Ends the surface, so that everything is written.
    func finish() throws(FormatError) {
        cairo_surface_finish(surface)
        try check(cairo_surface_status(surface))
    }

    private func check(_ status: cairo_status_t) throws(FormatError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .unwritable("the sheet can't be drawn: \(String(cString: cairo_status_to_string(status)))")
        }
    }

    // MARK: Marks

    private func draw(_ mark: Drawing.Mark) {
        switch mark {
        case .path(let path, let fill, let stroke):
            trace(path)
            if let fill {
                set(fill)
                cairo_fill_preserve(context)
            }
            if let stroke {
                set(stroke.ink)
                cairo_set_line_width(context, stroke.width)
                cairo_set_dash(context, stroke.dash, Int32(stroke.dash.count), 0)
                cairo_stroke_preserve(context)
            }
            cairo_new_path(context)
        case .text(let text): draw(text)
        case .image(let image, let left, let top, let width, let height):
            draw(image, left: left, top: top, width: width, height: height)
        }
    }

    private func trace(_ path: Drawing.Path) {
        cairo_new_path(context)
        for step in path.steps {
            switch step {
            case .move(let p): cairo_move_to(context, p.x, p.y)
            case .line(let p): cairo_line_to(context, p.x, p.y)
            case .curve(let a, let b, let p): cairo_curve_to(context, a.x, a.y, b.x, b.y, p.x, p.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    private func set(_ ink: Drawing.Ink) {
        cairo_set_source_rgb(context, Double(ink.red) / 255, Double(ink.green) / 255, Double(ink.blue) / 255)
    }

    private func draw(_ text: Drawing.Text) {
        cairo_save(context)
        defer { cairo_restore(context) }
        set(text.ink)
        cairo_select_font_face(
            context, "Helvetica", CAIRO_FONT_SLANT_NORMAL, text.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        // Without hinting a text is as wide on pixels as on paper.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
        cairo_set_font_size(context, text.size)
        cairo_translate(context, text.position.x, text.position.y)
        cairo_rotate(context, text.angle)
        let line = String(text.text.unicodeScalars.map { $0.value < 32 ? " " : Character($0) })
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, line, &extents)
        let share =
            switch text.anchor {
            case .start: 0.0
            case .middle: 0.5
            case .end: 1.0
            }
        cairo_move_to(context, -extents.x_advance * share, 0)
        cairo_show_text(context, line)
        cairo_new_path(context)
    }

    private func draw(_ image: ColorImage, left: Double, top: Double, width: Double, height: Double) {
        guard image.width > 0, image.height > 0 else { return }
        // cairo's pixels: blue, green, red, alpha in memory, colours times alpha.
        var pixels = image.pixels.map { p -> UInt32 in
            func times(_ c: UInt8) -> UInt32 { (UInt32(c) * UInt32(p.w) + 127) / 255 }
            return UInt32(p.w) << 24 | times(p.x) << 16 | times(p.y) << 8 | times(p.z)
        }
        cairo_save(context)
        defer { cairo_restore(context) }
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(image.width),
                Int32(image.height),
                Int32(image.width * 4))
            cairo_translate(context, left, top)
            cairo_scale(context, width / Double(image.width), height / Double(image.height))
            cairo_set_source_surface(context, surface, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
            cairo_paint(context)
            // The surface is kept by a PDF until it ends, its pixels are not: it takes a copy now.
            cairo_set_source_rgb(context, 0, 0, 0)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
