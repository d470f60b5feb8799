import Geometry
import Images
import Splats

/// The geometry of a model: a triangle mesh, a point cloud or Gaussian splats.
public enum Shape: Sendable, Equatable {
    /// A triangle mesh.
    case mesh(TriangleMesh)
    /// A point cloud.
    case cloud(PointCloud)
    /// Gaussian splats.
    case splats(SplatCloud)
}

/// A 3D model with texture, notes and georeference, as read from or written to a file: metres, y up, linear colours.
public struct Model: Sendable, Equatable {
    /// The geometry.
    public var shape: Shape
    /// The base colour image (sRGB) that the mesh's `textureCoordinates` point into; nil where there are only vertex colours.
    public var texture: ColorImage?
    /// What was not imported from the file, or was assumed while reading it: one sentence each.
    public var notes: [String]
    /// The offset that is added to each position to get the coordinates of the file: metres, y up, in doubles. Zero except for map
    /// coordinates (a global shift).
    public var origin = SIMD3<Double>()
    /// The coordinate reference system as WKT; nil if the file declares none.
    public var crs: String?
    /// The scanner setups of a point cloud, if the file declares them; E57 stores them.
    public var scans: [Scan] = []
    /// Images that were taken at the scans; E57 stores them.
    public var images: [ScanImage] = []

    /// A model with this geometry. The texture applies to meshes with texture coordinates.
    public init(_ shape: Shape, texture: ColorImage? = nil, notes: [String] = []) {
        self.shape = shape
        self.texture = texture
        self.notes = notes
    }

    /// A mesh with an optional base colour image.
    public init(_ mesh: TriangleMesh, texture: ColorImage? = nil, notes: [String] = []) {
        self.init(.mesh(mesh), texture: texture, notes: notes)
    }

    /// A point cloud.
    public init(_ cloud: PointCloud, notes: [String] = []) { self.init(.cloud(cloud), notes: notes) }

    /// Gaussian splats.
    public init(_ splats: SplatCloud, notes: [String] = []) { self.init(.splats(splats), notes: notes) }

    /// The same model with another geometry.
    public func with(_ shape: Shape) -> Model {
        var copy = self
        copy.shape = shape
        return copy
    }

    /// Another geometry with this model's origin and coordinate reference system, without its texture, scans and notes.
    public func placing(_ shape: Shape) -> Model {
        var model = Model(shape)
        model.origin = origin
        model.crs = crs
        return model
    }

    /// The translation in metres from this model's positions to those of `other`, which may have another origin.
    public func offset(to other: Model) -> Vector3 { Vector3(origin - other.origin) }

    /// The mesh, or nil if the geometry is not a mesh.
    public var mesh: TriangleMesh? {
        if case .mesh(let mesh) = shape { mesh } else { nil }
    }

    /// The point cloud, or nil if the geometry is not a point cloud.
    public var cloud: PointCloud? {
        if case .cloud(let cloud) = shape { cloud } else { nil }
    }

    /// The splats, or nil if the geometry is not splats.
    public var splats: SplatCloud? {
        if case .splats(let splats) = shape { splats } else { nil }
    }

    /// Vertices of the mesh, points of the cloud, or centres of the splats, in metres.
    public var positions: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.positions
        case .cloud(let cloud): cloud.positions
        case .splats(let splats): splats.positions
        }
    }

    /// Unit normals, one per position, or empty.
    public var normals: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.normals
        case .cloud(let cloud): cloud.normals
        case .splats: []
        }
    }

    /// Linear RGB colours, one per position, or empty.
    public var colors: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.colors
        case .cloud(let cloud): cloud.colors
        case .splats(let splats): splats.centres.colors
        }
    }

    /// The number of triangles; 0 if there is no mesh.
    public var triangleCount: Int { mesh?.triangleCount ?? 0 }

    /// The bounding box of all positions, in metres.
    public var bounds: Bounds { Bounds(positions) }
}
