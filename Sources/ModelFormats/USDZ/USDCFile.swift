import Codecs

/// The structure of a binary USD layer (`usdc`, "crate"; versions 0.4 to 0.13): tokens, fields, paths and specs.
///
/// The layout is defined by Pixar's own reader only. Every offset and count is checked against the file, and everything that is
/// unpacked is within one limit.
struct USDCFile {
    let bytes: UnsafeRawBufferPointer
    let version: Int
    private(set) var tokens: [String] = []
    /// Token number of each string.
    private(set) var strings: [Int] = []
    /// Name and value of each field.
    private(set) var fields: [(token: Int, value: UInt64)] = []
    /// Field numbers; −1 ends a set.
    private(set) var fieldSets: [Int] = []
    /// Parent's number (−1 for the root) and last element of each path.
    private(set) var paths: [(parent: Int, token: Int, isProperty: Bool)] = []
    private(set) var specs: [(path: Int, fieldSet: Int, type: Int)] = []
    /// How many bytes may still be unpacked.
    private var budget: Int
    /// The layer's number, which identifies its values.
    let number: Int
    /// Arrays that were unpacked: values that share them are unpacked once.
    var unpacked: [UInt64: USDValue] = [:]

    init(_ bytes: UnsafeRawBufferPointer, number: Int) throws(FormatError) {
        self.bytes = bytes
        self.number = number
        budget = (32 << 20) + 40 * bytes.count
        guard bytes.count >= 88, bytes.starts(with: Array("PXR-USDC".utf8)) else { throw .unreadable("the USD layer is cut short") }
        version = Int(bytes[8]) << 16 | Int(bytes[9]) << 8 | Int(bytes[10])
        let name = "\(bytes[8]).\(bytes[9]).\(bytes[10])"
        guard version >= 0x000400, version < 0x010000 else {
            throw .unreadable("the USD layer has binary version \(name); 0.4 to 0.13 are read")
        }
        var sections: [String: (start: Int, size: Int)] = [:]
        let toc = try int(16)
        let count = try int(toc)
        guard count < 64 else { throw damaged("table of contents") }
        for i in 0..<count {
            let place = toc + 8 + 32 * i
            let start = try int(place + 16)
            let size = try int(place + 24)
            guard start <= bytes.count, size <= bytes.count - start else { throw damaged("table of contents") }
            let name = String(decoding: bytes[place..<place + 16].prefix { $0 != 0 }, as: UTF8.self)
            sections[name] = (start, size)
        }
        func section(_ name: String) throws(FormatError) -> Int {
            guard let found = sections[name] else { throw damaged("section \(name)") }
            return found.start
        }
        try readTokens(section("TOKENS"))
        try readStrings(section("STRINGS"))
        try readFields(section("FIELDS"))
        try readFieldSets(section("FIELDSETS"))
        try readPaths(section("PATHS"))
        try readSpecs(section("SPECS"))
    }

    func damaged(_ what: String) -> FormatError {
        .unreadable("the \(what) of the binary USD layer is damaged; get the file again")
    }

    /// Counts what is about to be unpacked.
    mutating func take(_ count: Int, _ size: Int) throws(FormatError) {
        let (total, overflow) = count.multipliedReportingOverflow(by: size)
        guard count >= 0, !overflow, total <= budget else {
            throw .unreadable("the USD layer decompresses to more than the limit for a file of its size")
        }
        budget -= total
    }

    // MARK: Numbers

