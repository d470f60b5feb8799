import FloorPlans

/// All objects of a drawing: tables, blocks, entities, dictionaries and layouts (chapters 19 and 20).
struct DWGObjects {
    typealias Handle = CADDocument.Handle

    let document: CADDocument
    private(set) var bytes: [UInt8] = []
    /// Where each begins, by handle.
    private(set) var places: [Int: Int] = [:]

    init(_ document: CADDocument) { self.document = document }

    mutating func build() {
        tables()
        blocks()
        dictionaries()
    }

    /// Adds an object: its size, data, references to others, and checksum.
    mutating func add(_ type: Int, handle: Int, data: (inout DWGBits) -> Void, references: (inout DWGBits) -> Void) {
        var head = DWGBits()
        head.bs(type)
        var body = DWGBits()
        body.h(.own, handle)
        // No extended data.
        body.bs(0)
        data(&body)
        head.rl(head.count + 32 + body.count)
        head.append(body)
        references(&head)
        // The size in words of 15 bits, the lowest first.
        let size = head.bytes.count
        var object: [UInt8] = []
        var rest = size
        repeat {
            let word = rest & 0x7FFF | (rest > 0x7FFF ? 0x8000 : 0)
            object += [UInt8(word & 255), UInt8(word >> 8)]
            rest >>= 15
        } while rest > 0
        object += head.bytes
        let sum = DWGChecksum.of(object)
        places[handle] = bytes.count
        bytes += object + [UInt8(sum & 255), UInt8(sum >> 8)]
    }

    /// An object that is not drawn.
    mutating func thing(
        _ type: Int, handle: Int, owner: Int, data: (inout DWGBits) -> Void, references: (inout DWGBits) -> Void = { _ in }
    ) {
        add(type, handle: handle) {
            // No reactors.
            $0.bl(0)
            data(&$0)
        } references: {
            $0.h(.softPointer, owner)
            $0.h(.hardOwner, 0)
            references(&$0)
        }
    }

    // MARK: Tables

    /// A table's control object.
    private mutating func control(
        _ type: Int, handle: Int, entries: [Int], more: [Int] = [], data: (inout DWGBits) -> Void = { _ in }
    ) {
        thing(type, handle: handle, owner: 0) {
            $0.bl(entries.count)
            data(&$0)
        } references: { references in
            for entry in entries { references.h(.softOwner, entry) }
            for entry in more { references.h(.hardOwner, entry) }
        }
    }

    /// An entry of a table: name and that it is no external reference's; its block handle comes first of the references.
    private mutating func entry(
        _ type: Int, handle: Int, in table: Int, name: String, data: (inout DWGBits) -> Void,
        references: (inout DWGBits) -> Void = { _ in }
    ) {
        thing(type, handle: handle, owner: table) {
            $0.t(name)
            $0.b(false)
            $0.bs(0)
            $0.b(false)
            data(&$0)
        } references: {
            $0.h(.hardPointer, 0)
            references(&$0)
        }
    }

    private mutating func tables() {
        control(
            0x30, handle: Handle.blockControl, entries: document.blocks.map(\.record),
            more: [Handle.modelRecord, Handle.paperRecord])
        control(0x32, handle: Handle.layerControl, entries: document.layers.map(\.handle))
        for layer in document.layers {
            entry(0x33, handle: layer.handle, in: Handle.layerControl, name: layer.name) {
                // Plotted (16), and the line weight as its place in the list of line weights.
                $0.bs(16 | Self.lineweight(layer.lineweight) << 5)
                $0.bs(layer.color)
            } references: {
                $0.h(.hardPointer, 0)
                $0.h(.hardPointer, Handle.continuous)
            }
        }
        control(0x34, handle: Handle.styleControl, entries: [Handle.standardStyle])
        let height = document.textHeight
        entry(0x35, handle: Handle.standardStyle, in: Handle.styleControl, name: "STANDARD") {
            $0.b(false)
            $0.b(false)
            for value in [0, 1, 0.0] { $0.bd(value) }
            $0.rc(0)
            $0.bd(height)
            $0.t("arial.ttf")
            $0.t("")
        }
        linetypes()
        control(0x3C, handle: Handle.viewControl, entries: [])
        control(0x3E, handle: Handle.ucsControl, entries: [])
        viewport()
        control(0x42, handle: Handle.appidControl, entries: [Handle.acadApp])
        entry(0x43, handle: Handle.acadApp, in: Handle.appidControl, name: "ACAD") { $0.rc(0) }
        control(0x44, handle: Handle.dimstyleControl, entries: [Handle.dimstyle]) { $0.rc(0) }
        dimensionStyle()
        control(0x46, handle: Handle.vpEntControl, entries: [])
    }

