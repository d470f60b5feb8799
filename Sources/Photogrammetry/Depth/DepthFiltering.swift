import CStereo
import Geometry
import Images
import Support

/// What of a view's hypotheses is depth: where enough other views agree, and not in specks.
enum DepthFiltering {
    /// A filtered view: inverse depths (0 where there is none) and a confidence for each (`ConfidenceImage`).
    struct Filtered {
        var inverses: [Float]
        var confidences: [UInt8]
    }

    /// A view that another one is compared with.
    struct Other {
        let view: PosedView
        let planes: [PackedPlane]
        /// What the filter confirmed before planes were completed; empty where it is the first filter.
        var confirmed: [Float] = []
    }

    /// Keeps the hypotheses that at least `minimum` of the other views confirm, each as the mean of the agreeing inverse depths.
    ///
    /// `completed` is not 0 where a hypothesis is a completed plane; empty before planes are completed. Of these one view has to
    /// agree, and none may see through it.
    static func consistent(
        _ view: PosedView, _ planes: [PackedPlane], completed: [UInt8] = [], others: [Other], minimum: Int
    ) -> Filtered {
        let w = view.camera.width
        let h = view.camera.height
        var inverses = [Float](repeating: 0, count: w * h)
        var confidences = [UInt8](repeating: 0, count: w * h)
        inverses.withUnsafeMutableBufferPointer { inverses in
            confidences.withUnsafeMutableBufferPointer { confidences in
                nonisolated(unsafe) let inverses = inverses
                nonisolated(unsafe) let confidences = confidences
                Parallel.forEach((h + 15) / 16) { band in
                    let checks = others.map { other in
                        (test: ConsistencyCheck(from: view, to: other.view) { other.planes[$0].plane }, confirmed: other.confirmed)
                    }
                    for y in band * 16..<min(h, band * 16 + 16) {
                        for x in 0..<w {
                            let q = planes[y * w + x].inverse
                            guard q > 0 else { continue }
                            var sum = q
                            var count = 0
                            for check in checks {
                                guard let found = check.test.confirmed(Float(x), Float(y), inverse: q) else { continue }
                                sum += found
                                count += 1
                            }
                            if count < minimum {
                                guard count > 0, !completed.isEmpty, completed[y * w + x] > 0 else { continue }
                                let isSeenThrough = checks.contains {
                                    !$0.confirmed.isEmpty
                                        && $0.test.seesThrough(Float(x), Float(y), inverse: q, confirmed: $0.confirmed)
                                }
                                if isSeenThrough { continue }
                            }
                            inverses[y * w + x] = sum / Float(count + 1)
                            confidences[y * w + x] = count > minimum ? 2 : 1
                        }
                    }
                }
            }
        }
        return Filtered(inverses: inverses, confidences: confidences)
    }

    /// Removes connected parts with fewer than `smallest` pixels; neighbours belong together where their inverse depths differ by
    /// at most 2 %.
    static func removeSpecks(_ depth: inout Filtered, width: Int, height: Int, smallest: Int) {
        var visited = [Bool](repeating: false, count: width * height)
        var part: [Int] = []
        for start in 0..<width * height where depth.inverses[start] > 0 && !visited[start] {
            part.removeAll(keepingCapacity: true)
            part.append(start)
            visited[start] = true
            var next = 0
            while next < part.count {
                let at = part[next]
                next += 1
                let x = at % width
                let q = depth.inverses[at]
                func visit(_ n: Int) {
                    let other = depth.inverses[n]
                    guard other > 0, !visited[n], (other - q).magnitude < 0.02 * q else { return }
                    visited[n] = true
                    part.append(n)
                }
                if x > 0 { visit(at - 1) }
                if x + 1 < width { visit(at + 1) }
                if at >= width { visit(at - width) }
                if at + width < width * height { visit(at + width) }
            }
            guard part.count < smallest else { continue }
            for at in part {
                depth.inverses[at] = 0
                depth.confidences[at] = 0
            }
        }
    }
}
