import Codecs
import Geometry
import Support

/// Builds a model from the values behind a PLY header.
struct PLYReader<Values: PLYValues> {
    let header: PLYHeader
    var values: Values
    private let progress: ProgressReporter
    let vertexCount: Int
    var mesh = TriangleMesh()
    var notes: [String] = []
    var attributes: [PointAttribute] = []
    private var origin = SIMD3<Double>()
    private var shortFaces = 0

    init(_ header: PLYHeader, values: Values, progress: ProgressReporter) {
        self.header = header
        self.values = values
        self.progress = progress
        vertexCount = header.elements.first { $0.name == "vertex" }?.count ?? 0
    }

    mutating func read() throws(FormatError) -> Model {
        var vertices = false
        if let first = header.unknownLines.first {
            notes.append("\(Text.count(header.unknownLines.count, "unknown header line")) ignored: \(Text.quote(first)).")
        }
        for element in header.elements {
            try check(element)
            if element.name == "vertex" && !vertices {
                vertices = true
                try readVertices(element)
            } else if element.name == "face", let list = Self.indexList(element) {
                try readFaces(element, list)
            } else if element.name == "tristrips", let list = Self.indexList(element) {
                try readStrips(element, list)
            } else {
                try skip(element)
            }
        }
        if shortFaces > 0 { notes.append("\(Text.count(shortFaces, "face")) with fewer than three vertices skipped.") }
        var cloud = PointCloud()
        for attribute in attributes where !Self.isOpaque(attribute) { cloud.add(attribute) }
        return try Model.finish(mesh, attributes: cloud.attributes, origin: origin, notes: notes)
    }

    /// The number of the property that lists a face's corners.
    static func indexList(_ element: PLYHeader.Element) -> Int? {
        element.properties.firstIndex { $0.lengthType != nil && ($0.name == "vertex_indices" || $0.name == "vertex_index") }
    }

    /// Refuses an element that cannot be in the bytes that are left, before anything is allocated for it.
    private func check(_ element: PLYHeader.Element) throws(FormatError) {
        var row = 0
        for p in element.properties { row += Values.minimumSize(p.lengthType ?? p.type) }
        // The last value of a text file needs no separator.
        let (needed, overflow) = element.count.multipliedReportingOverflow(by: row)
        if overflow || needed > values.remaining + 1 {
            let promise = overflow ? "more than \(Text.bytes(Int.max))" : "at least \(Text.bytes(needed))"
            throw .unreadable(
                "declares \(element.count) \(Self.plural(element.name)), \(promise), "
                    + "but only \(Text.bytes(values.remaining)) follow; "
                    + "the file is truncated or damaged; copy it again")
        }
    }

    private static func plural(_ name: String) -> String {
        switch name {
        case "vertex": "vertices"
        case "face": "faces"
        default: "rows of \(Text.quote(name))"
        }
    }

    private func stopped(_ element: PLYHeader.Element, _ row: Int) -> FormatError {
        .unreadable("\(element.name) \(row + 1) of \(element.count) cannot be read: \(values.place)")
    }

    /// Where a vertex property goes: 0…2 position, 3…5 normal, 6…8 colour, 9…10 texture coordinate.
    private static func slot(_ name: String) -> Int? {
        switch name {
        case "x": 0
        case "y": 1
        case "z": 2
        case "nx", "normal_x": 3
        case "ny", "normal_y": 4
        case "nz", "normal_z": 5
        case "red", "r", "diffuse_red": 6
        case "green", "g", "diffuse_green": 7
        case "blue", "b", "diffuse_blue": 8
        case "s", "u", "texture_u", "s0": 9
        case "t", "v", "texture_v", "t0": 10
        default: nil
        }
    }

