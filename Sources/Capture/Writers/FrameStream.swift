import Foundation
import Support

/// Takes a capture's frames through a writer: read and encoded side by side, handed on in their order.
enum FrameStream {
    /// Frames in memory at a time.
    private static var batch: Int { Parallel.threads * 2 }

    /// Reads all frames, calls `encode` for each on all cores, and then `write` with the results in order. `number` counts the
    /// frames that could be read, from 0.
    /// - Returns: notes on frames that were left out.
    /// - Throws: `CaptureError` where more than a tenth of the frames can't be read, what `encode` and `write` throw,
    ///   `CancellationError`.
    static func run<Encoded: Sendable>(
        _ capture: Capture, progress: ProgressReporter, encode: (Frame) throws -> Encoded,
        write: (_ number: Int, _ encoded: Encoded) throws -> Void
    ) throws -> [String] {
        var tally = FrameTally(capture)
        var number = 0
        for start in stride(from: 0, to: capture.frameCount, by: batch) {
            try progress.report(Double(start) / Double(capture.frameCount), "Writing frames")
            let end = min(start + batch, capture.frameCount)
            for (index, result) in zip(start..<end, encoded(start..<end, of: capture, encode)) {
                switch result {
                case .encoded(let encoded):
                    try write(number, encoded)
                    number += 1
                case .unreadable(let error): try tally.skip(index, error)
                case .failed(let error): throw error
                }
            }
        }
        try progress.report(1, "Writing frames")
        return tally.summary.map { [$0] } ?? []
    }

    private enum Outcome<Encoded> {
        case encoded(Encoded)
        case unreadable(CaptureError)
        case failed(any Error)
    }

    private static func encoded<Encoded: Sendable>(
        _ range: Range<Int>, of capture: Capture, _ encode: (Frame) throws -> Encoded
    ) -> [Outcome<Encoded>] {
        var results = [Outcome<Encoded>?](repeating: nil, count: range.count)
        results.withUnsafeMutableBufferPointer { buffer in
            let out = Slots(base: buffer.baseAddress)
            Parallel.forEach(range.count) { i in
                let frame: Frame
                do throws(CaptureError) { frame = try capture.frame(at: range.lowerBound + i) } catch {
                    out.base?[i] = .unreadable(error)
                    return
                }
                do { out.base?[i] = .encoded(try encode(frame)) } catch { out.base?[i] = .failed(error) }
            }
        }
        return results.compactMap { $0 }
    }

    /// A batch's results; each is written by one thread.
    private struct Slots<Encoded>: @unchecked Sendable {
        let base: UnsafeMutablePointer<Outcome<Encoded>?>?
    }
}
