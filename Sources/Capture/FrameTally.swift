/// Counts good and bad frames while a capture is read: single bad ones are left out, more than a tenth is an error.
public struct FrameTally: Sendable {
    private let capture: String
    private let expected: Int
    /// Frames that could be read.
    public private(set) var good = 0
    /// Why each of the others could not: "frame 17: …".
    public private(set) var reasons: [String] = []
    private var first: CaptureError?

    /// - Parameter expected: how many frames will be read in all.
    public init(capture: Capture, expected: Int) {
        self.capture = capture.name
        self.expected = expected
    }

    public mutating func countGood() { good += 1 }

    /// - Throws: once more than a tenth of the expected frames is bad: how many, and why the first one was.
    public mutating func countBad(_ frame: Int, _ error: CaptureError) throws(CaptureError) {
        let first = self.first ?? error
        self.first = first
        reasons.append("frame \(frame): \(error)")
        guard reasons.count * 10 > expected else { return }
        throw CaptureError(
            path: capture,
            "\(reasons.count) of the first \(good + reasons.count) frames could not be read, more than a tenth of all \(expected); "
                + "the first one: \(first)")
    }
}
