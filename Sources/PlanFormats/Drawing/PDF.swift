import Codecs
import ModelFormats
import CCairo
import Foundation
import Support

/// Portable Document Format: one page a sheet, to scale, texts as texts with their fonts embedded; drawn by cairo.
package enum PDF {
    /// Writes sheets, atomically. The same sheets and fonts give the same bytes.
    package static func write(_ drawings: [Drawing], to url: URL) throws(FormatError) {
        let bytes = try bytes(drawings)
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
    }

    private final class Sink { var bytes: [UInt8] = [] }

    static func bytes(_ drawings: [Drawing]) throws(FormatError) -> [UInt8] {
        let sink = Sink()
        // PDF's own unit is 1/72 of an inch.
        let unit = 72 / 25.4
        guard let first = drawings.first else { throw .unwritable("there is nothing to draw") }
        let surface = cairo_pdf_surface_create_for_stream(
            { closure, data, count in
                let sink = Unmanaged<Sink>.fromOpaque(closure!).takeUnretainedValue()
                sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque(), first.width * unit, first.height * unit)!
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, first.title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Diorama")
        // No true time: the same sheets give the same bytes.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
        let canvas = CairoCanvas(surface, unit: unit)
        for drawing in drawings {
            cairo_pdf_surface_set_size(surface, drawing.width * unit, drawing.height * unit)
            try canvas.draw(drawing)
            canvas.endPage()
        }
        try canvas.finish()
        return withExtendedLifetime(sink) { sink.bytes }
    }
}
