import Geometry
import Models

/// A model of named parts while it is built: for each part its shapes by material. Each part becomes a node, each material of a
/// part one primitive, which is one draw call.
struct PartModel<Finish: Hashable & CaseIterable & Sendable>: Sendable {
    /// A part.
    struct Part: Sendable {
        let name: String
        /// The number of the part that it belongs to.
        let parent: Int?
        var shapes: [Finish: Shape] = [:]
    }

    private(set) var parts: [Part] = []
    private var numbers: [String: Int] = [:]

    /// Adds a part; the parts are kept in this order.
    mutating func part(_ name: String, of parent: String? = nil) {
        numbers[name] = parts.count
        parts.append(Part(name: name, parent: parent.flatMap { numbers[$0] }))
    }

    /// Adds a shape of one material to a part that was added before.
    mutating func add(_ shape: Shape, _ finish: Finish, to name: String) {
        guard let number = numbers[name] else { preconditionFailure("there is no part \(name)") }
        parts[number].shapes[finish, default: Shape()].append(shape)
    }

    /// All parts of another model, moved, below a part of this one.
    mutating func add(_ other: PartModel, movedBy transform: RigidTransform = .identity, below parent: String? = nil) {
        for part in other.parts {
            self.part(part.name, of: part.parent.map { other.parts[$0].name } ?? parent)
            for finish in Finish.allCases {
                if let shape = part.shapes[finish] { add(shape.moved(transform), finish, to: part.name) }
            }
        }
    }

    /// Gives shapes of one finish another, which saves a draw call.
    mutating func replace(_ finish: Finish, by other: Finish, in names: [String]) {
        for name in names {
            guard let number = numbers[name], let shape = parts[number].shapes.removeValue(forKey: finish) else { continue }
            add(shape, other, to: name)
        }
    }

    /// Joins the parts of each model, without those of some names, to a single part.
    static func joined(_ models: [(name: String, parts: PartModel)], without left: Set<String> = []) -> PartModel {
        var result = PartModel()
        for (name, model) in models {
            result.part(name)
            for part in model.parts where !left.contains(part.name) {
                for finish in Finish.allCases { if let shape = part.shapes[finish] { result.add(shape, finish, to: name) } }
            }
        }
        return result
    }

    /// The number of triangles.
    var triangleCount: Int { parts.reduce(0) { $0 + $1.shapes.values.reduce(0) { $0 + $1.triangleCount } } }

    /// The scene: a root with the name of the model, a node for each part below that of its parent, with its own frame unmoved.
    /// - Parameter material: the number of the scene's material of a finish.
    func scene(_ name: String, material: (Finish) -> Int) -> Scene {
        var scene = Scene()
        scene.name = name
        scene.nodes = [Node(name: name)]
        scene.roots = [0]
        for part in parts {
            let number = scene.nodes.count
            var node = Node(name: part.name)
            var mesh = Mesh(name: part.name)
            for finish in Finish.allCases {
                guard let shape = part.shapes[finish], !shape.indices.isEmpty else { continue }
                mesh.primitives.append(shape.primitive(material: material(finish)))
            }
            if !mesh.primitives.isEmpty {
                node.mesh = scene.meshes.count
                scene.meshes.append(mesh)
            }
            scene.nodes.append(node)
            scene.nodes[part.parent.map { $0 + 1 } ?? 0].children.append(number)
        }
        return scene
    }
}

extension Shape {
    /// The shape as a primitive; equal vertices are shared, and those that no triangle uses left out.
    func primitive(material: Int) -> Primitive {
        struct Key: Hashable {
            let a: SIMD3<Float>
            let b: SIMD3<Float>
            let c: SIMD2<Float>
        }
        var result = Primitive()
        var numbers: [Key: UInt32] = [:]
        numbers.reserveCapacity(positions.count)
        var uv: [Vector2] = []
        result.indices.reserveCapacity(indices.count)
        for index in indices {
            let i = Int(index)
            let key = Key(a: positions[i], b: normals[i], c: coordinates[i])
            if let number = numbers[key] {
                result.indices.append(number)
                continue
            }
            let number = UInt32(result.positions.count)
            numbers[key] = number
            result.positions.append(positions[i])
            result.normals.append(normals[i])
            uv.append(coordinates[i])
            result.indices.append(number)
        }
        result.textureCoordinates = [uv]
        result.material = material
        return result
    }
}
