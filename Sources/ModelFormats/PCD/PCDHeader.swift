import Codecs

/// The header of a PCD file: which fields a point has and how they are stored.
struct PCDHeader {
    struct Field {
        /// In lower case.
        var name: String
        /// As it is in the file.
        var fullName: String
        /// Bytes of one value: 1, 2, 4 or 8.
        var size = 4
        /// I: signed, U: unsigned, F: floating point.
        var type: Character = "F"
        var count = 1
    }

    var fields: [Field] = []
    var points = 0
    var encoding = PCD.Encoding.ascii
    /// The unit and axes in Diorama's comment.
    var frame: CoordinateFrame?
    /// The offset, declared in a comment by Diorama, that is added to all positions, in the file's frame.
    var origin = SIMD3<Double>.zero
    /// Where the points begin.
    var end = 0

    /// Bytes of a point in a binary file.
    var stride: Int { fields.reduce(0) { $0 + $1.size * $1.count } }
    /// Values of a point in a text file.
    var columns: Int { fields.reduce(0) { $0 + $1.count } }

    /// - Throws: where a line of the header cannot be understood, names its number.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var scanner = TextScanner(bytes)
        var line = 0
        var width: Int?
        var height = 1
        var promised: Int?
        var isOver = false
        while !isOver {
            guard !scanner.atEnd else { throw .unreadable("has no DATA line in its PCD header; the file is truncated") }
            line += 1
            let start = scanner.position
            let text = scanner.restOfLine()
            guard scanner.position - start <= 1 << 16 else { throw .unreadable("line \(line) of its header is too long") }
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard let key = words.first else { continue }
            let values = Array(words.dropFirst())
            func bad() -> FormatError { .unreadable("line \(line) of its header is invalid: \(Text.quote(text))") }
            if key.hasPrefix("#") {
                frame = frame ?? CoordinateFrame(declaredIn: text)
                if frame != nil, let mark = words.firstIndex(of: "origin"), mark + 3 < words.count {
                    let numbers = words[(mark + 1)...(mark + 3)].compactMap { Double($0) }
                    if numbers.count == 3 { origin = SIMD3(numbers[0], numbers[1], numbers[2]) }
                    if !origin.isPossible { origin = .zero }
                }
                continue
            }
            switch key.uppercased() {
            case "VERSION", "VIEWPOINT": continue
            case "FIELDS", "COLUMNS":
                guard fields.isEmpty, !values.isEmpty, values.count <= 1000 else { throw bad() }
                fields = values.map { Field(name: $0.lowercased(), fullName: String($0)) }
            case "SIZE", "TYPE", "COUNT":
                guard values.count == fields.count else { throw bad() }
                for (i, value) in values.enumerated() { guard set(key.uppercased(), value: value, i: i) else { throw bad() } }
            case "WIDTH", "HEIGHT", "POINTS":
                guard let n = values.first.flatMap({ Int($0) }), n >= 0 else { throw bad() }
                if key.uppercased() == "WIDTH" {
                    width = n
                } else if key.uppercased() == "HEIGHT" {
                    height = n
                } else {
                    promised = n
                }
            case "DATA":
                guard let encoding = values.first.flatMap({ PCD.Encoding(rawValue: $0.lowercased()) }) else { throw bad() }
                self.encoding = encoding
                isOver = true
            default: throw bad()
            }
        }
        end = scanner.position
        let (grid, overflow) = (width ?? 0).multipliedReportingOverflow(by: height)
        guard !overflow else { throw .unreadable("declares more points than can exist") }
        points = promised ?? grid
        guard points > 0 else { throw .unreadable("contains no points") }
        for field in fields where field.type == "F" && field.size < 4 {
            throw .unreadable("its field \(Text.quote(field.name)) has floats of \(Text.bytes(field.size)), which are not read")
        }
    }

    private mutating func set(_ key: String, value: Substring, i: Int) -> Bool {
        switch key {
        case "SIZE":
            guard let size = Int(value), [1, 2, 4, 8].contains(size) else { return false }
            fields[i].size = size
        case "TYPE":
            guard let type = value.uppercased().first, value.count == 1, "IUF".contains(type) else { return false }
            fields[i].type = type
        default:
            guard let count = Int(value), count > 0, count <= 1 << 20 else { return false }
            fields[i].count = count
        }
        return true
    }
}
