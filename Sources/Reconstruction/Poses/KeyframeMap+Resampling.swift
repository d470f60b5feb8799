import Foundation
import Geometry
import Support

extension KeyframeMap {
    /// Variants of a trajectory that are computed.
    static let resamples = 8
    /// Keyframes that follow each other whose alignments share their errors.
    private static let blockLength = 4

    /// Solutions of the graph with the evidence weighted at random, by exponential weights of blocks of keyframes (Rubin 1981,
    /// *The Bayesian bootstrap*; blocks as neighbouring alignments show the same surfaces).
    func resampled(count: Int) -> [[Motion]] {
        let (graph, _) = graph()
        var results = [[Motion]](repeating: [], count: count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(count) { k in
                var random = SplitMix64(seed: UInt64(k) &+ 1)
                let weights = (0...frames.count / Self.blockLength).map { _ in -log(Double(max(random.unit(), 1e-6))) }
                var copy = graph
                for i in copy.edges.indices {
                    copy.edges[i].information = copy.edges[i].information * weights[copy.edges[i].to / Self.blockLength]
                }
                copy.optimize(limits: [36])
                results[k] = copy.nodes
            }
        }
        return results
    }
}