    private static func lineweight(_ hundredths: Int) -> Int {
        let known = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211]
        // 31 is the default.
        return known.firstIndex(of: hundredths) ?? 31
    }

    private mutating func linetypes() {
        control(
            0x38, handle: Handle.ltypeControl, entries: [Handle.continuous, Handle.dashed], more: [Handle.byBlock, Handle.byLayer])
        let dash = document.dash
        let types: [(String, Int, String, [Double])] = [
            ("ByBlock", Handle.byBlock, "", []), ("ByLayer", Handle.byLayer, "", []),
            ("CONTINUOUS", Handle.continuous, "Solid line", []),
            ("DASHED", Handle.dashed, "Dashed __ __ __ __", [dash.on, -dash.off]),
        ]
        for (name, handle, description, pattern) in types {
            entry(0x39, handle: handle, in: Handle.ltypeControl, name: name) {
                $0.t(description)
                $0.bd(pattern.reduce(0) { $0 + abs($1) })
                $0.rc(UInt8(ascii: "A"))
                $0.rc(UInt8(pattern.count))
                for length in pattern {
                    $0.bd(length)
                    $0.bs(0)
                    $0.rd2(.zero)
                    $0.bd(1)
                    $0.bd(0)
                    $0.bs(0)
                }
                // Texts of complex line types.
                for _ in 0..<256 { $0.rc(0) }
            } references: { references in
                for _ in pattern { references.h(.hardPointer, 0) }
            }
        }
    }

    private mutating func viewport() {
        control(0x40, handle: Handle.vportControl, entries: [Handle.vport])
        let bounds = document.bounds
        let height = max(bounds.size.y, bounds.size.x / 1.6) * 1.1
        entry(0x41, handle: Handle.vport, in: Handle.vportControl, name: "*ACTIVE") {
            $0.bd(height)
            $0.bd(height * 1.6)
            $0.rd2(bounds.center)
            $0.bd3(.zero)
            $0.bd3(0, 0, 1)
            for value in [0, 50, 0, 0.0] { $0.bd(value) }
            // View mode: a plan.
            for value in [false, false, false, true] { $0.b(value) }
            $0.rc(0)
            $0.rd2(.zero)
            $0.rd2(PlanPoint(1, 1))
            // UCSFOLLOW, circle zoom, fast zoom, UCSICON, grid
            $0.b(false)
            $0.bs(1000)
            for value in [true, true, true, false] { $0.b(value) }
            $0.rd2(PlanPoint(1, 1))
            $0.b(false)
            $0.b(false)
            $0.bs(0)
            $0.bd(0)
            $0.rd2(.zero)
            $0.rd2(PlanPoint(1, 1))
            $0.b(false)
            $0.b(true)
            $0.bd3(.zero)
            $0.bd3(1, 0, 0)
            $0.bd3(0, 1, 0)
            $0.bd(0)
            $0.bs(0)
        } references: {
            $0.h(.hardPointer, 0)
            $0.h(.hardPointer, 0)
        }
    }

    private mutating func dimensionStyle() {
        let style = DWGDimensionStyle(document)
        entry(0x45, handle: Handle.dimstyle, in: Handle.dimstyleControl, name: CADDocument.dimensionStyle) {
            $0.t("")
            $0.t("")
            style.lengths(&$0)
            style.rest(&$0)
            $0.bs(-2)
            $0.bs(-2)
            $0.b(false)
        } references: { references in
            for handle in [Handle.standardStyle, 0, 0, 0, 0] { references.h(.hardPointer, handle) }
        }
    }

    /// A block's record.
    mutating func blockRecord(
        _ name: String, record: Int, begin: Int, end: Int, entities: [Int], isAnonymous: Bool, layout: Int
    ) {
        thing(0x31, handle: record, owner: Handle.blockControl) {
            $0.t(name)
            $0.b(false)
            $0.bs(0)
            $0.b(false)
            // Anonymous, with attributes, external, overlaid, loaded
            $0.b(isAnonymous)
            for _ in 0..<4 { $0.b(false) }
            $0.bd3(.zero)
            $0.t("")
            // No inserts, no description, no preview
            $0.rc(0)
            $0.t("")
            $0.bl(0)
        } references: {
            $0.h(.hardPointer, 0)
            $0.h(.hardOwner, begin)
            $0.h(.softPointer, entities.first ?? 0)
            $0.h(.softPointer, entities.last ?? 0)
            $0.h(.hardOwner, end)
            $0.h(.hardPointer, layout)
        }
    }

    // MARK: Dictionaries

    private mutating func dictionary(_ handle: Int, owner: Int, _ items: [(String, Int)]) {
        thing(0x2A, handle: handle, owner: owner) {
            $0.bl(items.count)
            $0.bs(1)
            $0.rc(0)
            for item in items { $0.t(item.0) }
        } references: { references in
            for item in items { references.h(.softOwner, item.1) }
        }
    }

    private mutating func dictionaries() {
        let root = Handle.rootDictionary
        dictionary(
            root, owner: 0,
            [
                ("ACAD_GROUP", Handle.groupDictionary), ("ACAD_LAYOUT", Handle.layoutDictionary),
                ("ACAD_MLINESTYLE", Handle.mlineDictionary),
            ])
        dictionary(Handle.groupDictionary, owner: root, [])
        dictionary(Handle.layoutDictionary, owner: root, [("Layout1", Handle.paperLayout), ("Model", Handle.modelLayout)])
        dictionary(Handle.mlineDictionary, owner: root, [("STANDARD", Handle.mlineStyle)])
        thing(0x49, handle: Handle.mlineStyle, owner: Handle.mlineDictionary) {
            $0.t("STANDARD")
            $0.t("")
            $0.bs(0)
            $0.bs(256)
            $0.bd(.pi / 2)
            $0.bd(.pi / 2)
            $0.rc(2)
            for offset in [0.5, -0.5] {
                $0.bd(offset)
                $0.bs(256)
                $0.bs(0x7FFF)
            }
        }
        layout("Model", handle: Handle.modelLayout, record: Handle.modelRecord, order: 0, flags: 1712, bounds: document.bounds)
        layout("Layout1", handle: Handle.paperLayout, record: Handle.paperRecord, order: 1, flags: 688, bounds: PlanBounds([.zero]))
    }

    private mutating func layout(_ name: String, handle: Int, record: Int, order: Int, flags: Int, bounds: PlanBounds) {
        thing(0x52, handle: handle, owner: Handle.layoutDictionary) {
            $0.t("")
            $0.t("")
            $0.bs(flags)
            // Margins; A3 lying, in millimetres; origin
            for value in [0, 0, 0, 0, 420, 297.0] { $0.bd(value) }
            $0.t("A3")
            $0.bd(0)
            $0.bd(0)
            // Millimetres, not turned, the layout
            for value in [1, 0, 5] { $0.bs(value) }
            for _ in 0..<4 { $0.bd(0) }
            $0.t("")
            $0.bd(1)
            $0.bd(1)
            $0.t("")
            $0.bs(16)
            for value in [1, 0, 0.0] { $0.bd(value) }
            $0.t(name)
            $0.bl(order)
            $0.bs(1)
            $0.bd3(.zero)
            $0.rd2(.zero)
            $0.rd2(PlanPoint(420, 297))
            $0.bd3(.zero)
            $0.bd3(1, 0, 0)
            $0.bd3(0, 1, 0)
            $0.bd(0)
            $0.bs(0)
            $0.bd3(bounds.min)
            $0.bd3(bounds.max)
        } references: {
            $0.h(.softPointer, record)
            $0.h(.softPointer, 0)
            $0.h(.hardPointer, 0)
            $0.h(.hardPointer, 0)
        }
    }
}
