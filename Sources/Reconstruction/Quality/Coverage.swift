import Meshes
import Geometry

/// How much of a surface was seen: its area against the gaps that its boundary loops enclose.
struct Coverage {
    /// m² of the surface that was seen.
    let seen: Double
    /// m² of flat patches in the boundary loops.
    let unseen: Double
    /// The largest gap.
    let largest: BoundaryLoops.Loop?
    /// Metres; the lowest point of the surface.
    private let floor: Float

    /// 0…1.
    var share: Double { seen + unseen > 0 ? seen / (seen + unseen) : 0 }

    /// A gap counts by the area of a flat patch in it, where the patch would go on from the surface or stand across it. The outer
    /// boundary loop of a sheet, whose patch would lie on the sheet's own back, is no gap; nor are holes as small as noise makes.
    init(_ mesh: TriangleMesh, _ loops: [BoundaryLoops.Loop], filled: FilledPatches?) {
        seen = max(0, mesh.area - (filled?.area ?? 0))
        let gaps = loops.filter { $0.isClosed && $0.length > 0.1 && $0.agreement > -0.4 }
        unseen = gaps.reduce(0) { $0 + Double($1.area) }
        largest = gaps.max { $0.area < $1.area }
        floor = mesh.bounds.isEmpty ? 0 : mesh.bounds.min.y
    }

    /// What is missing and where, in plain words; without lengths where their unit is unknown.
    func sentence(scaleIsKnown: Bool) -> String {
        let percent = Int(((1 - share) * 100).rounded())
        guard let gap = largest, gap.area >= 0.01 else { return "Gaps are \(percent) % of the surface that was found." }
        let height = gap.center.y - floor
        let n = gap.normal.normalized
        guard scaleIsKnown else {
            let place = n.y > 0.7 ? "an upper side" : n.y < -0.7 ? "an underside" : "an upright surface"
            return "Gaps are \(percent) % of the surface that was found; the largest is on \(place)."
        }
        let place: String
        let remedy: String
        if n.y > 0.7 {
            place = height < 0.3 ? "in the floor" : "on an upper side, \(Self.metres(height)) up"
            remedy = height < 0.3 ? "walk around the object there" : "hold the camera higher"
        } else if n.y < -0.7 {
            place = height > 1.8 ? "in the ceiling" : "on an underside, \(Self.metres(height)) up"
            remedy = height > 1.8 ? "look up" : "hold the camera lower"
        } else {
            place = "on an upright surface, \(Self.metres(height)) up"
            remedy = "scan it from the side"
        }
        return "Gaps are \(percent) % of the surface that was found; the largest, \(Self.tenths(gap.area)) m², is \(place), near x "
            + "\(Self.tenths(gap.center.x)) m, z \(Self.tenths(gap.center.z)) m: \(remedy)."
    }

    private static func metres(_ x: Float) -> String { "\(tenths(x)) m" }

    private static func tenths(_ x: Float) -> String {
        let n = Int((x.magnitude * 10).rounded())
        return "\(x < 0 && n > 0 ? "−" : "")\(n / 10).\(n % 10)"
    }
}
