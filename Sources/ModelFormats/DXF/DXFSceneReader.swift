import Codecs
import Geometry
import Models

/// Makes a scene of the content of a DXF file.
struct DXFSceneReader {
    private let document: DXFDocument
    private var scene = Scene()
    private var removed = 0
    private var materials: [Paint: Int] = [:]
    private var meshes: [MeshKey: Int?] = [:]
    private var layers: [String: Int] = [:]
    /// Names of the blocks around the one that is inserted, by which cycles are found.
    private var above: [String] = []
    /// How much may still be made: blocks must not let a small file fill the memory.
    private var budget: Int

    private static let depthLimit = 64

    /// A colour with the name that its material gets.
    private struct Paint: Hashable {
        var name: String
        var rgb: UInt32
        var opacity: UInt8 = 255
    }

    /// What entities of a block take over from the insert.
    private struct Context: Hashable {
        let layer: Paint
        let block: Paint
    }

    private struct MeshKey: Hashable {
        let block: String
        let context: Context
    }

    init(_ document: DXFDocument, fileSize: Int) {
        self.document = document
        budget = 2_000_000 + 16 * fileSize
    }

    mutating func read() throws(FormatError) -> Scene {
        for note in document.notes { scene.note(note) }
        noteSkipped()
        let plain = Context(layer: paint(of: "0"), block: Paint(name: "ACI 7", rgb: DXFPalette.rgb(7)))
        let names = document.model.parts.map(\.style.layer) + document.model.inserts.map(\.style.layer)
        let parts = Dictionary(grouping: document.model.parts) { $0.style.layer }
        for name in names where layers[name] == nil {
            var node = Node(name: name)
            node.isVisible = !(document.layers[name]?.isHidden ?? false)
            layers[name] = scene.add(node, below: nil)
            try place(try mesh(parts[name] ?? [], name: name, plain), offset: document.model.offset, node: layers[name] ?? 0)
        }
        for insert in document.model.inserts { try add(insert, plain, below: layers[insert.style.layer] ?? 0) }
        if scene.meshes.isEmpty {
            throw .unreadable(
                "is a drawing without faces or lines\(skippedWords.map { ": it has only \($0)" } ?? ""); export "
                    + "the model as meshes "
                    + "(3DFACE, polyface, MESH), or as stl, obj or glb")
        }
        if document.unit == nil { scene.note("The DXF declares no unit; the numbers were taken as metres, z up.") }
        let turned = AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0))
        scene.addRoot(.scale(SIMD3(repeating: document.unit ?? 1)) * turned, name: "unit and axes")
        scene.chooseOrigin()
        try scene.finish(removed: removed)
        return scene
    }

    private mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("inserts its blocks so often that they do not fit into memory; explode or purge them first")
        }
        budget -= count
    }

    // MARK: What was skipped

    private var skippedWords: String? {
        let most = document.skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
        return most.isEmpty ? nil : most.map { "\($0.value) \(Text.clean($0.key, limit: 30))" }.joined(separator: ", ")
    }

    private mutating func noteSkipped() {
        let solids = [
            "3DSOLID", "BODY", "REGION", "SURFACE", "EXTRUDEDSURFACE", "LOFTEDSURFACE", "REVOLVEDSURFACE", "SWEPTSURFACE",
        ]
        let count = solids.reduce(0) { $0 + (document.skipped[$1] ?? 0) }
        if count > 0 {
            scene.note(
                "\(Text.count(count, "solid")) of the ACIS kernel can't be read; convert them to meshes (MESHSMOOTH) or export stl."
            )
        }
        if let words = skippedWords { scene.note("Entities of other types were not read: \(words).") }
    }

    // MARK: Blocks

    private mutating func add(_ insert: DXFContent.Insert, _ context: Context, below parent: Int) throws(FormatError) {
        guard let block = document.blocks[insert.block] else {
            return scene.note("The block \(Text.quote(insert.block)) is not in the file.")
        }
        if block.isExternal { return scene.note("External references are not read.") }
        guard !above.contains(insert.block) else {
            throw .unreadable("the block \(Text.quote(insert.block)) is inserted in itself")
        }
        guard above.count < Self.depthLimit else { throw .unreadable("its blocks are nested more than \(Self.depthLimit) deep") }
        above.append(insert.block)
        let layer = insert.style.layer == "0" ? context.layer : paint(of: insert.style.layer)
        let inner = Context(layer: layer, block: paint(insert.style, context))
        let key = MeshKey(block: insert.block, context: inner)
        var number: Int?
        if let known = meshes[key] {
            number = known
        } else {
            try take(block.parts.reduce(0) { $0 + $1.indices.count })
            number = try mesh(block.parts, name: insert.block, inner)
            meshes[key] = .some(number)
        }
        for row in 0..<insert.rows {
            for column in 0..<insert.columns {
                try take(64)
                var node = Node(name: insert.block)
                let step = SIMD3(insert.spacing.x * Double(column), insert.spacing.y * Double(row), 0)
                node.transform = .matrix(insert.transform * .translation(step - block.base))
                guard node.transform.affine.isFinite else { continue }
                let added = scene.add(node, below: parent)
                try place(number, offset: block.offset, node: added)
                for child in block.inserts { try add(child, inner, below: added) }
            }
        }
        above.removeLast()
    }

    /// Lets a node show a mesh, at its offset.
    private mutating func place(_ mesh: Int?, offset: SIMD3<Double>, node: Int) throws(FormatError) {
        guard let mesh else { return }
        guard offset != .zero else {
            scene.nodes[node].mesh = mesh
            return
        }
        var child = Node(name: scene.nodes[node].name)
        child.transform = .parts(translation: offset, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))
        child.mesh = mesh
        _ = scene.add(child, below: node)
    }

    private mutating func mesh(_ parts: [DXFContent.Part], name: String, _ context: Context) throws(FormatError) -> Int? {
        guard !parts.isEmpty else { return nil }
        let primitives = parts.map { part in
            var primitive = Primitive(part.topology)
            primitive.positions = part.table.keys.map {
                Vector3(Float(bitPattern: $0.x), Float(bitPattern: $0.y), Float(bitPattern: $0.z))
            }
            primitive.indices = part.indices
            primitive.material = material(paint(part.style, context))
            return primitive
        }
        return scene.add(Mesh(name: name, primitives: primitives), removed: &removed)
    }

    // MARK: Colours

    private func paint(of layer: String) -> Paint {
        switch document.layers[layer]?.color ?? .index(7) {
        case .rgb(let rgb): Paint(name: layer, rgb: rgb)
        case .index(let index): Paint(name: layer, rgb: DXFPalette.rgb(index))
        default: Paint(name: layer, rgb: DXFPalette.rgb(7))
        }
    }

    private func paint(_ style: DXFStyle, _ context: Context) -> Paint {
        var paint: Paint
        switch style.color {
        case .byLayer: paint = style.layer == "0" ? context.layer : self.paint(of: style.layer)
        case .byBlock: paint = context.block
        case .index(let index): paint = Paint(name: "ACI \(index)", rgb: DXFPalette.rgb(index))
        case .rgb(let rgb):
            let digits = String(rgb, radix: 16, uppercase: true)
            paint = Paint(name: "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits, rgb: rgb)
        }
        if style.opacity < 255 { paint.opacity = style.opacity }
        return paint
    }

    private mutating func material(_ paint: Paint) -> Int {
        if let known = materials[paint] { return known }
        var material = Material.plain
        material.name = paint.name
        let rgb = SRGB.toLinear(SIMD3(UInt8(paint.rgb >> 16 & 255), UInt8(paint.rgb >> 8 & 255), UInt8(paint.rgb & 255)))
        material.baseColor = SIMD4(rgb, Float(paint.opacity) / 255)
        // Faces of drawings have no outside.
        material.isDoubleSided = true
        if paint.opacity < 255 { material.alphaMode = .blend }
        scene.materials.append(material)
        materials[paint] = scene.materials.count - 1
        return scene.materials.count - 1
    }
}

/// AutoCAD's table of 255 colours.
enum DXFPalette {
    private static let named: [UInt32] = [
        0xFF0000, 0xFFFF00, 0x00FF00, 0x00FFFF, 0x0000FF, 0xFF00FF, 0xFFFFFF, 0x808080, 0xC0C0C0,
    ]
    private static let grays: [UInt32] = [0x33, 0x5B, 0x84, 0xAD, 0xD6, 0xFF]

    /// 0xRRGGBB of an index from 1 to 255: nine named colours, 24 hues of five brightnesses and two saturations, six greys.
    static func rgb(_ index: Int) -> UInt32 {
        if index < 10 { return named[max(index, 1) - 1] }
        if index >= 250 { return grays[min(index, 255) - 250] * 0x010101 }
        let hue = Double(index / 10 - 1) / 4
        let value = [255.0, 165, 127, 76, 38][index % 10 / 2]
        let saturation = index % 2 == 0 ? 1 : 0.5
        func part(_ n: Double) -> UInt32 {
            let k = (n + hue).truncatingRemainder(dividingBy: 6)
            return UInt32(value * (1 - saturation * max(0, min(k, 4 - k, 1))))
        }
        return part(5) << 16 | part(3) << 8 | part(1)
    }
}
