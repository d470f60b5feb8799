import Foundation
import Geometry
import ModelFormats
import Models

/// What scenes are compared by after a conversion: counts, bounds, colours of materials, hashes of images, and where the surface is
/// in the rest pose and at five times of the first animation, by which weights of skins and morph targets count, too.
struct SceneSignature {
    let triangles: Int
    let points: Int
    let segments: Int
    /// Nodes with meshes, instances counted.
    let placements: Int
    /// Names of nodes with meshes.
    let names: [String]
    /// How many triangles have each base colour, in eight bits a channel.
    let colors: [SIMD4<UInt8>: Int]
    let baseImages: Set<[UInt8]>
    let otherImages: Set<[UInt8]>
    let hasNormals: Bool
    let hasVertexColors: Bool
    let hasTextureCoordinates: Bool
    let hasSecondCoordinates: Bool
    let morphTargets: Int
    let skinned: Int
    let animations: Int
    let cameras: Int
    let lights: Int
    let attributes: Set<String>
    let hasCRS: Bool
    /// In the coordinates of the file.
    let low: SIMD3<Double>
    let high: SIMD3<Double>
    /// Mean of all corners, in the coordinates of the file; in the rest pose.
    let center: SIMD3<Double>
    /// The same at five times of the first animation.
    let centers: [SIMD3<Double>]

    init(_ scene: Scene) throws {
        let pose = ScenePose(scene)
        let shown = scene.nodes.indices.filter { pose.isVisible[$0] && scene.nodes[$0].mesh != nil }
        func primitives(_ node: Int) -> [Primitive] { scene.nodes[node].mesh.map { scene.meshes[$0].primitives } ?? [] }
        func copies(_ node: Int) -> Int { max(1, scene.nodes[node].instances.count) }
        func sum(_ count: (Primitive) -> Int) -> Int {
            shown.reduce(0) { $0 + copies($1) * primitives($1).reduce(0) { $0 + count($1) } }
        }
        triangles = sum { $0.triangleCount }
        points = sum { $0.topology == .points ? $0.elementCount : 0 }
        segments = sum { $0.topology == .lines ? $0.elementCount / 2 : 0 }
        placements = shown.reduce(0) { $0 + copies($1) }
        names = shown.compactMap { scene.nodes[$0].name }.sorted()
        var colors: [SIMD4<UInt8>: Int] = [:]
        let all = shown.flatMap { node in primitives(node).map { ($0, copies(node)) } }
        for (primitive, count) in all where primitive.topology == .triangles {
            let color = primitive.material.map { scene.materials[$0].baseColor } ?? SIMD4(repeating: 1)
            let code = SRGB.fromLinear(Vector3(color.x, color.y, color.z))
            let alpha = UInt8(max(0, min(255, (color.w * 255).rounded())))
            colors[SIMD4(code, alpha), default: 0] += count * primitive.triangleCount
        }
        self.colors = colors
        let used = Set(all.compactMap { $0.0.material }).map { scene.materials[$0] }
        func images(_ isBase: Bool) -> Set<[UInt8]> {
            Set(
                used.flatMap(\.textures).filter { ($0.use == .baseColor) == isBase }
                    .compactMap { scene.textures[$0.texture.texture].image }.map { scene.images[$0].bytes })
        }
        baseImages = images(true)
        otherImages = images(false)
        hasNormals = all.contains { !$0.0.normals.isEmpty }
        hasVertexColors = all.contains { !$0.0.colors.isEmpty }
        hasTextureCoordinates = all.contains { $0.0.textureCoordinates.first?.isEmpty == false }
        hasSecondCoordinates = all.contains { $0.0.textureCoordinates.count > 1 && !$0.0.textureCoordinates[1].isEmpty }
        morphTargets = scene.meshes.reduce(0) { $0 + $1.targetCount }
        skinned = shown.count { scene.nodes[$0].skin != nil }
        animations = scene.animations.count
        cameras = scene.nodes.count { $0.camera != nil }
        lights = scene.nodes.count { $0.light != nil }
        // What is zero everywhere need not be stored.
        let present = all.flatMap { $0.0.attributes }.filter { a in (0..<a.values.count).contains { a.values[$0] != 0 } }
        attributes = Set(present.map(\.name))
        hasCRS = scene.crs != nil
        guard triangles + points > 0 else {
            low = SIMD3<Double>(scene.bounds.min) + scene.origin
            high = SIMD3<Double>(scene.bounds.max) + scene.origin
            center = (low + high) / 2
            centers = []
            return
        }
        let rest = try Self.surface(scene, nil, at: 0)
        low = rest.low
        high = rest.high
        center = rest.center
        let last = scene.animations.first?.channels.compactMap(\.times.last).max() ?? 0
        centers =
            try scene.animations.isEmpty
            ? [] : (0..<5).map { try Self.surface(scene, 0, at: last * Float($0) / 4).center }
    }

