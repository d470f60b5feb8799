import Codecs
import Geometry
import Models

/// Meshes and their primitives.
extension GLTFSceneWriter {
    /// Meshes without anything to show are not written: glTF has no empty ones.
    mutating func append(_ mesh: Mesh) {
        let primitives = mesh.primitives.filter { !$0.positions.isEmpty && $0.elementCount >= GLTFTopology.corners($0.topology) }
        guard !primitives.isEmpty else {
            meshNumbers.append(nil)
            return
        }
        var result = GLTFDocument.Mesh(name: mesh.name, primitives: primitives.map { written($0) })
        if mesh.targetCount > 0, !mesh.weights.isEmpty { result.weights = mesh.weights }
        result.extras = mesh.extras
        if !mesh.targetNames.isEmpty {
            var fields: [String: JSONValue] = [:]
            switch mesh.extras {
            case .object(let others): fields = others
            case nil: break
            default: lose(.names, "Extras of meshes that are not objects were replaced by the names of the morph targets.")
            }
            fields["targetNames"] = .array(mesh.targetNames.map { .string($0) })
            result.extras = .object(fields)
        }
        meshNumbers.append(meshes.count)
        meshes.append(result)
    }

    private mutating func written(_ primitive: Primitive) -> GLTFDocument.Primitive {
        var result = GLTFDocument.Primitive(attributes: ["POSITION": content.add(positions: primitive.positions)])
        result.material = primitive.material
        switch primitive.topology {
        case .triangles: break
        case .lines: result.mode = GLTFTopology.lines
        case .points: result.mode = GLTFTopology.points
        }
        let count = primitive.positions.count
        if !primitive.normals.isEmpty {
            let normals = primitive.normals
            result.attributes["NORMAL"] = content.add("NORMAL", .triples, count: count) { i, row in
                GLTFContent.store(Self.unit(normals[i]), row)
            }
        }
        if !primitive.tangents.isEmpty {
            if primitive.normals.isEmpty {
                lose(.normals, "Tangents without normals were omitted.")
            } else {
                let tangents = primitive.tangents
                result.attributes["TANGENT"] = content.add("TANGENT", .quads, count: count) { i, row in
                    let unit = GLTFUnit.tangent(tangents[i])
                    GLTFContent.store(unit.x == 0 && unit.y == 0 && unit.z == 0 ? SIMD4(1, 0, 0, unit.w) : unit, row)
                }
            }
        }
        writeTextureCoordinates(of: primitive, into: &result)
        writeColors(of: primitive, into: &result)
        writeJoints(of: primitive, into: &result)
        for attribute in primitive.attributes { write(attribute, into: &result) }
        if !primitive.indices.isEmpty { result.indices = content.add(indices: primitive.indices, vertexCount: count) }
        if !primitive.targets.isEmpty { result.targets = primitive.targets.map { written($0, of: primitive) } }
        return result
    }

    /// A unit vector, whatever the normal is.
    private static func unit(_ v: Vector3) -> Vector3 {
        let unit = GLTFUnit.direction(v)
        return unit == .zero ? Vector3(0, 1, 0) : unit
    }

    private mutating func writeTextureCoordinates(of primitive: Primitive, into result: inout GLTFDocument.Primitive) {
        let sets = primitive.textureCoordinates
        guard let last = sets.lastIndex(where: { !$0.isEmpty }) else { return }
        for set in 0...last {
            // A set before one that is used has to be there.
            let coordinates = sets[set].isEmpty ? Array(repeating: .zero, count: primitive.positions.count) : sets[set]
            let name = "TEXCOORD_\(set)"
            result.attributes[name] = content.add(name, .pairs, count: coordinates.count) { i, row in
                GLTFContent.store(SIMD4(lowHalf: coordinates[i], highHalf: .zero), row, width: 2)
            }
        }
    }

