/// Reads a USD text layer (`usda`): prims, the properties that are wanted, references. Everything else is passed over.
struct USDAParser {
    private var scanner: TextScanner
    private var content = USDLayerContent()
    /// Sums of the nesting of everything: tuples, dictionaries, prims.
    private static let depthLimit = 128

    private init(_ bytes: UnsafeRawBufferPointer) { scanner = TextScanner(bytes) }

    /// - Precondition: `bytes` is not empty.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> USDLayerContent {
        var parser = USDAParser(bytes)
        parser.scanner.skipLine()
        try parser.layer()
        return parser.content
    }

    private mutating func layer() throws(FormatError) {
        skip()
        if scanner.byte == UInt8(ascii: "(") {
            scanner.advance()
            while try !closes(")") {
                let (_, key) = try metadataKey()
                guard let key else { continue }
                let value = try value(keeps: true, 0)
                switch key {
                case "defaultPrim": content.defaultPrim = value.words.first
                case "metersPerUnit": content.metersPerUnit = value.numbers.first
                case "upAxis": content.upAxis = value.words.first
                case "subLayers": content.hasSublayers = true
                default: break
                }
            }
        }
        skip()
        while !scanner.atEnd {
            try statement(content.root, 0)
            skip()
        }
    }

    // MARK: Prims

    /// A prim, a property, or something else that a prim's body holds.
    private mutating func statement(_ prim: USDPrim, _ depth: Int) throws(FormatError) {
        guard depth < Self.depthLimit else { throw bad("is nested more than \(Self.depthLimit) deep") }
        if scanner.byte == UInt8(ascii: ";") { return scanner.advance() }
        var word = try name()
        switch word {
        case "def", "over", "class":
            try child(of: prim, word == "def" ? .def : word == "over" ? .over : .class, depth)
            return
        case "variantSet":
            prim.hasVariants = true
            _ = try value(keeps: false, 0)
            try expect("=")
            // A dictionary of bodies: passed over as balanced braces.
            try skipBlock()
            return
        case "reorder":
            _ = try name()
            try expect("=")
            _ = try value(keeps: false, 0)
            return
        default: break
        }
        while ["custom", "uniform", "varying", "prepend", "append", "add", "delete", "config"].contains(word) { word = try name() }
        // The word is the type, perhaps of an array.
        skip()
        if scanner.byte == UInt8(ascii: "[") {
            scanner.advance()
            try expect("]")
        }
        try property(of: prim, isRelationship: word == "rel")
    }

    private mutating func child(of parent: USDPrim, _ specifier: USDPrim.Specifier, _ depth: Int) throws(FormatError) {
        skip()
        var type = ""
        if scanner.byte != UInt8(ascii: "\"") { type = try name() }
        skip()
        let prim = USDPrim(try string())
        (prim.specifier, prim.type) = (specifier, type)
        skip()
        if scanner.byte == UInt8(ascii: "(") {
            scanner.advance()
            while try !closes(")") { try primMetadata(prim) }
        }
        try expect("{")
        while try !closes("}") { try statement(prim, depth + 1) }
        parent.children.append(prim)
    }

    private mutating func primMetadata(_ prim: USDPrim) throws(FormatError) {
        let (edit, key) = try metadataKey()
        guard let key else { return }
        switch key {
        case "references", "payload":
            let found = try references()
            if edit != "delete" { prim.references += found }
        case "active": prim.isActive = try value(keeps: true, 0).words.first != "false"
        case "variants", "variantSets":
            prim.hasVariants = true
            _ = try value(keeps: false, 0)
        default: _ = try value(keeps: false, 0)
        }
    }

    /// `[prepend] key =`; nil for a comment string that stands alone.
    private mutating func metadataKey() throws(FormatError) -> (edit: String?, key: String?) {
        skip()
        if scanner.byte == UInt8(ascii: ";") || scanner.byte == UInt8(ascii: ",") {
            scanner.advance()
            return (nil, nil)
        }
        if scanner.byte == UInt8(ascii: "\"") || scanner.byte == UInt8(ascii: "'") {
            _ = try string()
            return (nil, nil)
        }
        var key = try name()
        var edit: String?
        if ["prepend", "append", "add", "delete", "reorder"].contains(key) { (edit, key) = (key, try name()) }
        try expect("=")
        return (edit, key)
    }

    /// `@asset@</path> (offsets)`, one or a list.
    private mutating func references() throws(FormatError) -> [USDReference] {
        var result: [USDReference] = []
        skip()
        let isList = scanner.byte == UInt8(ascii: "[")
        if isList { scanner.advance() }
        repeat {
            if isList, try closes("]") { break }
            var reference = USDReference(asset: "", path: "")
            if scanner.byte == UInt8(ascii: "@") { reference.asset = try asset() }
            skip()
            if scanner.byte == UInt8(ascii: "<") { reference.path = try path() }
            if reference.asset.isEmpty && reference.path.isEmpty {
                guard try name() == "None" else { throw bad("has no reference where one belongs") }
            } else {
                result.append(reference)
            }
            let place = scanner.position
            skip()
            if isList, scanner.byte == UInt8(ascii: ",") {
                scanner.advance()
            } else if isList, scanner.byte == UInt8(ascii: "(") {
                try skipBlock()
                skip()
                if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            } else if !isList {
                scanner.move(to: place)
                scanner.skipBlanks()
                if scanner.byte == UInt8(ascii: "(") { try skipBlock() }
            }
        } while isList
        return result
    }

    // MARK: Properties

    private mutating func property(of prim: USDPrim, isRelationship: Bool) throws(FormatError) {
        var key = try name()
        var part = ""
        if let dot = key.lastIndex(of: ".") { (key, part) = (String(key[..<dot]), String(key[key.index(after: dot)...])) }
        let isWanted = USDPrim.isWanted(key)
        var property = prim.properties[key] ?? USDProperty()
        skip()
        if scanner.byte == UInt8(ascii: "=") {
            scanner.advance()
            if isRelationship || part == "connect" {
                property.targets = try value(keeps: isWanted, 0).words
            } else if part == "timeSamples" {
                let first = try firstSample(keeps: isWanted)
                property.isSampled = true
                if property.value == nil { property.value = first }
            } else {
                let value = try value(keeps: isWanted, 0)
                if part.isEmpty, value.words.first != "None" || value.words.count > 1 { property.value = value }
            }
        }
        let place = scanner.position
        skip()
        if scanner.byte == UInt8(ascii: "(") {
            scanner.advance()
            while try !closes(")") {
                let (_, word) = try metadataKey()
                guard let word else { continue }
                let value = try value(keeps: word == "interpolation", 0)
                if word == "interpolation" { property.interpolation = value.words.first }
            }
        } else {
            scanner.move(to: place)
        }
        if isWanted { prim.properties[key] = property }
    }

    /// Of `{ time: value, … }` the first value.
    private mutating func firstSample(keeps: Bool) throws(FormatError) -> USDValue? {
        try expect("{")
        var first: USDValue?
        while try !closes("}") {
            _ = try value(keeps: false, 0)
            try expect(":")
            let value = try value(keeps: keeps && first == nil, 0)
            if first == nil { first = value }
            skip()
            if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
        }
        return first
    }

    // MARK: Values

    /// Any value; of those that are not kept nothing is stored.
    private mutating func value(keeps: Bool, _ depth: Int) throws(FormatError) -> USDValue {
        var result = USDValue()
        skip()
        if scanner.byte == UInt8(ascii: "[") {
            scanner.advance()
            var width = 0
            while try !closes("]") {
                try item(&result, keeps, depth + 1)
                if width == 0 { width = max(1, result.numbers.count) }
                skip()
                if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            }
            result.width = max(1, width)
        } else {
            try item(&result, keeps, depth)
            result.width = max(1, result.numbers.count)
        }
        return result
    }

    private mutating func item(_ result: inout USDValue, _ keeps: Bool, _ depth: Int) throws(FormatError) {
        guard depth < Self.depthLimit else { throw bad("is nested more than \(Self.depthLimit) deep") }
        skip()
        switch scanner.byte {
        case UInt8(ascii: "("), UInt8(ascii: "["):
            let end: StaticString = scanner.byte == UInt8(ascii: "(") ? ")" : "]"
            scanner.advance()
            while try !closes(end) {
                try item(&result, keeps, depth + 1)
                skip()
                if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try keep(string(), &result, keeps)
        case UInt8(ascii: "@"): try keep(asset(), &result, keeps)
        case UInt8(ascii: "<"): try keep(path(), &result, keeps)
        case UInt8(ascii: "{"): try skipBlock()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            let number = try number()
            if keeps { result.numbers.append(number) }
        default:
            let word = try name()
            switch word {
            case "inf": if keeps { result.numbers.append(.infinity) }
            case "nan": if keeps { result.numbers.append(.nan) }
            default: try keep(word, &result, keeps)
            }
        }
    }

    private func keep(_ word: String, _ result: inout USDValue, _ keeps: Bool) throws(FormatError) {
        if keeps { result.words.append(word) }
    }

    private mutating func number() throws(FormatError) -> Double {
        var end = scanner.position
        while end < scanner.end {
            switch scanner.base[end] {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x65, 0x45, 0x69, 0x6E, 0x66: end += 1
            default:
                var part = TextScanner(UnsafeRawBufferPointer(start: scanner.base, count: end), from: scanner.position)
                guard let value = part.double() else { throw bad("has \(scanner.excerpt) where a number belongs") }
                scanner.move(to: end)
                return value
            }
        }
        throw bad("ends inside a number; the file is cut short")
    }

    /// A quoted string, of one line or, in three quotes, of several.
    private mutating func string() throws(FormatError) -> String {
        let quote = scanner.byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw bad("has \(scanner.excerpt) where a string belongs")
        }
        let (base, end) = (scanner.base, scanner.end)
        var p = scanner.position
        let isLong = end - p >= 3 && base[p + 1] == quote && base[p + 2] == quote
        p += isLong ? 3 : 1
        var bytes: [UInt8] = []
        while p < end {
            if base[p] == UInt8(ascii: "\\"), p + 1 < end {
                bytes.append(base[p + 1])
                p += 2
            } else if base[p] == quote, !isLong || (end - p >= 3 && base[p + 1] == quote && base[p + 2] == quote) {
                scanner.move(to: p + (isLong ? 3 : 1))
                return String(decoding: bytes, as: UTF8.self)
            } else {
                bytes.append(base[p])
                p += 1
            }
        }
        throw bad("has a string that does not end")
    }

    /// `@path@` or `@@@path@@@`.
    private mutating func asset() throws(FormatError) -> String {
        var marks = 0
        while scanner.byte == UInt8(ascii: "@"), marks < 3 {
            marks += 1
            scanner.advance()
        }
        // "@@": no path.
        if marks == 2 { return "" }
        let start = scanner.position
        while !scanner.atEnd {
            if scanner.byte == UInt8(ascii: "@"), marks == 1 || scanner.starts(with: "@@@") {
                let bytes = UnsafeBufferPointer(start: scanner.base + start, count: scanner.position - start)
                scanner.advance(marks)
                return String(decoding: bytes, as: UTF8.self)
            }
            scanner.advance()
        }
        throw bad("has an asset path that does not end")
    }

    private mutating func path() throws(FormatError) -> String {
        let start = scanner.position + 1
        guard let end = scanner.index(of: UInt8(ascii: ">")) else { throw bad("has a path that does not end") }
        scanner.move(to: end + 1)
        return String(decoding: UnsafeBufferPointer(start: scanner.base + start, count: end - start), as: UTF8.self)
    }

    // MARK: Words

    /// A name with namespaces, or a keyword.
    private mutating func name() throws(FormatError) -> String {
        skip()
        let start = scanner.position
        while !scanner.atEnd {
            let c = scanner.byte
            let isPart =
                (0x30...0x39).contains(c) || (0x41...0x5A).contains(c) || (0x61...0x7A).contains(c) || c == 0x5F || c == 0x3A
                || c == 0x2E
                || c >= 0x80
            if !isPart { break }
            scanner.advance()
        }
        guard scanner.position > start else {
            throw bad(scanner.atEnd ? "ends too early; the file is cut short" : "has \(scanner.excerpt) where a name belongs")
        }
        return String(decoding: UnsafeBufferPointer(start: scanner.base + start, count: scanner.position - start), as: UTF8.self)
    }

    private mutating func expect(_ mark: StaticString) throws(FormatError) {
        skip()
        guard scanner.starts(with: mark) else { throw bad("has \(scanner.excerpt) where ‘\(mark)’ belongs") }
        scanner.advance(mark.utf8CodeUnitCount)
    }

    /// Whether the closing mark follows; moves behind it.
    private mutating func closes(_ mark: StaticString) throws(FormatError) -> Bool {
        skip()
        if scanner.atEnd { throw bad("ends where ‘\(mark)’ belongs; the file is cut short") }
        guard scanner.starts(with: mark) else { return false }
        scanner.advance(mark.utf8CodeUnitCount)
        return true
    }

    /// Passes over brackets of any kind and what is between them.
    private mutating func skipBlock() throws(FormatError) {
        skip()
        var open = 0
        while !scanner.atEnd {
            switch scanner.byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                _ = try string()
                skip()
                continue
            default: if open == 0 { throw bad("has \(scanner.excerpt) where a bracket belongs") }
            }
            scanner.advance()
            if open <= 0 { return }
            skip()
        }
        throw bad("ends inside of brackets; the file is cut short")
    }

    /// White space and comments.
    private mutating func skip() {
        while true {
            scanner.skipWhitespace()
            guard scanner.byte == UInt8(ascii: "#") else { return }
            scanner.skipLine()
        }
    }

    private func bad(_ what: String) -> FormatError { .unreadable("line \(scanner.line) of the layer \(what)") }
}
