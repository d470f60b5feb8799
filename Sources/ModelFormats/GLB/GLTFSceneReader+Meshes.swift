import Codecs
import Geometry
import Models

/// Meshes and their primitives (specification section 3.7).
extension GLTFSceneReader {
    mutating func readMeshes() throws(FormatError) {
        let meshes = document.meshes ?? []
        for (i, mesh) in meshes.enumerated() {
            try progress.step(Double(i) / Double(meshes.count), "Reading meshes")
            var result = Mesh(name: mesh.name)
            for primitive in mesh.primitives {
                if let read = try primitiveRead(primitive) { result.primitives.append(read) }
            }
            let targets = result.targetCount
            result.weights = weights(mesh.weights, targets: targets)
            result.extras = mesh.extras
            if case .object(var fields) = mesh.extras, case .array(let names) = fields["targetNames"], targets > 0 {
                let texts = names.compactMap { if case .string(let text) = $0 { text } else { nil } }
                if texts.count == targets, names.count == targets {
                    result.targetNames = texts
                    fields["targetNames"] = nil
                    result.extras = fields.isEmpty ? nil : .object(fields)
                }
            }
            scene.meshes.append(result)
        }
    }

    /// Weights of morph targets, which must be as many.
    mutating func weights(_ list: [Float]?, targets: Int) -> [Float] {
        guard let list, !list.isEmpty else { return [] }
        guard list.count == targets else {
            scene.note("Weights that do not match the morph targets were omitted.")
            return []
        }
        return list
    }

    /// One primitive; nil, with a note, where it has nothing to show.
    private mutating func primitiveRead(_ primitive: GLTFDocument.Primitive) throws(FormatError) -> Primitive? {
        guard primitive.extensions?.draco == nil else {
            throw .unreadable("is compressed by ‘KHR_draco_mesh_compression’, which is not read; export it without")
        }
        let mode = primitive.mode ?? GLTFTopology.triangles
        guard (0...6).contains(mode) else { throw .unreadable("a primitive has the unknown mode \(mode)") }
        guard let positionNumber = primitive.attributes["POSITION"] else {
            scene.note("Primitives without positions were omitted.")
            return nil
        }
        let positions = try accessor(positionNumber)
        guard positions.width == 3 else {
            throw .unreadable("accessor \(positionNumber) contains positions without three components")
        }
        var order: [UInt32]?
        var range = 0..<positions.count
        if let indices = primitive.indices {
            let numbers = try accessor(indices)
            try take(numbers.count)
            let list = try numbers.integers()
            if let largest = list.max(), largest >= positions.count {
                throw .unreadable("an index refers to vertex \(largest), but there are only \(positions.count)")
            }
            order = list
            // Several primitives may share one large array of vertices: each takes its stretch of it.
            if users[positionNumber] ?? 0 > 1, let low = list.min(), let high = list.max() {
                range = Int(low)..<Int(high) + 1
                if low > 0 { order = list.map { $0 - low } }
            }
        }
        var result = Primitive(mode == GLTFTopology.points ? .points : mode < GLTFTopology.triangles ? .lines : .triangles)
        result.material = primitive.material
        result.indices = try elements(order, mode: mode, count: range.count)
        // Without indices the vertices are in order, unless there are none of a list that was empty.
        let count = result.indices.isEmpty && order == nil ? range.count : result.indices.count
        guard count >= GLTFTopology.corners(result.topology) else {
            scene.note("Primitives without elements were omitted.")
            return nil
        }
        try readAttributes(of: primitive, count: positions.count, range: range, into: &result)
        try readTargets(of: primitive, count: positions.count, range: range, into: &result)
        return dropInvalid(result)
    }

    /// Indices of a list; none where the vertices are in order.
    private mutating func elements(_ order: [UInt32]?, mode: Int, count: Int) throws(FormatError) -> [UInt32] {
        if mode == GLTFTopology.points { return order ?? [] }
        let corners = mode < GLTFTopology.triangles ? 2 : 3
        let isList = mode == GLTFTopology.lines || mode == GLTFTopology.triangles
        if order == nil, isList, count % corners == 0 { return [] }
        let list: [UInt32]
        if let order {
            list = order
        } else {
            try take(count)
            list = Array(0..<UInt32(count))
        }
        if !isList { try take(corners * list.count) }
        return corners == 2 ? GLTFTopology.segments(list, mode: mode) : GLTFTopology.triangles(list, mode: mode)
    }