    /// Floats, because that is what every reader understands: eight linear bits can't hold dark colours.
    private mutating func writeColors(of primitive: Primitive, into result: inout GLTFDocument.Primitive) {
        let colors = primitive.colors
        if colors.isEmpty { return }
        let isOpaque = colors.allSatisfyOnAllCores { $0.w == 1 }
        let layout: GLTFContent.Layout = isOpaque ? .triples : .quads
        result.attributes["COLOR_0"] = content.add("COLOR_0", layout, count: colors.count) { i, row in
            let color = colors[i].clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
            GLTFContent.store(color, row, width: layout.width)
        }
    }

    private mutating func writeJoints(of primitive: Primitive, into result: inout GLTFDocument.Primitive) {
        let joints = primitive.joints
        let weights = primitive.weights
        if joints.isEmpty { return }
        let isShort = joints.allSatisfyOnAllCores { $0.max() <= 255 }
        let component: GLTFAccessor.Component = isShort ? .uint8 : .uint16
        let layout = GLTFContent.Layout(component: component, type: "VEC4", width: 4)
        result.attributes["JOINTS_0"] = content.add("JOINTS_0", layout, count: joints.count) { i, row in
            for k in 0..<4 {
                // Of joints without a weight the number means nothing.
                let joint = weights[i][k] > 0 ? joints[i][k] : 0
                if isShort {
                    row.storeBytes(of: UInt8(truncatingIfNeeded: joint), toByteOffset: k, as: UInt8.self)
                } else {
                    row.storeBytes(of: joint.littleEndian, toByteOffset: 2 * k, as: UInt16.self)
                }
            }
        }
        result.attributes["WEIGHTS_0"] = content.add("WEIGHTS_0", .quads, count: weights.count) { i, row in
            GLTFContent.store(GLTFJointSets.normalized(weights[i]), row)
        }
    }

    /// A value for each vertex. glTF has no attributes of 32-bit integers and doubles: they become floats.
    private mutating func write(_ attribute: PointAttribute, into result: inout GLTFDocument.Primitive) {
        let name = GLTFAttributeName.file(attribute.name)
        guard result.attributes[name] == nil else {
            return lose(.names, "Of several attributes with the same name the first was kept.")
        }
        let values = attribute.values
        func put<T: FixedWidthInteger>(_ list: [T], _ component: GLTFAccessor.Component) -> Int {
            let layout = GLTFContent.Layout(component: component, type: "SCALAR", width: 1)
            return content.add(name, layout, count: list.count) { i, row in
                // The padding, too.
                row.storeBytes(of: 0, as: UInt32.self)
                row.storeBytes(of: list[i].littleEndian, as: T.self)
            }
        }
        let number: Int
        switch values {
        case .uint8(let list): number = put(list, .uint8)
        case .uint16(let list): number = put(list, .uint16)
        case .int8(let list): number = put(list, .int8)
        case .int16(let list): number = put(list, .int16)
        case .uint32, .int32, .float, .double:
            let floats = (0..<values.count).map { Float(values[$0]) }
            if case .float = values {
            } else if floats.indices.contains(where: { Double(floats[$0]) != values[$0] }) {
                lose(.precision, "Attributes of 32-bit integers and doubles were rounded to floats.")
            }
            number = content.add(name, GLTFContent.Layout(component: .float, type: "SCALAR", width: 1), count: floats.count) {
                $1.storeBytes(of: GLTFContent.finite(floats[$0]).bitPattern.littleEndian, as: UInt32.self)
            }
        }
        if let details = attribute.details { content.set(extras: .object(["details": .string(details)]), of: number) }
        result.attributes[name] = number
    }

    private mutating func written(_ target: MorphTarget, of primitive: Primitive) -> [String: Int] {
        var result: [String: Int] = [:]
        if !target.normals.isEmpty, !primitive.normals.isEmpty {
            result["NORMAL"] = content.add(differences: target.normals, areBounded: false)
        }
        if !target.tangents.isEmpty, !primitive.tangents.isEmpty, !primitive.normals.isEmpty {
            result["TANGENT"] = content.add(differences: target.tangents, areBounded: false)
        }
        if !target.positions.isEmpty || result.isEmpty {
            // A target has at least one attribute.
            let positions = target.positions.isEmpty ? Array(repeating: .zero, count: primitive.positions.count) : target.positions
            result["POSITION"] = content.add(differences: positions, areBounded: true)
        }
        return result
    }
}