    private mutating func readVertices(_ element: PLYHeader.Element) throws(FormatError) {
        var slots = element.properties.map { $0.lengthType == nil ? Self.slot($0.name) ?? 15 : 15 }
        var seen = [Bool](repeating: false, count: 16)
        for (i, slot) in slots.enumerated() where slot < 15 {
            if seen[slot] { slots[i] = 15 }
            seen[slot] = true
        }
        guard seen[0], seen[1], seen[2] else {
            throw .unreadable("its vertices have no x, y and z")
        }
        let normals = seen[3] && seen[4] && seen[5]
        let colors = seen[6] && seen[7] && seen[8]
        // Points have no texture.
        let texture = seen[9] && seen[10] && hasFaces
        let others = note(element, slots: slots, normals: normals, colors: colors, texture: texture)
        if readPlainVertices(element, slots, normals: normals, colors: colors, texture: texture, others: others) { return }
        let colorType = element.properties.indices.first { slots[$0] == 6 }.map { element.properties[$0].type } ?? .uint8
        mesh.positions.reserveCapacity(element.count)
        if normals { mesh.normals.reserveCapacity(element.count) }
        if colors { mesh.colors.reserveCapacity(element.count) }
        if texture { mesh.textureCoordinates.reserveCapacity(element.count) }

        let buffers = others.map { AttributeBuffer(element.properties[$0].type.attribute, count: element.count) }
        let plan = zip(slots, element.properties).enumerated().map { i, pair in
            (
                slot: pair.0, type: pair.1.type, length: pair.1.lengthType, isPosition: pair.0 < 3,
                buffer: others.firstIndex(of: i).map { buffers[$0] }
            )
        }
        var row = SIMD16<Float>(repeating: 0)
        var position = SIMD3<Double>()
        var far = GlobalShift(header.frame ?? .ours)
        // 32-bit floats are taken as they are: map coordinates among them have lost their digits already.
        if Values.isText || plan.contains(where: { $0.isPosition && $0.type == .float64 }) {
            var peek = values
            for p in plan where element.count > 0 {
                if let length = p.length {
                    guard let n = peek.integer(length), n >= 0, peek.skip(p.type, n) else { break }
                } else if let value = peek.double(p.type), p.isPosition {
                    position[p.slot] = value
                }
            }
            far.choose(position)
        }
        let frame = far.frame
        let isFar = far.isFar
        for i in 0..<element.count {
            if i & 0xFFFF == 0 { try progress.step(0.5 * Double(i) / Double(element.count), "Reading vertices") }
            for p in plan {
                if let length = p.length {
                    guard let n = values.integer(length), n >= 0, values.skip(p.type, n) else { throw stopped(element, i) }
                } else {
                    if let buffer = p.buffer {
                        guard let value = values.double(p.type) else { throw stopped(element, i) }
                        buffer.put(value, at: i)
                    } else if isFar && p.isPosition {
                        guard let value = values.double(p.type) else { throw stopped(element, i) }
                        position[p.slot] = value
                    } else {
                        guard let value = values.number(p.type) else { throw stopped(element, i) }
                        row[p.slot] = value
                    }
                }
            }
            mesh.positions.append(isFar ? far.position(position) : frame.fromFile(Vector3(row[0], row[1], row[2])))
            if normals { mesh.normals.append(frame.fromFile(direction: Vector3(row[3], row[4], row[5]))) }
            if colors { mesh.colors.append(Vector3(row[6], row[7], row[8])) }
            if texture { mesh.textureCoordinates.append(Vector2(row[9], row[10])) }
        }
        attributes = zip(others, buffers).map { Self.attribute(element.properties[$0], $1.values()) }
        lineariseColors(colorType)
        origin = far.origin
    }

    /// Colours as read become linear: integers by their type's range, fractions as 0…1 or 0…255.
    private mutating func lineariseColors(_ type: PLYHeader.Scalar) {
        guard !mesh.colors.isEmpty else { return }
        switch type {
        case .uint16:
            let table = EncodedColor.linear16
            func linear(_ x: Float) -> Float { table[x >= 0 && x <= 65535 ? Int(x) : 0] }
            for i in mesh.colors.indices {
                let c = mesh.colors[i]
                mesh.colors[i] = Vector3(linear(c.x), linear(c.y), linear(c.z))
            }
        case .float32, .float64:
            if EncodedColor.linearise(&mesh.colors) { notes.append("Fractional colours above 1 were read as 0…255.") }
        default:
            let table = SRGB.linear
            func linear(_ x: Float) -> Float { table[x >= 0 && x <= 255 ? Int(x) : 0] }
            for i in mesh.colors.indices {
                let c = mesh.colors[i]
                mesh.colors[i] = Vector3(linear(c.x), linear(c.y), linear(c.z))
            }
        }
    }