    /// An attribute of at least `count` elements, or nil where there is none of that name.
    private mutating func attribute(
        _ name: String, of attributes: [String: Int], widths: ClosedRange<Int>, count: Int
    ) throws(FormatError) -> GLTFAccessor? {
        guard let number = attributes[name] else { return nil }
        let found = try accessor(number)
        guard found.count >= count, widths.contains(found.width) else {
            throw .unreadable("the attribute \(Text.clean(name)) (accessor \(number)) does not match the \(count) positions")
        }
        return found
    }

    private mutating func readAttributes(
        of primitive: GLTFDocument.Primitive, count: Int, range: Range<Int>, into result: inout Primitive
    ) throws(FormatError) {
        let names = primitive.attributes
        try take(3 * range.count)
        if let positions = try attribute("POSITION", of: names, widths: 3...3, count: count) {
            result.positions = positions.vectors(range)
        }
        if let normals = try attribute("NORMAL", of: names, widths: 3...3, count: count) {
            try take(3 * range.count)
            result.normals = normals.vectors(range)
            for i in result.normals.indices { result.normals[i] = GLTFUnit.direction(result.normals[i]) }
        }
        if let tangents = try attribute("TANGENT", of: names, widths: 4...4, count: count) {
            try take(4 * range.count)
            result.tangents = tangents.quads(range)
            for i in result.tangents.indices { result.tangents[i] = GLTFUnit.tangent(result.tangents[i]) }
        }
        for set in 0..<2 {
            guard let coordinates = try attribute("TEXCOORD_\(set)", of: names, widths: 2...2, count: count) else { continue }
            try take(2 * range.count)
            while result.textureCoordinates.count < set { result.textureCoordinates.append([]) }
            result.textureCoordinates.append(coordinates.pairs(range))
        }
        if let colors = try attribute("COLOR_0", of: names, widths: 3...4, count: count) {
            try take(4 * range.count)
            result.colors = colors.quads(range, fourth: 1)
        }
        if names["TEXCOORD_2"] != nil { scene.note("Texture coordinates beyond the second set were omitted.") }
        if names["COLOR_1"] != nil { scene.note("Vertex colours beyond the first set were omitted.") }
        try readJoints(of: names, count: count, range: range, into: &result)
        try readCustom(of: names, count: count, range: range, into: &result)
    }

    private mutating func readJoints(
        of names: [String: Int], count: Int, range: Range<Int>, into result: inout Primitive
    ) throws(FormatError) {
        var sets: [(joints: GLTFAccessor, weights: GLTFAccessor)] = []
        while let joints = try attribute("JOINTS_\(sets.count)", of: names, widths: 4...4, count: count),
            let weights = try attribute("WEIGHTS_\(sets.count)", of: names, widths: 4...4, count: count)
        {
            guard joints.isJoints else {
                throw .unreadable("the joints of a primitive are not unsigned integers of 8 or 16 bits")
            }
            try take(8 * range.count)
            sets.append((joints, weights))
        }
        if sets.isEmpty { return }
        let read = GLTFJointSets(sets, range)
        result.joints = read.joints
        result.weights = read.weights
        if read.isReduced {
            scene.note("Of vertices with more than four joints the four with the largest weights were kept.")
        }
    }

    /// Attributes of programs, which begin with an underscore.
    private mutating func readCustom(
        of names: [String: Int], count: Int, range: Range<Int>, into result: inout Primitive
    ) throws(FormatError) {
        for name in names.keys.sorted() where name.hasPrefix("_") {
            guard let values = try attribute(name, of: names, widths: 1...4, count: count) else { continue }
            try take(values.width * range.count)
            let plain = GLTFAttributeName.plain(name)
            let number = names[name].flatMap { document.accessors?[$0] }
            var details: String?
            if case .object(let fields) = number?.extras, case .string(let text) = fields["details"] { details = text }
            for column in 0..<values.width {
                let full = values.width == 1 ? plain : "\(plain)_\(column)"
                result.attributes.append(PointAttribute(full, values.column(column, range), details: details))
            }
        }
    }

