import CCairo
import DioramaLibrary
import Foundation
import Images

/// A colour of a page, sRGB.
struct Ink: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    /// 0xRRGGBB
    init(_ code: UInt32) {
        red = Double(code >> 16 & 255) / 255
        green = Double(code >> 8 & 255) / 255
        blue = Double(code & 255) / 255
    }

    static let black = Ink(0x111111)
    static let gray = Ink(0x666666)
    static let line = Ink(0xC8C8C8)
    static let shade = Ink(0xEEF1F4)
    static let accent = Ink(0x1F4E79)
}

/// A size of paper in millimetres.
public enum PaperSize: String, Sendable, CaseIterable, Codable {
    /// 210 x 297 mm
    case a4
    /// 8.5 x 11 inches
    case letter

    /// Millimetres.
    public var width: Double { self == .a4 ? 210 : 215.9 }
    /// Millimetres.
    public var height: Double { self == .a4 ? 297 : 279.4 }
}

/// Pages of a PDF in millimetres from the top left corner, y down; drawn by cairo. Texts stay texts, with their fonts embedded.
///
/// What was drawn is available as bytes after each page, so that a document of any length needs the memory of one page.
final class PDFCanvas {
    private final class Sink { var bytes: [UInt8] = [] }

    /// Of a page, in millimetres.
    let width: Double
    let height: Double
    let fonts = FontChain()
    private let sink = Sink()
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private var widths: [Style: [String: Double]] = [:]
    /// Whether anything is drawn; without it texts are only measured.
    var isDrawing = true

    /// - Parameter created: the date in the document's properties; the same date and content give the same bytes.
    init(width: Double, height: Double, title: String, created: Date) {
        self.width = width
        self.height = height
        // PDF's own unit is 1/72 of an inch.
        let unit = 72 / 25.4
        surface = cairo_pdf_surface_create_for_stream(
            { closure, data, count in
                let sink = Unmanaged<Sink>.fromOpaque(closure!).takeUnretainedValue()
                sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque(), width * unit, height * unit)!
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Diorama")
        let stamp = DateText(Date(timeIntervalSince1970: created.timeIntervalSince1970.rounded(.down))).instantText
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, String(stamp.prefix(19)) + "Z")
        context = cairo_create(surface)!
        cairo_scale(context, unit, unit)
        // Without hinting a text is as wide on pixels as on paper.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    deinit {
        cairo_destroy(context)
        // Writes what is left to the sink, which lives as long as this.
        cairo_surface_destroy(surface)
    }

    /// Ends a page.
    func endPage() { if isDrawing { cairo_show_page(context) } }

    /// What was written since the last call.
    func takeBytes() -> [UInt8] {
        defer { sink.bytes.removeAll(keepingCapacity: true) }
        return sink.bytes
    }

    /// Ends the document.
    func finish() throws(CatalogueFormatError) {
        let status = cairo_status(context)
        cairo_surface_finish(surface)
        let failure = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
        guard failure == CAIRO_STATUS_SUCCESS else {
            throw .unwritable("the PDF can't be drawn (\(String(cString: cairo_status_to_string(failure))))")
        }
    }

    // MARK: Texts

    /// A font size in millimetres of a capital letter's height times 1.37, and its weight.
    struct Style: Hashable {
        /// Millimetres; 1 pt is 0.353 mm.
        var size: Double
        var isBold = false

        /// Between baselines.
        var lineHeight: Double { size * 1.28 }
    }

    /// The width of a text in one line.
    func width(of text: String, _ style: Style) -> Double {
        if let known = widths[style]?[text] { return known }
        let width = measure(text, style)
        // Words repeat: in labels of facts, names, and when pages are counted and drawn.
        if widths[style, default: [:]].count > 20_000 { widths[style] = [:] }
        widths[style, default: [:]][text] = width
        return width
    }

    private func measure(_ text: String, _ style: Style) -> Double {
        var width = 0.0
        for run in fonts.runs(text) {
            select(run.family, style)
            var extents = cairo_text_extents_t()
            cairo_text_extents(context, run.text, &extents)
            width += extents.x_advance
        }
        return width
    }

    /// Draws a text in one line, its baseline at `y`.
    /// - Parameter anchor: the share of the text's width that is left of `x`.
    func text(_ text: String, x: Double, y: Double, style: Style, ink: Ink = .black, anchor: Double = 0) {
        guard isDrawing else { return }
        cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
        cairo_move_to(context, anchor == 0 ? x : x - width(of: text, style) * anchor, y)
        for run in fonts.runs(text) {
            select(run.family, style)
            // Moves to the end of the text.
            cairo_show_text(context, run.text)
        }
        cairo_new_path(context)
    }

    private func select(_ family: String, _ style: Style) {
        cairo_select_font_face(
            context, family, CAIRO_FONT_SLANT_NORMAL, style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, style.size)
    }

    // MARK: Marks

    func fill(x: Double, y: Double, width: Double, height: Double, ink: Ink) {
        guard isDrawing else { return }
        cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
        cairo_rectangle(context, x, y, width, height)
        cairo_fill(context)
    }

    /// Fills rectangles as one shape, so that no viewer shows seams between them.
    func fill(_ rectangles: [(x: Double, y: Double, width: Double, height: Double)], ink: Ink) {
        guard isDrawing else { return }
        cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
        for r in rectangles { cairo_rectangle(context, r.x, r.y, r.width, r.height) }
        cairo_fill(context)
    }

    func stroke(x: Double, y: Double, width: Double, height: Double, line: Double, ink: Ink) {
        guard isDrawing else { return }
        cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
        cairo_set_line_width(context, line)
        cairo_rectangle(context, x, y, width, height)
        cairo_stroke(context)
    }

    func rule(x: Double, y: Double, width: Double, line: Double = 0.2, ink: Ink = .line) {
        fill(x: x, y: y, width: width, height: line, ink: ink)
    }

    // MARK: Images

    /// Draws an image into a rectangle, embedded as the JPEG file that was made of it.
    func image(_ image: ColorImage, jpeg: [UInt8], x: Double, y: Double, width: Double, height: Double) {
        guard isDrawing, image.width > 0, image.height > 0,
            let pixels = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(image.width), Int32(image.height)),
            let memory = cairo_image_surface_get_data(pixels)
        else { return }
        defer { cairo_surface_destroy(pixels) }
        let stride = Int(cairo_image_surface_get_stride(pixels))
        for row in 0..<image.height {
            let line = UnsafeMutableRawPointer(memory + row * stride).assumingMemoryBound(to: UInt32.self)
            for column in 0..<image.width {
                let p = image[column, row]
                line[column] = UInt32(p.x) << 16 | UInt32(p.y) << 8 | UInt32(p.z)
            }
        }
        cairo_surface_mark_dirty(pixels)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: jpeg.count)
        copy.initialize(from: jpeg, count: jpeg.count)
        let status = cairo_surface_set_mime_data(
            pixels, CAIRO_MIME_TYPE_JPEG, copy, UInt(jpeg.count), { $0?.assumingMemoryBound(to: UInt8.self).deallocate() }, copy)
        if status != CAIRO_STATUS_SUCCESS { copy.deallocate() }
        cairo_save(context)
        cairo_translate(context, x, y)
        cairo_scale(context, width / Double(image.width), height / Double(image.height))
        cairo_set_source_surface(context, pixels, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        cairo_restore(context)
    }
}
