import Codecs
import Geometry
import Support

/// Rows of numbers with a point each: what XYZ and PTS files have in common.
struct PointRows {
    /// What a row's numbers are; the first three are the position.
    struct Columns: Equatable {
        var count = 3
        /// Where three numbers of colour begin.
        var color: Int?
        /// Where three numbers of the normal begin.
        var normal: Int?

        /// Where the intensity is.
        var intensity: Int?

        /// Columns that hold none of these.
        var others: Int { count - 3 - (color == nil ? 0 : 3) - (normal == nil ? 0 : 3) - (intensity == nil ? 0 : 1) }
    }

    var columns = Columns()
    var notes: [String] = []
    private let window: TextWindow
    private var scanner: TextScanner
    private var far: GlobalShift
    private var mesh = TriangleMesh()
    private var intensities: [Float] = []
    private var hasFractions = false

    static let maxColumns = 64

    /// - Parameters:
    ///   - source: a file that is not empty.
    ///   - frame: of its coordinates.
    ///   - isSeparated: whether commas and semicolons are between the numbers.
    ///   - progress: receives the progress.
    init(
        _ source: RandomAccessFile, frame: CoordinateFrame, isSeparated: Bool = false, progress: ProgressReporter
    ) throws(FormatError) {
        window = try TextWindow(
            source, replacing: isSeparated ? Self.separators : [], progress: progress, what: "Reading points")
        scanner = window.scanner
        far = GlobalShift(frame)
    }

    /// Bytes from here on.
    var remaining: Int { window.count - scanner.position }

    private var line: Int { window.line(at: scanner.position) }

    // MARK: Declaration

    /// The last line of a file written by Diorama.
    static func declaration(_ frame: CoordinateFrame) -> String { "# Diorama: \(frame), colours sRGB\n" }

    /// The unit and axes in Diorama's comment in the first or last line.
    static func declaredFrame(_ source: RandomAccessFile) throws(FormatError) -> CoordinateFrame? {
        let first = try source.withHead(100) { (head) throws(FormatError) in
            String(decoding: head.prefix { $0 != 0x0A }, as: UTF8.self)
        }
        if first.hasPrefix("#"), let frame = CoordinateFrame(declaredIn: first) { return frame }
        return try source.withPiece(max(0, source.count - 100)..<source.count) { (tail) throws(FormatError) in
            tail.lastIndex(of: UInt8(ascii: "#")).flatMap { mark in
                CoordinateFrame(declaredIn: String(decoding: tail[mark...], as: UTF8.self))
            }
        }
    }

