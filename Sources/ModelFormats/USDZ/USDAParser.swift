import Codecs

/// Reads a USD text layer (`usda`): prims, the properties that are wanted, references. Everything else is passed over.
struct USDAParser {
    var scanner: TextScanner
    private var content = USDLayerContent()
    /// Sums of the nesting of everything: tuples, dictionaries, prims.
    static let depthLimit = 128

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
        prim.specifier = specifier
        prim.type = type
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
                guard try name() == "None" else { throw bad("has no reference where one is expected") }
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
}