    /// The unsigned 64-bit number here, which has to be an offset or a count.
    func int(_ place: Int) throws(FormatError) -> Int {
        guard place >= 0, place <= bytes.count - 8,
            let n = Int(exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))), n <= 1 << 48
        else { throw damaged("offset at byte \(place)") }
        return n
    }

    func word(_ place: Int) throws(FormatError) -> Int {
        guard place >= 0, place <= bytes.count - 4 else { throw damaged("number at byte \(place)") }
        return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    /// `size` bytes here.
    func slice(_ place: Int, _ size: Int) throws(FormatError) -> UnsafeRawBufferPointer {
        guard place >= 0, size >= 0, place <= bytes.count, size <= bytes.count - place else {
            throw damaged("data at byte \(place)")
        }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + size])
    }

    /// The bits of packed whole numbers of 32 bits behind their packed size, and moves behind them.
    mutating func words(_ place: inout Int, count: Int) throws(FormatError) -> [UInt32] {
        try take(count, 8)
        let length = try int(place)
        let content = try slice(place + 8, length)
        place += 8 + length
        return try USDCompression.words(content, count: count)
    }

    /// The same of four or eight bytes.
    mutating func integers(_ place: inout Int, count: Int, size: Int = 4) throws(FormatError) -> [Int] {
        try take(count, 16)
        let length = try int(place)
        let content = try slice(place + 8, length)
        place += 8 + length
        return try USDCompression.integers(content, count: count, size: size)
    }

    func token(_ n: Int) throws(FormatError) -> String {
        guard tokens.indices.contains(n) else { throw damaged("token \(n)") }
        return tokens[n]
    }

    func string(_ n: Int) throws(FormatError) -> String {
        guard strings.indices.contains(n) else { throw damaged("string \(n)") }
        return try token(strings[n])
    }

    /// A path as text: "/Scene/Mesh.points".
    mutating func path(_ n: Int) throws(FormatError) -> String {
        var parts: [String] = []
        var next = n
        while next >= 0 {
            guard paths.indices.contains(next), parts.count < 512 else { throw damaged("path \(n)") }
            let path = paths[next]
            if path.parent >= 0 { parts.append((path.isProperty ? "." : "/") + (try token(path.token))) }
            next = path.parent
        }
        let text = parts.reversed().joined()
        try take(text.utf8.count + 32, 1)
        return text.isEmpty ? "/" : text
    }

    // MARK: Sections

    private mutating func readTokens(_ start: Int) throws(FormatError) {
        let count = try int(start)
        let size = try int(start + 8)
        let packed = try int(start + 16)
        try take(size, 1)
        try take(count, 32)
        let text = try USDCompression.unpack(slice(start + 24, packed), count: size)
        tokens.reserveCapacity(count)
        var first = 0
        for i in text.indices where text[i] == 0 && tokens.count < count {
            tokens.append(String(decoding: text[first..<i], as: UTF8.self))
            first = i + 1
        }
        guard tokens.count == count else { throw damaged("list of tokens") }
    }

    private mutating func readStrings(_ start: Int) throws(FormatError) {
        let count = try int(start)
        guard count <= bytes.count / 4 else { throw damaged("list of strings") }
        for i in 0..<count { strings.append(try word(start + 8 + 4 * i)) }
    }

    private mutating func readFields(_ start: Int) throws(FormatError) {
        var place = start + 8
        let names = try integers(&place, count: int(start))
        let packed = try int(place)
        try take(names.count, 24)
        let values = try USDCompression.unpack(slice(place + 8, packed), count: 8 * names.count)
        guard values.count == 8 * names.count else { throw damaged("list of fields") }
        values.withUnsafeBytes { values in
            for (i, name) in names.enumerated() {
                fields.append((name, UInt64(littleEndian: values.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self))))
            }
        }
    }

    private mutating func readFieldSets(_ start: Int) throws(FormatError) {
        var place = start + 8
        fieldSets = try integers(&place, count: int(start))
    }

    private mutating func readSpecs(_ start: Int) throws(FormatError) {
        let count = try int(start)
        var place = start + 8
        let paths = try integers(&place, count: count)
        let sets = try integers(&place, count: count)
        let types = try integers(&place, count: count)
        try take(count, 24)
        specs = (0..<count).map { (paths[$0], sets[$0], types[$0]) }
    }

    /// Paths as a tree in depth-first order: −2 marks a leaf without a sibling, −1 one whose child follows, 0 one whose sibling
    /// follows, and a larger number one whose child follows and whose sibling stands so far ahead.
    private mutating func readPaths(_ start: Int) throws(FormatError) {
        let total = try int(start)
        let count = try int(start + 8)
        var place = start + 16
        let numbers = try integers(&place, count: count)
        let elements = try integers(&place, count: count)
        let jumps = try integers(&place, count: count)
        try take(total, 24)
        guard total <= count + 1 || total <= bytes.count else { throw damaged("list of paths") }
        paths = Array(repeating: (-2, 0, false), count: total)
        if count == 0 { return }
        var stack = [(index: 0, parent: -1)]
        var seen = 0
        while let (first, parent) = stack.popLast() {
            var i = first
            var parent = parent
            while true {
                seen += 1
                guard i < count, seen <= count, paths.indices.contains(numbers[i]), paths[numbers[i]].parent == -2 else {
                    throw damaged("tree of paths")
                }
                let element = elements[i]
                paths[numbers[i]] = (parent, element == .min ? 0 : abs(element), element < 0)
                let jump = jumps[i]
                if jump > 0 || jump == -1 {
                    if jump > 0 { stack.append((i + jump, parent)) }
                    parent = numbers[i]
                } else if jump != 0 {
                    break
                }
                i += 1
            }
        }
    }
}