    /// XYZ where the file begins with rows of three numbers and more, PTS where it begins with their count; nil else.
    static func kind(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> ModelFormat? {
        guard !bytes.isEmpty else { return nil }
        let head = RandomAccessFile(UnsafeRawBufferPointer(rebasing: bytes.prefix(headSize)))
        var rows = try PointRows(head, frame: .ours, isSeparated: isSeparated(bytes), progress: .silent)
        guard try rows.findLine() else { return nil }
        let first = rows.numbersInLine()
        guard rows.scanner.atLineEnd, first == 1 || first >= 3 else { return nil }
        if first >= 3 { return .xyz }
        guard try rows.findLine(), rows.numbersInLine() >= 3, rows.scanner.atLineEnd else { return nil }
        return .pts
    }

    // MARK: Lines

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";")]
    private static let headSize = 1 << 14

    /// Whether the first line of numbers has commas or semicolons.
    static func isSeparated(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let isNumber = { (line: Slice<UnsafeRawBufferPointer>) in
            line.first.map { $0 == 0x2D || $0 == 0x2B || $0 == 0x2E || $0 &- 0x30 < 10 } ?? false
        }
        let line = bytes.prefix(headSize).split(separator: 0x0A, maxSplits: 64).first(where: isNumber)
        return line?.contains(where: separators.contains) ?? false
    }

    /// Skips blank lines and comments; false at the file's end.
    @inline(__always) private mutating func findLine() throws(FormatError) -> Bool {
        while try window.skipWhitespace(&scanner) {
            guard scanner.byte == UInt8(ascii: "#") || scanner.byte == UInt8(ascii: "/") else { return true }
            scanner.skipLine()
        }
        return false
    }

    /// Skips lines before the first row of three numbers: names of columns, a count.
    mutating func skipHeader() throws(FormatError) {
        for _ in 0..<32 {
            let start = scanner.position
            guard try findLine() else { break }
            let row = scanner.position
            if numbersInLine() >= 3 {
                scanner.move(to: row)
                return
            }
            scanner.move(to: row)
            scanner.skipLine()
            if scanner.position == start { break }
        }
    }

    /// Reads rows until a line with a single number, or the file's end; how many they were.
    mutating func readToCount() throws(FormatError) -> Int {
        var read = 0
        while try findLine() {
            let start = scanner.position
            let numbers = numbersInLine()
            scanner.move(to: start)
            guard numbers >= 3 else { break }
            read += try self.read(atMost: 1)
        }
        return read
    }

    /// A line with the number of points that follow; nil at the file's end.
    mutating func count() throws(FormatError) -> Int? {
        guard try findLine() else { return nil }
        let start = scanner.position
        if let n = scanner.integer(), n >= 0 {
            scanner.skipBlanks()
            if scanner.atLineEnd {
                scanner.skipLine()
                return n
            }
        }
        scanner.move(to: start)
        throw .unreadable(
            "line \(line) contains \(scanner.excerpt) where the number of points is expected; "
                + "is this a PTS file? (xyz has none)"
        )
    }

    /// How many numbers follow in this line; moves behind them.
    private mutating func numbersInLine() -> Int {
        var n = 0
        while n < Self.maxColumns {
            scanner.skipBlanks()
            guard !scanner.atLineEnd, scanner.double() != nil else { break }
            n += 1
        }
        return n
    }

    // MARK: Columns

    /// Keeps the lines from here on in memory until `goBack`.
    private func holdLines() -> Int {
        window.mark = scanner.position
        return scanner.position
    }

    private mutating func goBack(to position: Int) {
        scanner.move(to: position)
        window.mark = nil
    }

    mutating func columnsOfPTS() throws(FormatError) -> Columns {
        let start = holdLines()
        defer { goBack(to: start) }
        guard try findLine() else { return Columns() }
        let n = numbersInLine()
        return Columns(
            count: max(n, 3), color: n == 6 ? 3 : n >= 7 ? 4 : nil, intensity: n == 4 || n == 5 || n >= 7 ? 3 : nil)
    }

    /// What the columns are, by the first two hundred rows.
    mutating func guessColumns() throws(FormatError) -> Columns {
        let start = holdLines()
        defer { goBack(to: start) }
        var rows: [[Double]] = []
        while rows.count < 200, try findLine() {
            var row: [Double] = []
            while row.count < Self.maxColumns {
                scanner.skipBlanks()
                guard !scanner.atLineEnd, let x = scanner.double() else { break }
                row.append(x)
            }
            scanner.skipLine()
            if row.count < (rows.first?.count ?? 3) { break }
            rows.append(row)
        }
        guard let n = rows.first?.count, n >= 6 else { return Columns(count: max(rows.first?.count ?? 3, 3)) }
        func all(_ k: Int, _ test: (SIMD3<Double>) -> Bool) -> Bool { rows.allSatisfy { test(SIMD3($0[k], $0[k + 1], $0[k + 2])) } }
        var columns = Columns(count: n)
        columns.normal = (3...(n - 3)).first { k in
            all(k) { abs(($0 * $0).sum() - 1) < 0.02 } && !all(k) { $0 == SIMD3(1, 0, 0) }
        }
        columns.color = (3...(n - 3)).first { k in
            (columns.normal.map { abs($0 - k) >= 3 } ?? true) && all(k) { $0.min() >= 0 && $0.max() <= 255 }
        }
        return columns
    }

    // MARK: Rows

    /// Reserves memory for this many rows, or, if the file does not declare the count, for an estimate by its first lines: arrays
    /// that grow are copied and meanwhile occupy memory twice.
    /// - Parameter count: bounded by the bytes that are there.
    mutating func reserve(_ count: Int? = nil) {
        let head = UnsafeRawBufferPointer(start: scanner.base + scanner.position, count: min(scanner.remaining, 1 << 16))
        let lines = head.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
        // A row has six bytes at least.
        let most = count ?? remaining / max(head.count / lines, 6) * 51 / 50
        mesh.positions.reserveCapacity(most)
        if columns.color != nil { mesh.colors.reserveCapacity(most) }
        if columns.normal != nil { mesh.normals.reserveCapacity(most) }
        if columns.intensity != nil { intensities.reserveCapacity(most) }
    }

    /// Reads rows until the file ends or there are `most`; how many they were.
    @discardableResult
    mutating func read(atMost most: Int) throws(FormatError) -> Int {
        var read = 0
        var row = SIMD64<Float>(repeating: 0)
        let color = columns.color ?? 0
        let normal = columns.normal ?? 0
        let intensity = columns.intensity ?? 0
        let last = max(
            columns.color.map { $0 + 3 } ?? 3, columns.normal.map { $0 + 3 } ?? 3, columns.intensity.map { $0 + 1 } ?? 3)
        while read < most, try findLine() {
            var position = SIMD3<Double>()
            for k in 0..<3 {
                scanner.skipBlanks()
                guard !scanner.atLineEnd, let x = scanner.double() else { throw short(k) }
                position[k] = x
            }
            for k in 3..<max(last, 3) {
                scanner.skipBlanks()
                guard !scanner.atLineEnd, let x = scanner.float() else { throw short(k) }
                row[k] = x
            }
            scanner.skipLine()
            if mesh.positions.isEmpty { far.choose(position) }
            mesh.positions.append(far.position(position))
            if color > 0 {
                let c = Vector3(row[color], row[color + 1], row[color + 2])
                if c != c.rounded(.towardZero) { hasFractions = true }
                mesh.colors.append(c)
            }
            if intensity > 0 { intensities.append(row[intensity]) }
            if normal > 0 {
                mesh.normals.append(far.frame.fromFile(direction: Vector3(row[normal], row[normal + 1], row[normal + 2])))
            }
            read += 1
        }
        return read
    }

    private func short(_ k: Int) -> FormatError {
        if !scanner.atLineEnd { return .unreadable("line \(line) contains \(scanner.excerpt) where a number is expected") }
        return .unreadable("line \(line) has only \(Text.count(k, "number")), not \(columns.count)")
    }

    /// The model of what was read; call it once. Mutating, so that the colours change in place.
    mutating func finish() throws(FormatError) -> Model {
        // Whole numbers are codes of 0…255, however dark.
        if !hasFractions { for i in mesh.colors.indices { mesh.colors[i] /= 255 } }
        if EncodedColor.linearise(&mesh.colors), !hasFractions { notes.append("Colours above 255 were clamped.") }
        if columns.others > 0 { notes.append("\(Text.count(columns.others, "column")) of other numbers not imported.") }
        return try Model.finish(mesh, attributes: attributes, origin: far.origin, notes: notes)
    }

    /// Intensities, if they are not all zero, as integers where they are some.
    private var attributes: [PointAttribute] {
        let values = PointAttribute.Values.float(intensities)
        guard let range = values.range, range != 0...0 else { return [] }
        for type in [PointAttribute.Scalar.int16, .uint16] {
            if let integers = type.integers, values.areIntegers(in: integers) {
                return [PointAttribute(PointAttribute.Name.intensity, values.converted(to: type))]
            }
        }
        return [PointAttribute(PointAttribute.Name.intensity, values)]
    }
}
