import Geometry
import Images

/// What a model file holds: a surface or bare points.
public enum Shape: Sendable, Equatable {
    case mesh(TriangleMesh)
    case cloud(PointCloud)
}

/// A shape that was read from a file, or that is to be written to one.
public struct Model: Sendable, Equatable {
    public var shape: Shape
    /// The base colour picture (sRGB) that the mesh's `textureCoordinates` point into; nil where there are only vertex colours.
    public var texture: ColorImage?
    /// What the file held that could not be kept, or what was guessed, one plain sentence each.
    public var notes: [String]

    public init(_ shape: Shape, texture: ColorImage? = nil, notes: [String] = []) {
        self.shape = shape
        self.texture = texture
        self.notes = notes
    }

    public init(_ mesh: TriangleMesh, texture: ColorImage? = nil, notes: [String] = []) {
        self.init(.mesh(mesh), texture: texture, notes: notes)
    }

    public init(_ cloud: PointCloud, notes: [String] = []) { self.init(.cloud(cloud), notes: notes) }

    /// The surface, or nil where there are only points.
    public var mesh: TriangleMesh? {
        if case .mesh(let mesh) = shape { mesh } else { nil }
    }

    /// The points, or nil where there is a surface.
    public var cloud: PointCloud? {
        if case .cloud(let cloud) = shape { cloud } else { nil }
    }

    /// Vertices of the mesh, or points of the cloud; metres.
    public var positions: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.positions
        case .cloud(let cloud): cloud.positions
        }
    }

    /// Unit vectors, one a position, or empty.
    public var normals: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.normals
        case .cloud(let cloud): cloud.normals
        }
    }

    /// Linear RGB, one a position, or empty.
    public var colors: [Vector3] {
        switch shape {
        case .mesh(let mesh): mesh.colors
        case .cloud(let cloud): cloud.colors
        }
    }

    /// 0 for a cloud.
    public var triangleCount: Int { mesh?.triangleCount ?? 0 }

    /// The box around all positions, in metres.
    public var bounds: Bounds { Bounds(positions) }
}
