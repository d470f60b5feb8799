import Foundation
import Images
import Support

/// Which frames of a video are used: the sharpest one of each interval, without blurred ones and those that show the same again.
package enum VideoSelection {
    /// What is measured of a frame.
    package struct Measured: Sendable {
        package var sharpness: Float
        /// Mean brightness of 16 x 16 fields.
        package var signature: [Float]

        package init(sharpness: Float, signature: [Float]) {
            self.sharpness = sharpness
            self.signature = signature
        }
    }

    /// Grey levels of difference below which a frame shows the same as the one before.
    static let duplicateDifference: Float = 1.2
    /// The share of the median sharpness around a frame below which it is blurred.
    static let blurredShare: Float = 0.4

    /// The numbers of the frames to use, ascending.
    /// - Parameters:
    ///   - frames: all frames of the video.
    ///   - interval: how many frames one is chosen of, at least 1.
    package static func choose(_ frames: [Measured], interval: Int) -> (chosen: [Int], blurred: Int, duplicates: Int) {
        let size = max(1, interval)
        var best: [Int] = []
        for start in stride(from: 0, to: frames.count, by: size) {
            let range = start..<min(frames.count, start + size)
            // Near the middle of the interval where they are equally sharp, for even distances.
            let middle = (range.lowerBound + range.upperBound - 1) / 2
            if let found = range.max(by: { a, b in
                let x = frames[a].sharpness * (1 - 0.1 * Float(abs(a - middle)) / Float(size))
                let y = frames[b].sharpness * (1 - 0.1 * Float(abs(b - middle)) / Float(size))
                return x < y
            }) {
                best.append(found)
            }
        }
        var blurred = 0
        let sharp = best.enumerated().filter { k, i in
            // Compared with the neighbours: what the camera sees changes along the way.
            let around = best[max(0, k - 5)...min(best.count - 1, k + 5)].map { frames[$0].sharpness }.sorted()
            let isSharp = frames[i].sharpness >= around[around.count / 2] * blurredShare
            if !isSharp { blurred += 1 }
            return isSharp
        }.map(\.element)
        var chosen: [Int] = []
        for i in sharp {
            if let last = chosen.last, difference(frames[last].signature, frames[i].signature) < duplicateDifference { continue }
            chosen.append(i)
        }
        return (chosen, blurred, sharp.count - chosen.count)
    }

    private static func difference(_ a: [Float], _ b: [Float]) -> Float {
        zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(max(1, a.count))
    }
}
