import ArgumentParser
import ModelFormats
import Foundation
import Geometry
import Images
import Rendering
import Support

/// Videos and pictures of models.
struct PictureArguments: ParsableArguments {
    enum Way: String, ExpressibleByArgument, CaseIterable { case turntable, fly }

    @Option(help: ArgumentHelp("Videos: turntable (once around) or fly (into the place and around inside).", valueName: "way"))
    var path: Way = .turntable

    @Option(help: ArgumentHelp("Videos: how long.", valueName: "number"))
    var seconds: Double = 10

    @Option(help: ArgumentHelp("Videos: pictures a second.", valueName: "number"))
    var fps: Int = 30

    @Option(help: ArgumentHelp("Videos and views: width and height in pixels.", valueName: "WxH"))
    var size: String = "1920x1080"

    mutating func validate() throws {
        guard seconds.isFinite, seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds must be above 0, at most 3600.")
        }
        guard (1...240).contains(fps) else { throw ValidationError("--fps must be 1 to 240.") }
        _ = try pixels()
    }

    func pixels() throws -> (width: Int, height: Int) {
        let sides = size.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (16...4096).contains(width),
            (16...4096).contains(height)
        else { throw ValidationError("--size must be like 1920x1080, 16 to 4096 pixels a side.") }
        return (width, height)
    }

    func video(of model: Model, to target: URL, progress: ProgressReporter) throws {
        let (width, height) = try pixels()
        let options = Video.Options(width: width, height: height, framesPerSecond: fps, seconds: seconds)
        let scene = model.scene
        let way: CameraPath =
            path == .turntable ? .turntable(scene, aspect: options.aspect) : .flyThrough(scene, aspect: options.aspect)
        try Video.write(scene, along: way, to: target, options: options, style: model.style(scene), progress: progress)
    }

    /// A view as PNG: to scale and straight from above, or in perspective from where a turntable begins.
    func view(of model: Model, scale: Double?, dpi: Double, to target: URL) throws {
        let scene = model.scene
        let style = model.style(scene)
        let picture: ColorImage
        if let scale {
            let view = try ScaledView.fromAbove(scene, scale: scale, dotsPerInch: dpi)
            picture = scene.picture(view.camera, width: view.width, height: view.height, style: style)
        } else {
            let (width, height) = try pixels()
            let camera = CameraPath.turntable(scene, aspect: Float(width) / Float(height)).camera(at: 0.08)
            picture = scene.picture(camera, width: width, height: height, style: style)
        }
        try AtomicFile.write(try PNG.encode(picture, dotsPerInch: dpi), to: target)
    }
}

extension Model {
    /// Splats show their centres: they have no surface of their own.
    fileprivate var scene: RenderScene {
        switch shape {
        case .mesh(let mesh): RenderScene(mesh, texture: texture)
        case .cloud(let cloud): RenderScene(cloud)
        case .splats(let splats): RenderScene(splats.centres)
        }
    }

    /// Scanned colours hold the light of the place; what has none is lit.
    fileprivate func style(_ scene: RenderScene) -> RenderStyle {
        var style = scene.table.style
        if mesh == nil || texture != nil || !colors.isEmpty { style.shading = .colors }
        return style
    }
}
