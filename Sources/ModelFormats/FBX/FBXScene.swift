import Codecs
import Foundation
import Geometry
import Models
import Support

/// The objects of an FBX file and how they are connected; gathers the meshes into one model.
struct FBXScene {
    private let settings: FBXNode?
    private var objects: [Int: FBXNode] = [:]
    private var order: [FBXNode] = []
    /// Of each object those that it belongs to, and those that belong to it, with the property where it is one's.
    private var parents: [Int: [Int]] = [:]
    private var children: [Int: [(id: Int, property: String?)]] = [:]
    private var arrays: FBXArrays
    private var builder: SceneBuilder
    private let videos: [String: UnsafeRawBufferPointer]

    init(_ records: [FBXNode], fileSize: Int, folder: URL?) throws(FormatError) {
        settings = records.first { $0.name == "GlobalSettings" }
        arrays = FBXArrays(fileSize: fileSize)
        var videos: [String: UnsafeRawBufferPointer] = [:]
        for object in records.filter({ $0.name == "Objects" }).flatMap(\.children) {
            guard let id = object.integer(0) else { continue }
            objects[id] = object
            order.append(object)
            if object.name == "Video", let content = object.child("Content")?.properties.first?.bytes, !content.isEmpty {
                videos["\(id)"] = content
            }
        }
        for link in records.filter({ $0.name == "Connections" }).flatMap(\.children) {
            guard let child = link.integer(1), let parent = link.integer(2) else { continue }
            parents[child, default: []].append(parent)
            children[parent, default: []].append((child, link.text(0) == "OP" ? link.text(3) : nil))
        }
        self.videos = videos
        builder = SceneBuilder(fileSize: fileSize) { [videos] name in
            if let content = videos[name] { return Array(content) }
            guard let folder, let file = Self.find(name, folder) else { return nil }
            return (try? FileBytes(file)).map { Array($0.bytes) }
        }
    }

    /// An image by its path, or by its name alone: paths are often those of another machine.
    private static func find(_ name: String, _ folder: URL) -> URL? {
        SiblingFile.find(name, in: folder)
            ?? SiblingFile.find(String(name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""), in: folder)
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Model {
        let world = try frame()
        let geometries = order.filter { $0.name == "Geometry" }
        for (i, geometry) in geometries.enumerated() {
            try progress.step(Double(i) / Double(geometries.count), "Reading meshes")
            guard geometry.text(2) == "Mesh" || geometry.child("Vertices") != nil else {
                builder.note("Geometry that is not polygonal (\(Text.quote(geometry.text(2) ?? "?"))) is not read.")
                continue
            }
            if geometry.text(2) == "Shape" {
                builder.note("Blend shapes are not read.")
                continue
            }
            let models = (parents[geometry.integer(0) ?? 0] ?? []).filter { objects[$0]?.name == "Model" }
            if models.isEmpty { continue }
            guard var mesh = try FBXMesh(geometry, arrays: &arrays, builder: &builder) else { continue }
            for model in models {
                let place = try world * transform(of: model)
                try add(&mesh, model: model, place: place)
            }
        }
        return try builder.finish("the FBX scene")
    }

    /// From the file's unit and axes to metres, y up.
    private func frame() throws(FormatError) -> AffineMap {
        guard let settings else { return .scale(SIMD3(repeating: 0.01)) }
        func axis(_ name: String, _ otherwise: Int) throws(FormatError) -> SIMD3<Double> {
            let number = settings.setting(integer: name) ?? otherwise
            let sign = settings.setting(integer: name + "Sign") ?? 1
            guard (0..<3).contains(number), abs(sign) == 1 else { throw .unreadable("its \(name) is not one of the three axes") }
            var v = SIMD3<Double>()
            v[number] = Double(sign)
            return v
        }
        let right = try axis("CoordAxis", 0)
        let up = try axis("UpAxis", 1)
        let front = try axis("FrontAxis", 2)
        guard abs(right) + abs(up) + abs(front) == SIMD3(repeating: 1) else { throw .unreadable("two of its axes are the same") }
        // Centimetres in a unit.
        let unit = settings.setting(number: "UnitScaleFactor") ?? 1
        guard unit > 0, unit < 1e9 else { throw .unreadable("its unit of length is invalid: \(unit) cm") }
        // Metres exactly where they are.
        let s = unit == 100 ? 1 : unit / 100
        return AffineMap(
            x: SIMD3(right.x, up.x, front.x) * s, y: SIMD3(right.y, up.y, front.y) * s, z: SIMD3(right.z, up.z, front.z) * s)
    }

    private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
    private func abs(_ n: Int) -> Int { n == .min ? .max : Swift.abs(n) }

    /// A model's place in the world, in the file's unit and axes, with its geometric transform, which its children do not get.
    private func transform(of model: Int) throws(FormatError) -> AffineMap {
        guard let object = objects[model] else { return .identity }
        var place = FBXTransform.geometric(object)
        var next: Int? = model
        var steps = 0
        while let id = next, let object = objects[id] {
            place = FBXTransform.local(object) * place
            next = (parents[id] ?? []).first { objects[$0]?.name == "Model" }
            steps += 1
            guard steps <= 1000 else { throw .unreadable("its models form a cycle of parents") }
        }
        return place
    }

    private mutating func add(_ mesh: inout FBXMesh, model: Int, place: AffineMap) throws(FormatError) {
        let materials = (children[model] ?? []).filter { objects[$0.id]?.name == "Material" }.map { material($0.id) }
        guard materials.count > 1, !mesh.materials.isEmpty else {
            return try builder.add(mesh.polygons, at: place, materials.first ?? SceneMaterial())
        }
        var groups = [[Int]](repeating: [], count: materials.count + 1)
        for (t, number) in mesh.materials.enumerated() {
            groups[number >= 0 && number < materials.count ? number : materials.count].append(t)
        }
        for (i, group) in groups.enumerated() where !group.isEmpty {
            try builder.take(3 * group.count)
            try builder.add(mesh.polygons.picked(group), at: place, i < materials.count ? materials[i] : SceneMaterial())
        }
    }

    private func material(_ id: Int) -> SceneMaterial {
        var result = SceneMaterial()
        guard let object = objects[id] else { return result }
        let textures = (children[id] ?? []).filter { objects[$0.id]?.name == "Texture" }
        if let texture = textures.first(where: { $0.property == "DiffuseColor" }) {
            // The image stands instead of the colour, which is often grey below it.
            let video = (children[texture.id] ?? []).first { videos["\($0.id)"] != nil }
            let name = objects[texture.id].flatMap { $0.child("RelativeFilename") ?? $0.child("FileName") }?.text(0)
            result.picture = video.map { "\($0.id)" } ?? name
            return result
        }
        if let color = object.setting(vector: "DiffuseColor") ?? object.setting(vector: "Diffuse") {
            let factor = object.setting(number: "DiffuseFactor") ?? 1
            var one = [Vector3(color * factor)]
            if one[0].x <= 1, one[0].y <= 1, one[0].z <= 1 { _ = EncodedColor.linearise(&one) }
            result.color = one[0]
        }
        return result
    }
}
