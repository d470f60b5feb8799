/// Writes EXIF data anew with the few fields that others may have: orientation, colour space, and when the image was taken.
///
/// Nothing is copied: location, maker notes, serial numbers, names, comments and the thumbnail have no way into the result.
enum EXIFAllowList {
    /// - Parameter bytes: a TIFF structure.
    /// - Returns: a TIFF structure; nil where no field is left, or the bytes are none.
    static func rebuilt(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard let tiff = TIFFReader(bytes) else { return nil }
        let first = tiff.first
        func entry(_ entries: [TIFFReader.Entry], _ tag: UInt16) -> TIFFReader.Entry? { entries.first { $0.tag == tag } }
        let exif = tiff.integer(entry(first, Tag.exif)).map(tiff.directory) ?? []

        var image: [Field] = []
        if let value = tiff.integer(entry(first, Tag.orientation)), (1...8).contains(value) {
            image.append(Field(Tag.orientation, short: value))
        }
        var details: [Field] = []
        let written = [entry(exif, Tag.original), entry(exif, Tag.digitized), entry(first, Tag.changed)]
        if let date = written.compactMap({ $0 }).first.flatMap({ tiff.text($0) }), matches(date, "0000:00:00 00:00:00") {
            details.append(Field(Tag.original, text: date))
            let offset = tiff.text(entry(exif, Tag.offsetOriginal)) ?? tiff.text(entry(exif, Tag.offset))
            if let offset, matches(offset, "+00:00") { details.append(Field(Tag.offsetOriginal, text: offset)) }
        }
        if let value = tiff.integer(entry(exif, Tag.colorSpace)), [1, 2, 0xFFFF].contains(value) {
            details.append(Field(Tag.colorSpace, short: value))
        }
        return image.isEmpty && details.isEmpty ? nil : structure(image, details)
    }

    private enum Tag {
        static let orientation: UInt16 = 0x0112
        static let changed: UInt16 = 0x0132
        static let exif: UInt16 = 0x8769
        static let original: UInt16 = 0x9003
        static let digitized: UInt16 = 0x9004
        static let offset: UInt16 = 0x9010
        static let offsetOriginal: UInt16 = 0x9011
        static let colorSpace: UInt16 = 0xA001
    }

    /// A field with its value as bytes, most significant first.
    private struct Field {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]

        init(_ tag: UInt16, short value: Int) {
            self.tag = tag
            type = 3
            count = 1
            self.value = [UInt8(value >> 8), UInt8(value & 255)]
        }

        init(_ tag: UInt16, text: String) {
            self.tag = tag
            type = 2
            value = Array(text.utf8) + [0]
            count = value.count
        }

        init(_ tag: UInt16, offset: Int) {
            self.tag = tag
            type = 4
            count = 1
            value = number(offset, 4)
        }
    }

    /// Whether a text has the form of another, where 0 stands for any digit and + for either sign.
    private static func matches(_ text: String, _ form: String) -> Bool {
        text.utf8.count == form.utf8.count
            && zip(text, form).allSatisfy { a, b in b == "0" ? a.isASCII && a.isNumber : b == "+" ? a == "+" || a == "-" : a == b }
    }

    private static func structure(_ image: [Field], _ details: [Field]) -> [UInt8] {
        let start = 8
        let pointers = details.isEmpty ? 0 : 1
        let end = start + size(image.count + pointers)
        let first = details.isEmpty ? image : image + [Field(Tag.exif, offset: end)]
        return [0x4D, 0x4D, 0, 42] + number(start, 4) + directory(first, at: start)
            + (details.isEmpty ? [] : directory(details, at: end))
    }

    private static func size(_ count: Int) -> Int { 2 + 12 * count + 4 }

    /// A directory, and after it the values that don't fit into its entries.
    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var entries = number(fields.count, 2)
        var values: [UInt8] = []
        for field in fields {
            entries += number(Int(field.tag), 2) + number(Int(field.type), 2) + number(field.count, 4)
            if field.value.count <= 4 {
                entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
            } else {
                entries += number(start + size(fields.count) + values.count, 4)
                values += field.value
            }
        }
        return entries + number(0, 4) + values
    }
}

/// A number as bytes, most significant first.
private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}
