import Codecs
import Geometry
import Models
import Images

/// The material of a part of a scene.
struct SceneMaterial {
    /// Linear RGB.
    var color = Vector3(repeating: 1)
    /// The name of an image that is multiplied with it.
    var picture: String?
    var wrap = TextureSampler.Wrap.repeating
}

/// Gathers the meshes of a scene into one model: metres, y up, near an origin that the first vertex chooses.
struct SceneBuilder {
    private var surface = SceneParts()
    private var points = SceneParts()
    private var far = GlobalShift()
    private var notes: [String] = []
    /// How many vertices and corners may still be made: instances of a mesh must not let a small file fill the memory.
    private var budget: Int

    /// The image that colours all faces so far; nil where there are several, or it is not the whole colour.
    private var picture: String?
    private var hasOtherColors = false
    private var images: [String: ColorImage?] = [:]
    private var store = TextureStore()
    private let findImage: (String) -> [UInt8]?

    private static let sampled = "Textures were converted to vertex colours; detail between vertices is lost."

    /// - Parameter image: an image's bytes by its name; nil where there is none.
    init(fileSize: Int, picture: @escaping (String) -> [UInt8]?) {
        budget = 2_000_000 + 16 * fileSize
        findImage = picture
    }

    /// A note, once.
    mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }

    /// Counts what is about to be made.
    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    /// Adds triangles, or where there are none the positions as points.
    /// - Parameter place: from the mesh to metres, y up.
    mutating func add(
        _ mesh: PolygonMesh, at place: AffineMap, _ material: SceneMaterial, isCloud: Bool = false
    ) throws(FormatError) {
        guard let first = mesh.positions.first else { return }
        guard place.isFinite else { throw .unreadable("the transform of a mesh contains non-finite numbers") }
        try take(64 + mesh.positions.count + mesh.cornerPosition.count)
        if surface.isEmpty && points.isEmpty { far.choose(place.apply(first)) }
        let origin = far.origin
        let isIdentity = place == .identity && origin == .zero
        var part = mesh.parts(isIdentity ? nil : { Vector3(place.apply($0) - origin) })
        if isCloud { part.indices = [] }
        place.apply(normals: &part.normals)
        if place.mirrors { for t in 0..<part.indices.count / 3 { part.indices.swapAt(3 * t + 1, 3 * t + 2) } }
        color(&part, material)
        if part.indices.isEmpty { points.append(part) } else { surface.append(part) }
    }

    /// Adds points, whose normals and colours are one per position or empty.
    mutating func add(points: PolygonMesh, at place: AffineMap) throws(FormatError) {
        var mesh = points
        let order = (0..<points.positions.count).map { UInt32(truncatingIfNeeded: $0) }
        // Lists of one value a vertex are taken as they are.
        if !points.normals.isEmpty { mesh.cornerNormal = order }
        if !points.colors.isEmpty { mesh.cornerColor = order }
        mesh.cornerPosition = order
        try add(mesh, at: place, SceneMaterial(), isCloud: true)
    }

    /// Multiplies the material's colour into the vertices'.
    private mutating func color(_ part: inout SceneParts, _ material: SceneMaterial) {
        let image = part.textureCoordinates.isEmpty ? nil : material.picture.flatMap { self.image($0) }
        if !part.indices.isEmpty {
            let isWhole = image != nil && part.colors.isEmpty && material.color == Vector3(repeating: 1)
            if !isWhole || (picture ?? material.picture) != material.picture { hasOtherColors = true }
            picture = isWhole ? material.picture : nil
        }
        if image == nil, material.color == Vector3(repeating: 1) { return }
        if part.colors.isEmpty { part.colors = Array(repeating: Vector3(repeating: 1), count: part.positions.count) }
        if let image {
            let sampler = TextureSampler(image: image, wrapU: material.wrap, wrapV: material.wrap)
            for i in part.colors.indices {
                let uv = part.textureCoordinates[i]
                part.colors[i] *= material.color * sampler.linear(at: Vector2(uv.x, 1 - uv.y))
            }
        } else {
            for i in part.colors.indices { part.colors[i] *= material.color }
        }
    }

    private mutating func image(_ name: String) -> ColorImage? {
        if let known = images[name] { return known }
        var image: ColorImage?
        if let bytes = findImage(name) {
            do throws(ImageError) {
                image = try store.decode(bytes)
                note(Self.sampled)
            } catch {
                note("The texture \(Text.quote(name)) cannot be read: \(error.problem).")
            }
        } else {
            note("The texture \(Text.quote(name)) is not in the model's folder.")
        }
        images[name] = .some(image)
        return image
    }

    /// The model; faces count more than points.
    /// - Parameter kind: what the file is, for an error: "the COLLADA scene".
    consuming func finish(_ kind: String) throws(FormatError) -> Model {
        if surface.isEmpty && points.isEmpty {
            throw .unreadable(
                notes.first.map { "\(kind) contains no faces and no points. \($0)" } ?? "\(kind) contains no faces and no points")
        }
        if !surface.isEmpty && !points.isEmpty { note("\(points.positions.count) points besides the faces were omitted.") }
        let mesh = surface.isEmpty ? points.mesh() : surface.mesh()
        var texture: ColorImage?
        // Other images and repeated ones cannot be kept: their colours at the vertices are.
        if let picture, !hasOtherColors, Model.isInImage(mesh.textureCoordinates), let image = images[picture] ?? nil {
            texture = image
            notes.removeAll { $0 == Self.sampled }
        }
        var model = try Model.finish(mesh, origin: far.origin, notes: notes)
        if model.mesh?.textureCoordinates.isEmpty == false { model.texture = texture }
        return model
    }
}