    private static func surface(
        _ scene: Scene, _ animation: Int?, at time: Float
    ) throws -> (low: SIMD3<Double>, high: SIMD3<Double>, center: SIMD3<Double>) {
        var plain = scene
        for m in plain.meshes.indices {
            for p in plain.meshes[m].primitives.indices {
                plain.meshes[m].primitives[p].material = nil
                plain.meshes[m].primitives[p].colors = []
            }
        }
        let model = try plain.flattened(animation: animation, at: time)
        let corners = model.mesh.map { mesh in mesh.indices.map { mesh.positions[Int($0)] } } ?? model.positions
        var low = SIMD3<Double>(repeating: .infinity)
        var high = -low
        var sum = SIMD3<Double>()
        for corner in corners {
            let p = SIMD3<Double>(corner)
            low = pointwiseMin(low, p)
            high = pointwiseMax(high, p)
            sum += p
        }
        return (low + model.origin, high + model.origin, sum / Double(max(1, corners.count)) + model.origin)
    }

    /// What differs, each with the kinds of loss that a report may give as the reason.
    func differences(to other: SceneSignature) -> [(what: String, kinds: Set<Loss.Kind>)] {
        var found: [(what: String, kinds: Set<Loss.Kind>)] = []
        func check<T: Equatable>(_ what: String, _ mine: T, _ theirs: T, _ kinds: Set<Loss.Kind>) {
            if mine != theirs { found.append(("\(what) \(mine) became \(theirs)", kinds)) }
        }
        check("triangles", triangles, other.triangles, [.shape])
        check("points", points, other.points, [.shape])
        check("segments", segments, other.segments, [.shape])
        check("placements", placements, other.placements, [.hierarchy, .shape])
        // A single surface has the name of its file; what has no name may get one.
        let lost = placements > 1 ? Set(names).subtracting(other.names).sorted() : []
        check("names", lost, [], [.names, .hierarchy, .shape])
        // Colours of vertices may contain those of materials.
        if !hasVertexColors, !other.hasVertexColors {
            check("base colours", colors, other.colors, [.materials, .shape, .colors, .texture, .colorDepth])
        }
        check("base images", baseImages.count, other.baseImages.count, [.texture])
        if baseImages != other.baseImages { found.append(("base images differ", [.texture])) }
        if otherImages != other.otherImages { found.append(("other images differ", [.texture])) }
        check("normals", hasNormals, other.hasNormals, [.normals, .shape])
        if hasVertexColors { check("vertex colours", true, other.hasVertexColors, [.colors, .texture]) }
        check("texture coordinates", hasTextureCoordinates, other.hasTextureCoordinates, [.textureCoordinates, .texture])
        check("second texture coordinates", hasSecondCoordinates, other.hasSecondCoordinates, [.textureCoordinates])
        check("morph targets", morphTargets, other.morphTargets, [.shape])
        check("skinned nodes", skinned, other.skinned, [.skins])
        check("animations", animations, other.animations, [.animations])
        check("cameras", cameras, other.cameras, [.cameras])
        check("lights", lights, other.lights, [.lights])
        for name in attributes.subtracting(other.attributes).sorted() { found.append(("attribute \(name)", [.attributes])) }
        if hasCRS { check("reference system", true, other.hasCRS, [.crs]) }
        let size = max(1e-6, (high - low).max())
        // Formats store positions as floats, some as integers of a step that a loss states.
        let tolerance = 1e-4 * size + 1e-6 * max(high.max().magnitude, low.min().magnitude)
        func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }
        for (what, a, b) in [("bounds", low, other.low), ("bounds", high, other.high), ("centre", center, other.center)]
        where distance(a, b) > tolerance {
            found.append(("\(what) \(a) became \(b)", [.shape, .precision]))
        }
        for (i, (a, b)) in zip(centers, other.centers).enumerated() where distance(a, b) > 0.01 * size {
            found.append(("pose \(i): centre \(a) became \(b)", []))
        }
        return found
    }
}
