import Foundation
import Geometry

/// The angle that most walls stand at, modulo a right angle (the Manhattan frame of Coughlan and Yuille 1999), in radians.
enum MainDirection {
    /// From the directions that a surface faces: good to a degree or two.
    static func rough(_ facing: FacingTally) -> Double {
        let (normals, areas) = facing.directions
        return refined(
            zip(normals, areas).compactMap { n, area in
                n.y.magnitude < 0.3 ? (atan2(Double(-n.z), Double(n.x)), Double(area)) : nil
            }, window: 0.1)
    }

    /// From lines, by their length.
    static func fine(_ lines: [FaceLine]) -> Double {
        refined(lines.map { (atan2($0.direction.y, $0.direction.x), $0.tall * $0.tall) }, window: 0.035)
    }

    /// The one of the four main directions that is nearest to a direction.
    static func nearest(_ direction: PlanPoint, _ angle: Double) -> PlanPoint {
        let a = PlanPoint(cos(angle), sin(angle))
        return [a, a.left, -a, -a.left].max { $0.dot(direction) < $1.dot(direction) }!
    }

    /// The heaviest window of angles modulo 90°, then the mean in it, a few times over.
    private static func refined(_ angles: [(angle: Double, weight: Double)], window: Double) -> Double {
        let quarter = Double.pi / 2
        func folded(_ a: Double) -> Double { a - (a / quarter).rounded(.down) * quarter }
        var bins = [Double](repeating: 0, count: 90)
        for (a, w) in angles { bins[min(89, Int(folded(a) / quarter * 90))] += w }
        let sums = bins.indices.map { i in (-2...2).reduce(0.0) { $0 + bins[(i + $1 + 90) % 90] } }
        guard let peak = sums.indices.max(by: { (sums[$0], -$0) < (sums[$1], -$1) }), sums[peak] > 0 else { return 0 }
        var middle = (Double(peak) + 0.5) * quarter / 90
        for round in 0..<6 {
            let reach = round < 2 ? max(window, 0.06) : window
            var sum = 0.0
            var weight = 0.0
            for (a, w) in angles {
                var off = folded(a - middle)
                if off > quarter / 2 { off -= quarter }
                if abs(off) < reach {
                    sum += off * w
                    weight += w
                }
            }
            if weight > 0 { middle += sum / weight }
        }
        let result = folded(middle)
        return result > quarter / 2 ? result - quarter : result
    }
}
