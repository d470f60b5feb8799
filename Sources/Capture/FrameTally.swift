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

    /// - Throws: `error` told of the whole capture, once more than a tenth of the expected frames is bad.
    public mutating func countBad(_ frame: Int, _ error: CaptureError) throws(CaptureError) {
        if first == nil { first = error }
        reasons.append("frame \(frame): \(error)")
    }

    /// - Throws: where more than a tenth of the frames was bad, saying how many and why the first one was.
    public func finish() throws(CaptureError) { if let first { throw first } }
}
