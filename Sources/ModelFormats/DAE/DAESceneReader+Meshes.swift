import Codecs
import Geometry
import Models

extension DAESceneReader {
    /// What an instance binds a symbol to.
    struct Symbol {
        let material: String
        /// For the effect's names of texture coordinates the `set` of the geometry's.
        let sets: [String: Int]
    }

    static func symbols(_ instance: XMLTreeNode) -> [String: Symbol] {
        var symbols: [String: Symbol] = [:]
        for bound in instance.at("bind_material", "technique_common")?.all("instance_material") ?? [] {
            guard let symbol = bound.attribute("symbol"), let material = bound.target("target") else { continue }
            var sets: [String: Int] = [:]
            for input in bound.all("bind_vertex_input") where input.attribute("input_semantic") == "TEXCOORD" {
                if let name = input.attribute("semantic") { sets[name] = Int(input.attribute("input_set") ?? "0") ?? 0 }
            }
            symbols[symbol] = Symbol(material: material, sets: sets)
        }
        return symbols
    }

    // MARK: Meshes

    /// Lets the node show a geometry; a second one of a node, and map coordinates, get a node below it.
    mutating func place(_ id: String, node: Int, symbols: [String: Symbol], isFirst: Bool) throws(FormatError) {
        guard let geometry = try geometry(id), !geometry.primitives.isEmpty else { return }
        let mesh = try mesh(of: geometry, key: id, symbols: symbols)
        if geometry.offset == .zero, isFirst, scene.nodes[node].mesh == nil {
            scene.nodes[node].mesh = mesh
            return
        }
        var child = Node(name: geometry.name)
        if geometry.offset != .zero {
            child.transform = .parts(translation: geometry.offset, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))
        }
        child.mesh = mesh
        scene.nodes[node].children.append(scene.nodes.count)
        scene.nodes.append(child)
    }

    /// A geometry of the document; nil and a note where there is none.
    mutating func geometry(_ id: String) throws(FormatError) -> DAEGeometry? {
        if let known = geometries[id] { return known }
        guard let element = elements[id], element.name == "geometry" else {
            scene.note("A geometry that nodes use is missing.")
            return nil
        }
        var geometry = DAEGeometry()
        if let mesh = element.child("mesh") {
            var reader = DAEMesh(mesh)
            var problems: [String] = []
            geometry = try reader.geometry(far: GlobalShift.far / unit) { problems.append($0) }
            for problem in problems.prefix(20) { scene.note(problem) }
        } else {
            scene.note("Splines and convex hulls are not read.")
        }
        geometry.name = element.attribute("name") ?? id
        geometries[id] = geometry
        return geometry
    }

    /// The number of a mesh of a geometry with the materials that an instance binds.
    /// - Parameters:
    ///   - geometry: the geometry, or what a controller made of it.
    ///   - key: an identifier of it.
    ///   - symbols: what the instance binds.
    mutating func mesh(of geometry: DAEGeometry, key: String, symbols: [String: Symbol]) throws(FormatError) -> Int {
        var mesh = Mesh(name: geometry.name)
        var key = key
        try take(16 * geometry.primitives.count)
        for part in geometry.primitives {
            var primitive = part.primitive
            // Some writers bind nothing and name the material itself.
            let bound = part.symbol.flatMap { symbols[$0] ?? Symbol(material: $0, sets: [:]) }
            if let bound {
                let coordinates = bound.sets.mapValues { min(max(part.sets.firstIndex(of: $0) ?? 0, 0), 1) }
                primitive.material = effects.material(bound.material, coordinates: coordinates, in: &scene)
            }
            key += "\0\(primitive.material ?? -1)"
            mesh.primitives.append(primitive)
        }
        if let known = meshes[key] { return known }
        for i in mesh.primitives.indices { removed += mesh.primitives[i].settle() }
        scene.meshes.append(mesh)
        meshes[key] = scene.meshes.count - 1
        return scene.meshes.count - 1
    }

    mutating func place(controller instance: XMLTreeNode, node: Int, isFirst: Bool) throws(FormatError) {
        guard let id = instance.target("url") else { return }
        if controllers[id] == nil { controllers[id] = try controller(id) }
        guard let controller = controllers[id], !controller.geometry.primitives.isEmpty else {
            scene.note("A skin or morph of a missing controller or geometry was skipped.")
            return
        }
        let mesh = try mesh(of: controller.geometry, key: "\u{1}" + id, symbols: Self.symbols(instance))
        if !controller.weights.isEmpty {
            scene.meshes[mesh].weights = controller.weights
            scene.meshes[mesh].targetNames = controller.targetNames
        }
        var target = node
        if !isFirst || scene.nodes[node].mesh != nil {
            target = scene.nodes.count
            scene.nodes[node].children.append(target)
            scene.nodes.append(Node(name: controller.geometry.name))
        }
        scene.nodes[target].mesh = mesh
        if !controller.weights.isEmpty {
            for id in controller.weightIDs { targets.weights[id, default: []].append(target) }
            targets.weightsAtRest[target] = controller.weights
        }
        if let skin = controller.skin {
            let skeletons = instance.all("skeleton").map { $0.trimmedText }.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
            skinned.append(SkinInstance(node: target, mesh: mesh, skin: skin, controller: id, skeletons: skeletons))
        }
    }

    // MARK: Cameras and lights

    mutating func camera(_ id: String) -> Int? {
        if let known = cameras[id] { return known }
        guard let element = elements[id], element.name == "camera", let camera = DAEOptics.camera(element, unit: unit, &scene)
        else {
            return nil
        }
        scene.cameras.append(camera)
        cameras[id] = scene.cameras.count - 1
        return scene.cameras.count - 1
    }

    mutating func light(_ id: String) -> Int? {
        if let known = lights[id] { return known }
        guard let element = elements[id], element.name == "light", let light = DAEOptics.light(element, &scene) else {
            lights[id] = .some(nil)
            return nil
        }
        scene.lights.append(light)
        lights[id] = scene.lights.count - 1
        return scene.lights.count - 1
    }
}
