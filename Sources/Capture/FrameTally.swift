import Foundation

/// Counts the unusable frames of a capture, and throws when there are too many: single bad frames are skipped and reported,
/// more than a tenth is an error. Every user of frames follows this one rule.
public struct FrameTally: Sendable {
    /// How many frames there are to read.
    public let total: Int
    /// How many of them were bad so far.
    public private(set) var skipped = 0
    /// The bad frame with the lowest number, and what was wrong with it.
    public private(set) var first: (index: Int, error: CaptureError)?
    private let name: String

    /// - Parameters:
    ///   - capture: the capture whose frames are counted.
    ///   - total: How many frames will be read; all of the capture's where some are not left out.
    public init(_ capture: Capture, total: Int? = nil) {
        name = capture.name
        self.total = total ?? capture.frameCount
    }

    /// Counts frame `index` as bad.
    /// - Throws: `CaptureError` as soon as more than a tenth of all frames are bad.
    public mutating func skip(_ index: Int, _ error: CaptureError) throws(CaptureError) {
        note(index, error)
        try check()
    }

    /// Counts frame `index` as bad, without judging yet. With it, and `check` at the end, the frame that an error names does not
    /// depend on the order in which threads come.
    public mutating func note(_ index: Int, _ error: CaptureError) {
        skipped += 1
        if first.map({ index < $0.index }) ?? true { first = (index, error) }
    }

    /// - Throws: `CaptureError` where more than a tenth of the frames are bad; the error names their number and the problem of the
    ///   first.
    public func check() throws(CaptureError) {
        guard skipped * 10 > total, let first else { return }
        throw CaptureError(
            path: name,
            "\(skipped) of \(total) frames can't be used, more than a tenth; the first, frame \(first.index): \(first.error)")
    }

    /// A summary for the user where frames were skipped; nil where none were.
    public var summary: String? {
        guard let first else { return nil }
        let verb = skipped == 1 ? "was" : "were"
        return "\(skipped) of \(total) frames \(verb) skipped; the first, frame \(first.index): \(first.error)"
    }
}
