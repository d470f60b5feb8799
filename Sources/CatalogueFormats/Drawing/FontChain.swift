import CCairo
import Foundation

/// Chooses for each character a font that has it, of a list of families; what no font has is drawn as the first family's box.
///
/// Words of scripts that are written from right to left are reversed. Letters are neither joined nor reordered within a word:
/// Arabic and the scripts of India are readable in part only.
final class FontChain {
    /// DejaVu Sans has Latin, Greek, Cyrillic and many symbols; the others are used where they are installed.
    static let families = [
        "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei",
        "Droid Sans Fallback", "IPAGothic", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai",
        "Liberation Sans", "FreeSans", "Unifont",
    ]

    struct Run {
        var family: String
        var text: String
    }

    /// Characters that no font has.
    private(set) var missing: Set<Unicode.Scalar> = []
    private var scaled: [OpaquePointer?] = []
    private var chosen: [Unicode.Scalar: Int] = [:]

    deinit { for font in scaled { if let font { cairo_scaled_font_destroy(font) } } }

    /// The parts of a text that have one font each. Control characters become spaces, letters with marks their composed forms.
    func runs(_ text: String) -> [Run] {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return text.isEmpty ? [] : [Run(family: Self.families[0], text: text)]
        }
        var runs: [Run] = []
        var current = -1
        var scalars = String.UnicodeScalarView()
        func close() {
            if !scalars.isEmpty { runs.append(Run(family: Self.families[current], text: String(scalars))) }
            scalars = String.UnicodeScalarView()
        }
        for scalar in Self.visualOrder(text.precomposedStringWithCanonicalMapping).unicodeScalars {
            let shown = scalar.value < 32 || scalar.value == 0x7F ? " " : scalar
            // Spaces and marks stay with what they follow.
            let stays = current >= 0 && (shown == " " || shown.properties.generalCategory == .nonspacingMark)
            let family = stays ? current : family(of: shown)
            if family != current {
                close()
                current = family
            }
            scalars.append(shown)
        }
        close()
        return runs
    }

    /// The characters from left to right: each part that is written from right to left is reversed.
    static func visualOrder(_ text: String) -> String {
        func isRightToLeft(_ character: Character) -> Bool {
            switch character.unicodeScalars.first?.value ?? 0 {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
            default: false
            }
        }
        guard text.contains(where: isRightToLeft) else { return text }
        var result = ""
        var part: [Character] = []
        var spaces: [Character] = []
        for character in text {
            if isRightToLeft(character) {
                part += spaces + [character]
                spaces = []
            } else if character == " " && !part.isEmpty {
                spaces.append(character)
            } else {
                result += String(part.reversed()) + String(spaces) + String(character)
                part = []
                spaces = []
            }
        }
        return result + String(part.reversed()) + String(spaces)
    }

    private func family(of scalar: Unicode.Scalar) -> Int {
        // DejaVu Sans has these.
        if scalar.value < 0x250 { return 0 }
        if let known = chosen[scalar] { return known }
        let found = Self.families.indices.first { hasGlyph($0, scalar) }
        if found == nil { missing.insert(scalar) }
        chosen[scalar] = found ?? 0
        return found ?? 0
    }

    private func hasGlyph(_ family: Int, _ scalar: Unicode.Scalar) -> Bool {
        guard let font = font(family) else { return false }
        var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
        var count: Int32 = 0
        let text = String(scalar)
        let status = cairo_scaled_font_text_to_glyphs(
            font, 0, 0, text, Int32(text.utf8.count), &glyphs, &count, nil, nil, nil)
        defer { cairo_glyph_free(glyphs) }
        // Glyph 0 of a font is its box for missing characters.
        guard status == CAIRO_STATUS_SUCCESS, let glyphs, count > 0 else { return false }
        return (0..<Int(count)).allSatisfy { glyphs[$0].index != 0 }
    }

    private func font(_ family: Int) -> OpaquePointer? {
        while scaled.count <= family {
            let face = cairo_toy_font_face_create(Self.families[scaled.count], CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
            var size = cairo_matrix_t()
            var identity = cairo_matrix_t()
            cairo_matrix_init_scale(&size, 10, 10)
            cairo_matrix_init_identity(&identity)
            let options = cairo_font_options_create()
            let font = cairo_scaled_font_create(face, &size, &identity, options)
            cairo_font_options_destroy(options)
            cairo_font_face_destroy(face)
            if cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS {
                scaled.append(font)
            } else {
                cairo_scaled_font_destroy(font)
                scaled.append(nil)
            }
        }
        return scaled[family]
    }
}
