import Geometry
import Images

/// A model made ready for many images: a video, or views from several sides.
public struct RenderScene: Sendable {
    private enum Content: Sendable {
        case mesh(TriangleMesh)
        case cloud(PointCloud)
    }

    private let content: Content
    private let texture: TextureLevels?
    private let materials: RenderMaterials?
    /// The view of it from above, and where a room is cut open.
    public let table: SandTable

    /// - Parameters:
    ///   - mesh: the surface; metres.
    ///   - texture: the base colour (sRGB) that the mesh's texture coordinates point into, shown instead of its vertex colours.
    public init(_ mesh: TriangleMesh, texture: ColorImage? = nil) {
        content = .mesh(mesh)
        self.texture = texture.map { TextureLevels($0) }
        materials = nil
        table = SandTable(mesh)
    }

    /// A surface of several materials.
    /// - Parameters:
    ///   - mesh: the surface; metres.
    ///   - materials: the material of each of its triangles.
    ///   - table: the view from above; computed from the mesh where nil.
    public init(_ mesh: TriangleMesh, materials: RenderMaterials, table: SandTable? = nil) {
        precondition(materials.ofTriangle.count == mesh.triangleCount, "each triangle needs a material")
        content = .mesh(mesh)
        texture = nil
        self.materials = materials
        self.table = table ?? SandTable(mesh)
    }

    /// A point cloud, drawn as discs.
    public init(_ cloud: PointCloud) {
        content = .cloud(cloud)
        texture = nil
        materials = nil
        table = SandTable(cloud)
    }

    /// An image from here; without a style, in the style of the sand table.
    public func image(_ camera: RenderCamera, width: Int, height: Int, style: RenderStyle? = nil) -> ColorImage {
        let style = style ?? table.style
        switch content {
        case .cloud(let cloud): return Renderer.render(cloud, camera: camera, width: width, height: height, style: style)
        case .mesh(let mesh):
            let samples = min(max(style.supersampling, 1), 4)
            let hasImages = texture != nil || materials != nil
            let shader = SurfaceShader(
                mesh, camera: camera, style: style, texture: texture, materials: materials,
                transform: hasImages ? ScreenTransform(camera, width: width * samples, height: height * samples) : nil)
            return Renderer.render(mesh, camera: camera, width: width, height: height, style: style) { shader.color($0) }
        }
    }

    /// An image from here with a transparent background; nil of a point cloud.
    public func cutout(_ camera: RenderCamera, width: Int, height: Int, style: RenderStyle = RenderStyle()) -> ColorImage? {
        guard case .mesh(let mesh) = content else { return nil }
        let samples = min(max(style.supersampling, 1), 4)
        let hasImages = texture != nil || materials != nil
        let shader = SurfaceShader(
            mesh, camera: camera, style: style, texture: texture, materials: materials,
            transform: hasImages ? ScreenTransform(camera, width: width * samples, height: height * samples) : nil)
        return Renderer.cutout(mesh, camera: camera, width: width, height: height, style: style) { shader.color($0) }
    }
}

/// A view that has a scale on paper.
public struct ScaledView: Sendable, Equatable {
    /// The camera, above the scene and looking down.
    public let camera: RenderCamera
    /// Pixels.
    public let width: Int
    /// Height of the image in pixels.
    public let height: Int
    /// Pixels per inch on paper.
    public let dotsPerInch: Double

    /// All of a scene straight from above, −z upwards in the image, at 1 : `scale`.
    /// - Throws: where the image would have more than `ImageLimits.pixels` pixels.
    public static func fromAbove(_ scene: RenderScene, scale: Double, dotsPerInch: Double = 300) throws(RenderingError)
        -> ScaledView
    {
        let box = scene.table.bounds
        let perMetre = dotsPerInch / 0.0254 / scale
        // A margin of 2 % on either side, in whole pixels.
        let size = SIMD2(Double(box.size.x), Double(box.size.z)) * 1.04 * perMetre
        guard size.x.isFinite, size.y.isFinite, perMetre > 0, max(size.x, 1) * max(size.y, 1) <= Double(ImageLimits.pixels) else {
            throw RenderingError(
                .unwritable,
                "at 1 : \(scale.formattedPlainly) and \(dotsPerInch.formattedPlainly) dots per inch the image is too large; "
                    + "choose a smaller scale or fewer dots per inch"
            )
        }
        let width = max(1, Int(size.x.rounded(.up)))
        let height = max(1, Int(size.y.rounded(.up)))
        let up = box.max.y + max(1, box.size.y)
        // Looking down: the image's right is x, its top −z.
        let pose = RigidTransform(
            rotation: Quaternion(angle: -.pi / 2, axis: Vector3(1, 0, 0)), translation: Vector3(box.center.x, up, box.center.z))
        let camera = RenderCamera(pose: pose, projection: .orthographic(height: Float(Double(height) / perMetre)))
        return ScaledView(camera: camera, width: width, height: height, dotsPerInch: dotsPerInch)
    }
}

extension Double {
    /// Without a fraction where it is whole.
    fileprivate var formattedPlainly: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}