    private mutating func readTargets(
        of primitive: GLTFDocument.Primitive, count: Int, range: Range<Int>, into result: inout Primitive
    ) throws(FormatError) {
        for target in primitive.targets ?? [] {
            var differences = MorphTarget()
            try take(8)
            for (name, path) in [
                ("POSITION", \MorphTarget.positions), ("NORMAL", \MorphTarget.normals), ("TANGENT", \MorphTarget.tangents),
            ] {
                guard let values = try attribute(name, of: target, widths: 3...3, count: count) else { continue }
                // Of attributes that the primitive does not have differences mean nothing.
                if name == "NORMAL" && result.normals.isEmpty || name == "TANGENT" && result.tangents.isEmpty { continue }
                try take(3 * range.count)
                differences[keyPath: path] = values.vectors(range).map { $0.isFinite ? $0 : .zero }
            }
            if target.keys.contains(where: { $0.hasPrefix("TEXCOORD") || $0.hasPrefix("COLOR") }) {
                scene.note("Morph targets of texture coordinates and colours were omitted.")
            }
            result.targets.append(differences)
        }
    }

    /// Without the elements of vertices that are not finite; nil where none are left.
    private mutating func dropInvalid(_ primitive: Primitive) -> Primitive? {
        if primitive.positions.allSatisfyOnAllCores({ $0.isFinite }) { return primitive }
        scene.note("Vertices whose positions are not finite were omitted with their elements.")
        var result = primitive
        let corners = GLTFTopology.corners(primitive.topology)
        let order = primitive.indices.isEmpty ? Array(0..<UInt32(primitive.positions.count)) : primitive.indices
        result.indices = []
        for start in stride(from: 0, to: order.count - corners + 1, by: corners) {
            let element = order[start..<start + corners]
            if element.allSatisfy({ primitive.positions[Int($0)].isFinite }) { result.indices += element }
        }
        guard let first = result.indices.first else { return nil }
        // The vertices stay, unused, so that the others keep their numbers.
        for i in result.positions.indices where !result.positions[i].isFinite {
            result.positions[i] = primitive.positions[Int(first)]
        }
        return result
    }
}

/// Unit vectors as glTF demands them.
enum GLTFUnit {
    /// A direction of length 1; what is a unit vector up to rounding stays as it is, so that reading what was written changes
    /// nothing. Zero where it is not finite.
    static func direction(_ v: Vector3) -> Vector3 {
        let square = v.lengthSquared
        if square > 0.999, square < 1.001 { return v }
        return square > 0 && square.isFinite ? v.normalized : .zero
    }

    /// A unit vector with the sign of the bitangent.
    static func tangent(_ v: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(direction(Vector3(v.x, v.y, v.z)), v.w < 0 ? -1 : 1)
    }

    /// A rotation of length 1, as `direction`; no rotation where it is zero or not finite.
    static func rotation(_ q: SIMD4<Float>) -> SIMD4<Float> {
        let square = (q * q).sum()
        if abs(square - 1) < 1e-5 { return q }
        return square > 0 && square.isFinite ? q / square.squareRoot() : SIMD4(0, 0, 0, 1)
    }
}

/// Names of attributes that are not glTF's own: with an underscore in front, and in capitals where `PointAttribute.Name` has them.
enum GLTFAttributeName {
    private static let known = Set(PointAttribute.Name.channels).union([
        PointAttribute.Name.intensity, PointAttribute.Name.classification, PointAttribute.Name.classificationFlags,
        PointAttribute.Name.returnNumber, PointAttribute.Name.returnCount, PointAttribute.Name.gpsTime,
        PointAttribute.Name.scanAngle, PointAttribute.Name.pointSource, PointAttribute.Name.userData,
        PointAttribute.Name.scannerChannel, PointAttribute.Name.scanDirection, PointAttribute.Name.edgeOfFlightLine,
        PointAttribute.Name.nearInfrared, PointAttribute.Name.confidence,
    ])

    /// The name without the underscore.
    static func plain(_ name: String) -> String {
        let rest = String(name.dropFirst())
        let lower = rest.lowercased()
        return known.contains(lower) && rest == lower.uppercased() ? lower : rest
    }

    /// The name in the file.
    static func file(_ name: String) -> String { "_" + (known.contains(name) ? name.uppercased() : name) }
}
