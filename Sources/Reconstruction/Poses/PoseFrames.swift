import Capture
import Geometry
import Support

/// Reads frames and makes them small, some side by side.
enum PoseFrames {
    /// Frames that are decoded side by side.
    static let batch = 8

    /// Those of the frames that can be read, in their order. The others are left out silently: fusion reads all frames, counts
    /// those that it can't use and refuses too many.
    static func read(_ numbers: [Int], of capture: Capture, options: PoseOptions, progress: ProgressReporter) throws -> [Keyframe] {
        var frames: [Keyframe] = []
        for start in stride(from: 0, to: numbers.count, by: batch) {
            try progress.report(Double(start) / Double(numbers.count), "Reading keyframes")
            let some = Array(numbers[start..<min(start + batch, numbers.count)])
            for case .success(let frame) in decode(some, of: capture, options: options) { frames.append(Keyframe(frame)) }
        }
        return frames
    }

    /// Some frames side by side, or why they can't be read.
    static func decode(_ numbers: [Int], of capture: Capture, options: PoseOptions) -> [Result<PoseFrame, CaptureError>] {
        var results = [Result<PoseFrame, CaptureError>?](repeating: nil, count: numbers.count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(numbers.count) { k in
                do throws(CaptureError) {
                    var frame = PoseFrame(
                        try capture.frame(at: numbers[k]), width: options.width, maximumDepth: options.maximumDepth)
                    frame.index = numbers[k]
                    results[k] = .success(frame)
                } catch {
                    results[k] = .failure(error)
                }
            }
        }
        return results.compactMap { $0 }
    }
}

/// Numbers in sentences.
enum Text {
    static func metres(_ x: Double) -> String {
        guard x.isFinite, x < 1e15 else { return "an infinite distance" }
        if x >= 1000 { return "\(Int((x / 1000).rounded())) km" }
        if x >= 10 { return "\(Int(x.rounded())) m" }
        return x >= 0.995 ? "\((x * 10).rounded() / 10) m" : "\(Int((x * 100).rounded())) cm"
    }
}
