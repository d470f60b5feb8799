import Geometry
import Models

/// What a scene can hold beside positions and faces, and a file format may or may not hold.
public enum SceneFeature: String, Sendable, CaseIterable {
    /// Triangles.
    case faces
    /// Points without faces.
    case points
    /// Segments.
    case lines
    /// Nodes with transforms of their own, below one another.
    case hierarchy
    /// Several meshes, each with a name.
    case names
    /// Several materials.
    case materials
    /// Metallic, roughness and emissive factors.
    case physicalMaterials
    /// An image for the base colour.
    case textures
    /// Images for normals, roughness, occlusion and emitted light.
    case physicalTextures
    /// Clearcoat and transmission.
    case coatings
    /// Offset, rotation and scale of textures, and how they are repeated.
    case textureTransforms
    /// Opacity and masks.
    case transparency
    /// Unit vectors at vertices.
    case normals
    /// Directions of u at vertices.
    case tangents
    /// Colours at vertices.
    case colors
    /// The first set of texture coordinates.
    case textureCoordinates
    /// The second set of texture coordinates.
    case secondTextureCoordinates
    /// Joints that move vertices.
    case skins
    /// Changes over time.
    case animations
    /// Differences to a mesh by weights.
    case morphTargets
    /// Cameras.
    case cameras
    /// Punctual lights.
    case lights
    /// Further values of points.
    case attributes
    /// Values that programs store beside the standard ones.
    case extras
    /// Nodes that are not shown.
    case visibility
    /// The coordinate reference system.
    case crs

    /// Its name in tables and texts: "texture transforms".
    public var title: String {
        switch self {
        case .faces: "triangles"
        case .points: "points"
        case .lines: "lines"
        case .hierarchy: "hierarchy of nodes"
        case .names: "names of nodes"
        case .materials: "several materials"
        case .physicalMaterials: "metallic, roughness, emissive"
        case .textures: "base colour texture"
        case .physicalTextures: "textures of normals, roughness, light"
        case .coatings: "clearcoat, transmission"
        case .textureTransforms: "texture transforms"
        case .transparency: "opacity"
        case .normals: "normals"
        case .tangents: "tangents"
        case .colors: "colours of vertices"
        case .textureCoordinates: "texture coordinates"
        case .secondTextureCoordinates: "second texture coordinates"
        case .skins: "skins"
        case .animations: "animations"
        case .morphTargets: "morph targets"
        case .cameras: "cameras"
        case .lights: "lights"
        case .attributes: "attributes of points"
        case .extras: "extras"
        case .visibility: "hidden nodes"
        case .crs: "coordinate reference system"
        }
    }

    /// What the loss of it is called in a report.
    var loss: Loss.Kind {
        switch self {
        case .faces, .points, .lines, .morphTargets, .visibility: .shape
        case .hierarchy: .hierarchy
        case .names, .extras: .names
        case .materials, .physicalMaterials, .coatings, .transparency: .materials
        case .textures, .physicalTextures, .textureTransforms: .texture
        case .normals, .tangents: .normals
        case .colors: .colors
        case .textureCoordinates, .secondTextureCoordinates: .textureCoordinates
        case .skins: .skins
        case .animations: .animations
        case .cameras: .cameras
        case .lights: .lights
        case .attributes: .attributes
        case .crs: .crs
        }
    }
}

extension ModelFormat {
    /// Everything that files of this format hold as Diorama writes them; nothing where it does not. This table is the only one:
    /// loss reports and docs/formats.md are derived from it.
    public var features: Set<SceneFeature> {
        let surface: Set<SceneFeature> = [.faces, .normals, .colors, .textureCoordinates]
        let parts: Set<SceneFeature> = [
            .points, .lines, .names, .materials, .physicalMaterials, .textures, .physicalTextures, .textureTransforms,
            .transparency,
        ]
        switch self {
        case .glb, .gltf: return Set(SceneFeature.allCases)
        case .obj: return surface.union(parts).union([.coatings])
        case .dae:
            return surface.union(parts).union([
                .hierarchy, .secondTextureCoordinates, .skins, .animations, .morphTargets, .cameras, .lights, .visibility,
            ])
        case .fbx:
            return surface.union(parts).subtracting([.points]).union([
                .hierarchy, .tangents, .secondTextureCoordinates, .skins, .animations, .morphTargets, .cameras, .lights, .extras,
                .visibility,
            ])
        case .usdz:
            return surface.union(parts).subtracting([.lines]).union([
                .hierarchy, .coatings, .secondTextureCoordinates, .skins, .animations, .morphTargets, .cameras, .visibility,
            ])
        case .ply: return [.faces, .points, .normals, .colors, .textureCoordinates, .attributes]
        case .stl: return [.faces]
        case .las, .laz: return [.points, .colors, .attributes, .crs]
        case .e57: return [.points, .colors, .normals, .attributes, .crs]
        case .pcd: return [.points, .colors, .normals, .attributes]
        case .pts: return [.points, .colors, .attributes]
        case .xyz: return [.points, .colors, .normals]
        case .splat, .spz: return [.colors]
        case .threeMF, .threeDS, .x3d, .off, .dxf: return []
        }
    }
}
