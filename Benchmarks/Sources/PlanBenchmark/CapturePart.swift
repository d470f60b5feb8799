import Capture
import Geometry

/// Some of a capture's frames, in a frame of reference of their own, as if they were another capture of the same place.
struct CapturePart: FrameSource {
    let whole: Capture
    let range: Range<Int>
    /// From the whole capture's frame of reference to the part's.
    let elsewhere: RigidTransform

    var frameCount: Int { range.count }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { whole.pose(at: range.lowerBound + index).map { elsewhere * $0 } }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try whole.frame(at: range.lowerBound + index)
        frame.pose = elsewhere * frame.pose
        return frame
    }

    /// The first five and the last five eighths of a capture, the latter turned and put elsewhere.
    static func halves(of whole: Capture) -> [Capture] {
        let count = whole.frameCount
        let place = RigidTransform(rotation: Quaternion(0, 0.3, 0, 0.9539392), translation: Vector3(1.7, 0.05, -2.1))
        return [(0..<count * 5 / 8, RigidTransform.identity), (count * 3 / 8..<count, place)].enumerated().map { k, part in
            Capture(
                name: "part \(k + 1)", kind: whole.kind, source: CapturePart(whole: whole, range: part.0, elsewhere: part.1))
        }
    }
}
