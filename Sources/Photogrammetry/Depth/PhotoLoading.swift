import Capture
import Geometry
import Images
import Support

/// Decodes a capture's photos one after the other and keeps them as small grey images in a scratch file.
enum PhotoLoading {
    struct Loaded {
        let views: [PosedView]
        let omitted: [(frame: Int, reason: String)]
        let store: DepthScratchFile
    }

    /// A decoded photo.
    private struct Photo {
        let view: PosedView
        let image: LumaImage
    }

    private enum Outcome {
        case photo(Photo)
        case unusable(String)
        case failed(CaptureError)
    }

    /// Full-size photos that are decoded side by side.
    private static let batch = 4
    /// Farther cameras than this have no exact positions any more, in the capture's unit.
    private static let farthest: Float = 1e6

    static func load(_ capture: Capture, maximumEdge: Int, progress: ProgressReporter) throws -> Loaded {
        var views: [PosedView] = []
        let store = try DepthScratchFile(slotPixels: maximumEdge * maximumEdge)
        var omitted: [(frame: Int, reason: String)] = []
        var tally = FrameTally(capture)
        for start in stride(from: 0, to: capture.frameCount, by: batch) {
            try progress.report(Double(start) / Double(capture.frameCount), "Reading photo \(start + 1) of \(capture.frameCount)")
            let numbers = Array(start..<min(start + batch, capture.frameCount))
            var outcomes = [Outcome?](repeating: nil, count: numbers.count)
            outcomes.withUnsafeMutableBufferPointer { out in
                nonisolated(unsafe) let out = out
                Parallel.forEach(numbers.count) { out[$0] = read(capture, numbers[$0], maximumEdge: maximumEdge) }
            }
            for (number, outcome) in zip(numbers, outcomes) {
                switch outcome {
                case .photo(let photo):
                    try store.write(photo.image.pixels, .gray, of: views.count)
                    views.append(photo.view)
                case .unusable(let reason): omitted.append((number, reason))
                case .failed(let error): try tally.skip(number, error)
                case nil: break
                }
            }
        }
        guard views.count >= 2 else {
            throw PhotogrammetryError(
                capture.name,
                "depth needs two photos with poses or more, and this capture has \(views.count)"
                    + (omitted.first.map { "; photo \($0.frame + 1): \($0.reason)" } ?? ""), remedy: "add photos")
        }
        if views.dropFirst().allSatisfy({ ($0.center - views[0].center).length < 1e-6 }) {
            throw PhotogrammetryError(
                capture.name, "all photos were taken from one point, from where no depth can be seen",
                remedy: "move the camera between the photos, don't only turn it")
        }
        return Loaded(views: views, omitted: omitted, store: store)
    }

    private static func read(_ capture: Capture, _ number: Int, maximumEdge: Int) -> Outcome {
        guard capture.hasColor(at: number) else { return .unusable("it has no image") }
        guard let pose = capture.pose(at: number) else { return .unusable("it has no pose") }
        guard pose.isFinite, pose.translation.length < farthest else { return .unusable("its pose isn't finite") }
        let frame: Frame
        do throws(CaptureError) { frame = try capture.frame(at: number) } catch { return .failed(error) }
        guard let color = frame.color, color.width > 0, color.height > 0 else { return .unusable("it has no image") }
        let k = frame.colorIntrinsics
        guard k.isValid else { return .unusable("its camera has no valid focal length or size") }
        guard isPlausible(k) else { return .unusable("its focal length of \(k.fx) x \(k.fy) pixels can't be right") }
        let scale = min(1, Float(maximumEdge) / Float(max(color.width, color.height)))
        let w = max(1, Int((Float(color.width) * scale).rounded()))
        let h = max(1, Int((Float(color.height) * scale).rounded()))
        guard min(w, h) >= 32 else { return .unusable("its image of \(color.width) x \(color.height) pixels is too small") }
        return .photo(
            Photo(
                view: PosedView(frame: number, pose: pose, camera: k.scaled(toWidth: w, height: h)),
                image: LumaImage(color, width: w, height: h)))
    }

    /// A field of view between some 2° and 170°, and a principal point not far outside of the image.
    private static func isPlausible(_ k: CameraIntrinsics) -> Bool {
        let w = Float(k.width)
        let h = Float(k.height)
        return k.fx > 0.04 * w && k.fx < 30 * w && k.fy > 0.04 * h && k.fy < 30 * h && k.cx > -w && k.cx < 2 * w && k.cy > -h
            && k.cy < 2 * h
    }
}
