import Codecs
import Geometry
import Models

extension ThreeMFSceneReader {
    /// The properties of a triangle as the scene has them.
    private struct Look: Hashable {
        /// The group of colours or texture coordinates; for base materials the group and the material.
        let group: Int
        let index: Int
        static let none = Look(group: 0, index: 0)
    }

    /// The triangles of an object, a primitive for each material.
    mutating func primitives(_ object: ThreeMFPart.Object, part key: String) throws(FormatError) -> [Primitive] {
        let part = parts[key] ?? ThreeMFPart()
        var plain = Primitive()
        if object.properties.isEmpty, object.group == nil {
            plain.positions = object.positions
            plain.indices = object.triangles
            return [plain]
        }
        var resolver = Resolver(part)
        // The triangles of each material, in the order of the first use.
        var looks: [Look] = []
        var numbers: [Look: Int] = [:]
        var corners: [[SIMD4<UInt32>]] = []
        var mesh = CornerMesh()
        mesh.positions = object.positions
        let standard = object.group.map { UInt32(clamping: $0) } ?? 0
        let index = UInt32(clamping: object.index)
        let own = SIMD4(standard, index, index, index)
        for t in 0..<object.triangles.count / 3 {
            let given = object.properties.isEmpty ? .zero : object.properties[t]
            let property = given.x == 0 ? own : given
            let resolved = resolver.resolve(property, &mesh)
            let look = Look(group: resolved.group, index: resolved.index)
            let number: Int
            if let known = numbers[look] {
                number = known
            } else {
                number = looks.count
                numbers[look] = number
                looks.append(look)
                corners.append([])
            }
            for k in 0..<3 {
                corners[number].append(SIMD4(object.triangles[3 * t + k], CornerMesh.none, resolved.uv[k], resolved.color[k]))
            }
        }
        for note in resolver.notes { scene.note(note) }
        var scratch = VertexSplit.Scratch(positions: mesh.positions.count)
        var primitives: [Primitive] = []
        for (look, corners) in zip(looks, corners) {
            var primitive = mesh.primitive(.triangles, corners, scratch: &scratch)
            let isTransparent = primitive.colors.contains { $0.w < 1 }
            primitive.material = try material(look.group, look.index, isTransparent: isTransparent, part: part, key: key)
            primitives.append(primitive)
        }
        return primitives
    }

    /// The material of a look; nil for triangles without properties.
    private mutating func material(
        _ group: Int, _ index: Int, isTransparent: Bool, part: ThreeMFPart, key: String
    ) throws(FormatError) -> Int? {
        guard group != 0 else { return nil }
        let materialKey = MaterialKey(part: key, group: group, index: isTransparent ? -1 - index : index)
        if let known = materials[materialKey] { return known }
        var material = Material.plain
        switch part.groups[group] {
        case .base(let list, let display):
            let base = list[index]
            material.name = base.name.isEmpty ? nil : base.name
            material.baseColor = base.color
            switch display.flatMap({ part.groups[$0] }) {
            case .metallic(let values) where values.indices.contains(index):
                material.metallic = values[index].x
                material.roughness = values[index].y
            case .specular(let values) where values.indices.contains(index): material.roughness = values[index]
            default: break
            }
        case .texture(let id, _):
            if let texture = part.textures[id] {
                material.name = SiblingImages.lastPart(texture.path)
                material.baseColorTexture = try self.texture(texture).map { TextureReference($0) }
            } else {
                scene.note("A group of texture coordinates refers to a texture that its model does not have.")
            }
        default: break
        }
        if isTransparent || material.baseColor.w < 1 { material.alphaMode = .blend }
        scene.materials.append(material)
        materials[materialKey] = scene.materials.count - 1
        return scene.materials.count - 1
    }

    /// Finds what the properties of triangles mean.
    private struct Resolver {
        private let part: ThreeMFPart
        /// Where the values of a group begin in the mesh's lists.
        private var offsets: [Int: Int] = [:]
        private(set) var notes: [String] = []

        init(_ part: ThreeMFPart) { self.part = part }

        /// The group and index of the material, and the numbers of colours and texture coordinates of the corners.
        struct Result {
            var group = 0
            var index = 0
            var color = SIMD3(repeating: CornerMesh.none)
            var uv = SIMD3(repeating: CornerMesh.none)
        }

        mutating func resolve(_ property: SIMD4<UInt32>, _ mesh: inout CornerMesh) -> Result {
            guard property.x != 0 else { return Result() }
            var group = Int(property.x)
            var indices = SIMD3(Int(property.y), Int(property.z), Int(property.w))
            if case .multi(let groups, let list) = part.groups[group] {
                note("Of multiproperties the first layer was read.")
                guard let first = groups.first, (0..<3).allSatisfy({ list.indices.contains(indices[$0]) }) else { return missing() }
                group = first
                for k in 0..<3 { indices[k] = list[indices[k]].first ?? 0 }
            }
            var result = Result(group: group)
            switch part.groups[group] {
            case .base(let list, _):
                guard list.indices.contains(indices.x) else { return missing() }
                result.index = indices.x
            case .colors(let list):
                guard (0..<3).allSatisfy({ list.indices.contains(indices[$0]) }) else { return missing() }
                let start = offset(group, mesh.colors.count) { mesh.colors += list }
                for k in 0..<3 { result.color[k] = UInt32(start + indices[k]) }
            case .texture(_, let list):
                guard (0..<3).allSatisfy({ list.indices.contains(indices[$0]) }) else { return missing() }
                let start = offset(group, mesh.textureCoordinates.count) { mesh.textureCoordinates += list }
                for k in 0..<3 { result.uv[k] = UInt32(start + indices[k]) }
            case .composite(let base, let materials, let shares):
                guard (0..<3).allSatisfy({ shares.indices.contains(indices[$0]) }), case .base(let list, _) = part.groups[base]
                else {
                    return missing()
                }
                note("Composite materials were read as their mixed colours.")
                let start = offset(group, mesh.colors.count) {
                    mesh.colors += shares.map { Self.mixed(list, materials, shares: $0) }
                }
                for k in 0..<3 { result.color[k] = UInt32(start + indices[k]) }
            default: return missing()
            }
            return result
        }

        private mutating func offset(_ group: Int, _ count: Int, append: () -> Void) -> Int {
            if let known = offsets[group] { return known }
            append()
            offsets[group] = count
            return count
        }

        private mutating func missing() -> Result {
            note("Triangles refer to properties that the model does not have; they have no colour.")
            return Result()
        }

        private mutating func note(_ sentence: String) { if !notes.contains(sentence) { notes.append(sentence) } }

        /// The mean of materials' colours by their shares.
        private static func mixed(_ list: [ThreeMFPart.BaseMaterial], _ materials: [Int], shares: [Double]) -> SIMD4<Float> {
            var sum = SIMD4<Float>.zero
            var total: Float = 0
            for (material, share) in zip(materials, shares) where list.indices.contains(material) && share.isFinite && share > 0 {
                sum += list[material].color * Float(share)
                total += Float(share)
            }
            return total > 0 && total.isFinite ? sum / total : SIMD4(repeating: 1)
        }
    }
}
