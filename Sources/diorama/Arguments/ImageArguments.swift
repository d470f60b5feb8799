import ArgumentParser
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

    func validate() throws {
        guard seconds.isFinite, seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds must be above 0, at most 3600.")
        }
        guard (1...240).contains(fps) else { throw ValidationError("--fps must be 1 to 240.") }
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
        view.scale = plan.scale
        view.dotsPerInch = plan.dpi
        view.path = path == .turntable ? .turntable : .fly
        view.framesPerSecond = fps
        view.seconds = seconds
        return view
    }
}
