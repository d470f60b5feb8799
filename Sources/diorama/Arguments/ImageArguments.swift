import ArgumentParser
import Measurement
import Spaces

/// Videos and rendered views of models.
struct ImageArguments: ParsableArguments {
    enum Path: String, ExpressibleByArgument, CaseIterable { case turntable, fly }

    @Option(
        help: ArgumentHelp(
            "Videos: camera path, turntable (one orbit) or fly (into the model, then around inside).", valueName: "path"))
    var path: Path = .turntable

    @Option(parsing: .number, help: ArgumentHelp("Videos: duration.", valueName: "seconds"))
    var seconds: Double = 10

    @Option(parsing: .number, help: ArgumentHelp("Videos: frames per second.", valueName: "number"))
    var fps: Int = 30

    @Option(help: ArgumentHelp("Videos and views: width and height in pixels.", valueName: "WxH"))
    var size: String = "1920x1080"

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Views: position of the camera, with --target, in metres, y up. Default: all of the model in view.",
            valueName: "x,y,z"),
        transform: { try Numbers.point($0) })
    var eye: Point?

    @Option(
        parsing: .number, help: ArgumentHelp("Views: the point in the centre of the image, with --eye.", valueName: "x,y,z"),
        transform: { try Numbers.point($0) })
    var target: Point?

    @Option(
        parsing: .number,
        help: ArgumentHelp("Views with --eye: the angle between the lower and the upper edge.", valueName: "degrees"))
    var fieldOfView: Double = 30

    @Option(
        help: ArgumentHelp(
            "Views: what the surface shows: its colours as they are, its colours under a light, or its normals. Default: its "
                + "colours where it has any, else lit.",
            valueName: "shading"))
    var shading: ModelView.Shading?

    func validate() throws {
        guard seconds.isFinite, seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds must be above 0, at most 3600.")
        }
        guard (1...240).contains(fps) else { throw ValidationError("--fps must be 1 to 240.") }
        guard (eye == nil) == (target == nil) else { throw ValidationError("--eye and --target go together.") }
        if eye != nil, eye == target { throw ValidationError("--eye and --target must be two points.") }
        guard (1...150).contains(fieldOfView) else { throw ValidationError("--field-of-view must be 1 to 150 degrees.") }
        guard pixels != nil else { throw ValidationError("--size must be like 1920x1080, 16 to 4096 pixels a side.") }
    }

    private var pixels: (width: Int, height: Int)? {
        let sides = size.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (16...4096).contains(width),
            (16...4096).contains(height)
        else { return nil }
        return (width, height)
    }

    func view(_ plan: PlanArguments) -> ModelView {
        var view = ModelView()
        if let pixels {
            view.width = pixels.width
            view.height = pixels.height
        }
        if let eye, let target {
            view.viewpoint = .init(eye: eye, target: target, verticalFieldOfView: fieldOfView * .pi / 180)
        }
        view.shading = shading
        view.scale = plan.scale
        view.dotsPerInch = plan.dpi
        view.path = path == .turntable ? .turntable : .fly
        view.framesPerSecond = fps
        view.seconds = seconds
        return view
    }
}

extension ModelView.Shading: ExpressibleByArgument {}
