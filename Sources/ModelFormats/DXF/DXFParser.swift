import Codecs
import Foundation
import Geometry
import Models
import Support

/// Reads the sections of a DXF file into its content.
struct DXFParser {
    private var pairs: DXFPairs
    private var document = DXFDocument()
    /// Whether a pair was read that begins the next element.
    private var isPending = false
    private var count = 0
    /// The memory of the numbers of the entity before.
    private var spare: [(code: Int, number: Double)] = []

    init(_ bytes: UnsafeRawBufferPointer) { pairs = DXFPairs(bytes) }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> DXFDocument {
        var hasSection = false
        while try next() {
            guard pairs.code == 0 else { continue }
            let word = pairs.text
            if word == "EOF" { break }
            guard word == "SECTION", try next() else { continue }
            hasSection = true
            switch pairs.text {
            case "HEADER": try readHeader()
            case "TABLES": try readTables()
            case "BLOCKS": try readBlocks(progress)
            case "ENTITIES": try readEntities(progress)
            default: break
            }
        }
        guard hasSection else { throw .unreadable("has no sections, so that it is not a DXF file, or it is damaged") }
        return document
    }

    /// The next pair, or the pending one.
    private mutating func next() throws(FormatError) -> Bool {
        if isPending {
            isPending = false
            return true
        }
        return try pairs.next()
    }

    private mutating func step(_ progress: ProgressReporter) throws(FormatError) {
        count += 1
        if count & 0xFFF == 0 { try progress.step(0.9 * pairs.fraction, "Reading entities") }
    }

    // MARK: Header and tables

    /// Metres in the units of $INSUNITS, from 1.
    private static let units: [Double] = [
        0.0254, 0.3048, 1609.344, 0.001, 0.01, 1, 1000, 0.0254e-6, 0.0254e-3, 0.9144, 1e-10, 1e-9, 1e-6, 0.1, 10, 100, 1e9,
        149_597_870_700, 9.4607304725808e15, 3.0856775814913673e16, 1200.0 / 3937, 100.0 / 3937, 3600.0 / 3937, 6_336_000.0 / 3937,
    ]

    private mutating func readHeader() throws(FormatError) {
        while try next() {
            if pairs.code == 0 {
                isPending = true
                return
            }
            guard pairs.code == 9, pairs.text == "$INSUNITS" else { continue }
            guard try next() else { return }
            guard pairs.code == 70, let value = pairs.number else {
                isPending = true
                continue
            }
            if value >= 1, value <= Double(Self.units.count) { document.unit = Self.units[Int(value) - 1] }
        }
    }

    private mutating func readTables() throws(FormatError) {
        while try next() {
            guard pairs.code == 0 else { continue }
            let word = pairs.text
            if word == "ENDSEC" || word == "EOF" || word == "SECTION" {
                isPending = word != "ENDSEC"
                return
            }
            guard word == "LAYER" else { continue }
            let entity = try entity(word)
            var layer = DXFLayer()
            if let index = entity.integer(62) {
                layer.isHidden = index < 0
                if (1...255).contains(abs(index)) { layer.color = .index(abs(index)) }
            }
            if let rgb = entity.integer(420) { layer.color = .rgb(UInt32(truncatingIfNeeded: rgb) & 0xFF_FFFF) }
            if (entity.integer(70) ?? 0) & 1 != 0 { layer.isHidden = true }
            document.layers[entity.name] = layer
        }
    }

    // MARK: Entities

    /// The element whose type was read, up to the next one.
    private mutating func entity(_ type: String) throws(FormatError) -> DXFEntity {
        var memory: [(code: Int, number: Double)] = []
        swap(&memory, &spare)
        memory.removeAll(keepingCapacity: true)
        var entity = DXFEntity(type: type, memory: memory)
        while try next() {
            switch pairs.code {
            case 0:
                isPending = true
                return entity
            case 2: entity.name = pairs.text
            case 8: entity.style.layer = pairs.text
            case 1000...: break
            default:
                if let number = pairs.number, number.isFinite { entity.append(pairs.code, number) }
            }
        }
        return entity
    }

    private mutating func readBlocks(_ progress: ProgressReporter) throws(FormatError) {
        var content = DXFContent()
        var name: String?
        while try next() {
            guard pairs.code == 0 else { continue }
            let word = pairs.text
            switch word {
            case "ENDSEC", "EOF", "SECTION":
                isPending = word != "ENDSEC"
                return
            case "BLOCK":
                let block = try entity(word)
                name = block.name.uppercased()
                content = DXFContent()
                content.base = block.point(10)
                content.isExternal = (block.integer(70) ?? 0) & 4 != 0
            case "ENDBLK":
                if let name, document.blocks[name] == nil { document.blocks[name] = content }
                name = nil
            default: try read(word, into: &content, progress)
            }
        }
    }

    private mutating func readEntities(_ progress: ProgressReporter) throws(FormatError) {
        var content = document.model
        document.model = DXFContent()
        while try next() {
            guard pairs.code == 0 else { continue }
            let word = pairs.text
            if word == "ENDSEC" || word == "EOF" || word == "SECTION" {
                isPending = word != "ENDSEC"
                break
            }
            try read(word, into: &content, progress)
        }
        document.model = content
    }

    private mutating func read(_ word: String, into content: inout DXFContent, _ progress: ProgressReporter) throws(FormatError) {
        try step(progress)
        let entity = try entity(word)
        if entity.integer(67) == 1 { return document.note("Paper space is not read.") }
        guard entity.type == "POLYLINE" else {
            if !entity.add(to: &content) { document.skipped[String(word.prefix(40)), default: 0] += 1 }
            spare = entity.values
            return
        }
        var vertices: [DXFEntity] = []
        while try next() {
            guard pairs.code == 0 else { continue }
            let word = pairs.text
            if word == "SEQEND" { break }
            guard word == "VERTEX" else {
                isPending = true
                break
            }
            try step(progress)
            vertices.append(try self.entity(word))
        }
        if let problem = entity.addPolyline(vertices, to: &content) { document.note(problem) }
    }
}
