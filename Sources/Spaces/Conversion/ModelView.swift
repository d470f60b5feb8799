import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Rendering
import Support

/// How a model is shown in an image or a video.
public struct ModelView: Sendable {
    /// How the camera of a video moves.
    public enum Path: Sendable {
        /// One orbit around the model.
        case turntable
        /// Into the model, then around inside.
        case fly
    }

    /// Pixels from left to right.
    public var width = 1920
    /// Pixels from top to bottom.
    public var height = 1080
    /// 50 for 1 : 50: an image straight from above to this scale; nil: in perspective.
    public var scale: Double?
    /// Where the camera of an image is; nil shows all of the model in perspective, or to `scale`.
    public var viewpoint: Viewpoint?
    /// What the surface shows in an image; nil: its colours where it has any, else a gentle light.
    public var shading: Shading?
    /// Dots per inch of an image.
    public var dotsPerInch = 200.0
    /// How the camera of a video moves.
    public var path = Path.turntable
    /// Frame rate of a video.
    public var framesPerSecond = 30
    /// Duration of a video.
    public var seconds = 10.0

    /// A full-HD view in perspective.
    public init() {}

    /// Writes a video (mp4 or mov, by the file extension). The first animation of a scene plays in it, again and again.
    func writeVideo(of model: SpaceModel, to target: URL, progress: ProgressReporter) throws {
        let options = Video.Options(width: width, height: height, framesPerSecond: framesPerSecond, seconds: seconds)
        let drawing = model.drawing
        let scene = drawing?.rest ?? model.surface.scene
        let camera: CameraPath =
            switch path {
            case .turntable: .turntable(scene, aspect: options.aspect)
            case .fly: .flyThrough(scene, aspect: options.aspect)
            }
        let style = drawing == nil ? model.surface.style(scene) : scene.table.style
        try Video.write(along: camera, to: target, options: options, style: style, progress: progress) { seconds in
            drawing?.moving(at: seconds) ?? scene
        }
    }

    /// Writes a PNG: from the viewpoint; to scale and straight from above; or in perspective from where a turntable begins.
    func writeImage(of model: SpaceModel, to target: URL) throws {
        let drawing = model.drawing
        let scene = drawing?.rest ?? model.surface.scene
        var style = drawing == nil ? model.surface.style(scene) : scene.table.style
        if let shading { style.shading = shading.style }
        let image: ColorImage
        if let viewpoint {
            // The whole model, rooms with their ceiling: the camera may be inside.
            style.ceilingCut = nil
            style.cullsBackFaces = false
            image = scene.image(viewpoint.camera(origin: model.surface.origin), width: width, height: height, style: style)
        } else if let scale {
            let view = try ScaledView.fromAbove(scene, scale: scale, dotsPerInch: dotsPerInch)
            image = scene.image(view.camera, width: view.width, height: view.height, style: style)
        } else {
            let camera = CameraPath.turntable(scene, aspect: Float(width) / Float(height)).camera(at: 0.08)
            image = scene.image(camera, width: width, height: height, style: style)
        }
        try AtomicFile.write(try PNG.encode(image, dotsPerInch: dotsPerInch), to: target)
    }
}

extension SpaceModel {
    /// The scene with all its materials; nil for a single surface, and where it has no faces.
    fileprivate var drawing: SceneDrawing? { surface.mesh == nil ? nil : scene.flatMap { SceneDrawing($0) } }
}

extension Model {
    /// Splats are shown by their centres: they have no surface of their own.
    fileprivate var scene: RenderScene {
        switch shape {
        case .mesh(let mesh): RenderScene(mesh, texture: texture)
        case .cloud(let cloud): RenderScene(cloud)
        case .splats(let splats): RenderScene(splats.centres)
        }
    }

    /// Scanned colours contain the light of the place; a model without colours is lit.
    fileprivate func style(_ scene: RenderScene) -> RenderStyle {
        var style = scene.table.style
        if mesh == nil || texture != nil || !colors.isEmpty { style.shading = .colors }
        return style
    }
}
