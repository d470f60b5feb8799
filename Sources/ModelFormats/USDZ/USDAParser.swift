import Codecs

/// Reads a USD text layer (`usda`): prims, the properties that are wanted, references. Everything else is passed over.
struct USDAParser {
    var scanner: TextScanner
    private var content = USDLayerContent()
    /// Sums of the nesting of everything: tuples, dictionaries, prims.
    static let depthLimit = 128

    /// The layer's number, and how many values it had so far: they identify values.
    private let number: Int
    private var valueCount: UInt64 = 0

    private init(_ bytes: UnsafeRawBufferPointer, number: Int) {
        scanner = TextScanner(bytes)
        self.number = number
    }

    /// - Precondition: `bytes` is not empty.
    static func read(_ bytes: UnsafeRawBufferPointer, number: Int) throws(FormatError) -> USDLayerContent {
        var parser = USDAParser(bytes, number: number)
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
                if key == "subLayers" {
                    content.sublayers += try references()
                    continue
                }
                let value = try value(keeps: true, 0)
                switch key {
                case "defaultPrim": content.defaultPrim = value.words.first
                case "metersPerUnit": content.metersPerUnit = value.numbers.first
                case "upAxis": content.upAxis = value.words.first
                case "timeCodesPerSecond": content.timeCodesPerSecond = value.numbers.first
                case "framesPerSecond": content.framesPerSecond = value.numbers.first
                case "startTimeCode": content.startTimeCode = value.numbers.first
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
            try variantSet(of: prim, depth)
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
        prim.specifier = specifier
        prim.type = type
        try body(of: prim, depth)
        parent.children.append(prim)
    }

    /// Metadata and content of a prim, or of a variant.
    private mutating func body(of prim: USDPrim, _ depth: Int) throws(FormatError) {
        skip()
        if scanner.byte == UInt8(ascii: "(") {
            scanner.advance()
            while try !closes(")") { try primMetadata(prim) }
        }
        try expect("{")
        while try !closes("}") { try statement(prim, depth + 1) }
    }

    /// `"set" = { "variant" ( metadata ) { content } … }`
    private mutating func variantSet(of prim: USDPrim, _ depth: Int) throws(FormatError) {
        skip()
        let set = try string()
        try expect("=")
        try expect("{")
        while try !closes("}") {
            let variant = USDPrim(prim.name)
            let name = try string()
            variant.specifier = .over
            try body(of: variant, depth + 1)
            prim.variants[set, default: [:]][name] = variant
        }
    }

    /// `{ string set = "variant" … }`
    private mutating func selections(of prim: USDPrim) throws(FormatError) {
        try expect("{")
        while try !closes("}") {
            _ = try name()
            skip()
            let isQuoted = scanner.byte == UInt8(ascii: "\"") || scanner.byte == UInt8(ascii: "'")
            let set = isQuoted ? try string() : try name()
            try expect("=")
            skip()
            prim.selections[set] = try string()
            skip()
            if scanner.byte == UInt8(ascii: ";") { scanner.advance() }
        }
    }

    private mutating func primMetadata(_ prim: USDPrim) throws(FormatError) {
        let (edit, key) = try metadataKey()
        guard let key else { return }
        switch key {
        case "references":
            let found = try references()
            if edit != "delete" { prim.references += found }
        case "payload":
            let found = try references()
            if edit != "delete" { prim.payloads += found }
        case "inherits", "specializes":
            let found = try value(keeps: true, 0).words.filter { $0 != "None" }
            if edit == "delete" { return }
            if key == "inherits" { prim.inherits += found } else { prim.specializes += found }
        case "active":
            let value = try value(keeps: true, 0)
            prim.isActive = value.words.first != "false" && value.numbers.first != 0
        case "displayName": prim.displayName = try value(keeps: true, 0).words.first
        case "variants": try selections(of: prim)
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
                guard try name() == "None" else { throw bad("has no reference where one is expected") }
            } else {
                result.append(reference)
            }
            let place = scanner.position
            skip()
            if !isList {
                scanner.move(to: place)
                scanner.skipBlanks()
            }
            if scanner.byte == UInt8(ascii: "(") {
                let time = try offsets()
                if !result.isEmpty { result[result.count - 1].time = time }
                if isList { skip() }
            }
            if isList, scanner.byte == UInt8(ascii: ",") { scanner.advance() }
        } while isList
        return result
    }

    /// `(offset = 1; scale = 2)`
    private mutating func offsets() throws(FormatError) -> USDTimeMap {
        var time = USDTimeMap.identity
        try expect("(")
        while try !closes(")") {
            guard let key = try metadataKey().key else { continue }
            let number = try value(keeps: true, 0).numbers.first
            if key == "offset" { time.offset = number ?? 0 }
            if key == "scale" { time.scale = number ?? 1 }
        }
        return time
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
                let isAnimated = USDPrim.isAnimated(key)
                let samples = try samples(keeps: isWanted, keepsAll: isAnimated)
                property.setSamples(samples, keeps: isAnimated)
            } else {
                var value = try value(keeps: isWanted, 0)
                valueCount += 1
                value.identity = SIMD2(UInt64(number), valueCount)
                if part.isEmpty, value.words.first != "None" || value.words.count > 1 {
                    property.value = value
                    property.hasDefault = true
                }
            }
        }
        let place = scanner.position
        skip()
        if scanner.byte == UInt8(ascii: "(") {
            scanner.advance()
            while try !closes(")") {
                let (_, word) = try metadataKey()
                guard let word else { continue }
                let value = try value(keeps: word == "interpolation" || word == "elementSize", 0)
                if word == "interpolation" { property.interpolation = value.words.first }
                if word == "elementSize" { property.elementSize = value.numbers.first.flatMap { Int(exactly: $0) } ?? 1 }
            }
        } else {
            scanner.move(to: place)
        }
        if isWanted { prim.properties[key] = property }
    }

    /// `{ time: value, … }`
    private mutating func samples(keeps: Bool, keepsAll: Bool) throws(FormatError) -> [USDSample] {
        try expect("{")
        var list: [USDSample] = []
        while try !closes("}") {
            let time = try value(keeps: true, 0).numbers.first
            try expect(":")
            let isKept = keeps && (keepsAll || list.isEmpty)
            var value = try value(keeps: isKept, 0)
            valueCount += 1
            value.identity = SIMD2(UInt64(number), valueCount)
            if isKept, let time, value.words.first != "None" { list.append(USDSample(time: time, value: value)) }
            skip()
            if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
        }
        return list
    }
}
