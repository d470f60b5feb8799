import Geometry
import Images
import Splats

/// What a model file holds: a surface, bare points, or Gaussian splats.
public enum Shape: Sendable, Equatable {
    case mesh(TriangleMesh)
    case cloud(PointCloud)
    case splats(SplatCloud)
}

/// A shape that was read from a file, or that is to be written to one.
public struct Model: Sendable, Equatable {
    public var shape: Shape
    /// The base colour image (sRGB) that the mesh's `textureCoordinates` point into; nil where there are only vertex colours.
    public var texture: ColorImage?
    /// What the file held that could not be kept, or what was guessed, one plain sentence each.
    public var notes: [String]
    /// What is added to each position to get the coordinates of the file's world: metres, y up, in doubles. Zero but for map
    /// coordinates.
    public var origin = SIMD3<Double>()
    /// The coordinate reference system as WKT, where the file told one.
    public var crs: String?
    /// The setups a cloud was measured from, where the file told them; E57 keeps them.
    public var scans: [Scan] = []

    public init(_ shape: Shape, texture: ColorImage? = nil, notes: [String] = []) {
        self.shape = shape
        self.texture = texture
        self.notes = notes
    }

    public init(_ mesh: TriangleMesh, texture: ColorImage? = nil, notes: [String] = []) {
        self.init(.mesh(mesh), texture: texture, notes: notes)
    }

    public init(_ cloud: PointCloud, notes: [String] = []) { self.init(.cloud(cloud), notes: notes) }

    public init(_ splats: SplatCloud, notes: [String] = []) { self.init(.splats(splats), notes: notes) }

    /// The same model with another shape.
    public func with(_ shape: Shape) -> Model {
        var copy = self
        copy.shape = shape
        return copy
    }

    /// Another shape at this model's place in the world, without what else belongs to this one: image, scans, notes.
    public func placing(_ shape: Shape) -> Model {
        var model = Model(shape)
        model.origin = origin
        model.crs = crs
        return model
    }

    /// What is added to a position of this model to get one of `other`'s, whose origin may be another; metres.
    public func offset(to other: Model) -> Vector3 { Vector3(origin - other.origin) }

    /// The surface, or nil where there is none.
    public var mesh: TriangleMesh? {
        if case .mesh(let mesh) = shape { mesh } else { nil }
    }

    /// The points, or nil where there is something else.
    public var cloud: PointCloud? {
        if case .cloud(let cloud) = shape { cloud } else { nil }
    }

    /// The splats, or nil where there are none.
    public var splats: SplatCloud? {
        if case .splats(let splats) = shape { splats } else { nil }
    }

    /// Vertices of the mesh, points of the cloud, or centres of the splats; metres.
    public var positions: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.positions
        case .cloud(let cloud): cloud.positions
        case .splats(let splats): splats.positions
        }
    }

    /// Unit vectors, one a position, or empty.
    public var normals: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.normals
        case .cloud(let cloud): cloud.normals
        case .splats: []
        }
    }

    /// Linear RGB, one a position, or empty.
    public var colors: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.colors
        case .cloud(let cloud): cloud.colors
        case .splats(let splats): splats.centres.colors
        }
    }

    /// 0 where there is no mesh.
    public var triangleCount: Int { mesh?.triangleCount ?? 0 }

    /// The box around all positions, in metres.
    public var bounds: Bounds { Bounds(positions) }
}