    private mutating func readFaces(_ element: PLYHeader.Element, _ list: Int) throws(FormatError) {
        let properties = element.properties
        if readPlainTriangles(element) { return }
        if properties.contains(where: { $0.name == "texcoord" }) {
            notes.append("Texture coordinates of face corners, and the texture, are not read.")
        }
        if properties.contains(where: { $0.name == "red" }) && mesh.colors.isEmpty {
            notes.append("Colours of faces are not read.")
        }
        let least = Values.minimumSize(properties[list].lengthType ?? .uint8) + 3 * Values.minimumSize(properties[list].type)
        mesh.indices.reserveCapacity(mesh.indices.count + 3 * min(element.count, values.remaining / least + 1))
        for i in 0..<element.count {
            if i & 0xFFFF == 0 { try progress.step(0.5 + 0.5 * Double(i) / Double(element.count), "Reading faces") }
            for p in properties.indices {
                let type = properties[p].type
                guard let lengthType = properties[p].lengthType else {
                    guard values.skip(type, 1) else { throw stopped(element, i) }
                    continue
                }
                guard let n = values.integer(lengthType), n >= 0 else { throw stopped(element, i) }
                guard p == list else {
                    guard values.skip(type, n) else { throw stopped(element, i) }
                    continue
                }
                if n < 3 { shortFaces += 1 }
                var first: UInt32 = 0
                var previous: UInt32 = 0
                for corner in 0..<n {
                    guard let v = values.integer(type) else { throw stopped(element, i) }
                    let index = try index(v, element: element, row: i)
                    if corner >= 2 {
                        mesh.indices.append(first)
                        mesh.indices.append(previous)
                        mesh.indices.append(index)
                    }
                    if corner == 0 { first = index }
                    previous = index
                }
            }
        }
    }

    @inline(__always) private func index(_ v: Int, element: PLYHeader.Element, row: Int) throws(FormatError) -> UInt32 {
        guard v >= 0, v < vertexCount, v < Int(UInt32.max) else { throw outOfRange(v, element: element, row: row) }
        return UInt32(v)
    }

    @inline(never) private func outOfRange(_ v: Int, element: PLYHeader.Element, row: Int) -> FormatError {
        .unreadable("\(element.name) \(row + 1) refers to vertex \(v), but there are only \(vertexCount), numbered from 0")
    }

    /// Stanford's triangle strips: −1 begins a new strip; every other triangle is turned.
    private mutating func readStrips(_ element: PLYHeader.Element, _ list: Int) throws(FormatError) {
        for i in 0..<element.count {
            for p in element.properties.indices {
                let property = element.properties[p]
                let n: Int
                if let lengthType = property.lengthType {
                    guard let length = values.integer(lengthType), length >= 0 else { throw stopped(element, i) }
                    n = length
                } else {
                    n = 1
                }
                guard p == list else {
                    guard values.skip(property.type, n) else { throw stopped(element, i) }
                    continue
                }
                var length = 0
                var a: UInt32 = 0
                var b: UInt32 = 0
                for k in 0..<n {
                    if k & 0xFFFF == 0 { try progress.step(0.5 + 0.5 * Double(k) / Double(n), "Reading faces") }
                    guard let v = values.integer(property.type) else { throw stopped(element, i) }
                    if v == -1 {
                        length = 0
                        continue
                    }
                    let c = try index(v, element: element, row: i)
                    if length >= 2 { mesh.indices += length % 2 == 0 ? [a, b, c] : [b, a, c] }
                    a = b
                    b = c
                    length += 1
                }
            }
        }
    }

    private mutating func skip(_ element: PLYHeader.Element) throws(FormatError) {
        guard element.count > 0, !element.properties.isEmpty else { return }
        notes.append("The element \(Text.quote(element.name)) was skipped.")
        for i in 0..<element.count {
            if i & 0xFFFF == 0 { try progress.step(0.9, "Skipping \(Text.quote(element.name))") }
            for p in element.properties {
                var n = 1
                if let lengthType = p.lengthType {
                    guard let length = values.integer(lengthType), length >= 0 else { throw stopped(element, i) }
                    n = length
                }
                guard values.skip(p.type, n) else { throw stopped(element, i) }
            }
        }
    }
}
