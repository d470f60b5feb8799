import Foundation

extension Furniture {
    /// A place on the footprint: `across` from −0.5 at the left to 0.5, `back` from −0.5 at the front to 0.5 at the back.
    public func point(_ across: Double, _ back: Double) -> PlanPoint {
        let c = cos(angle)
        let s = sin(angle)
        let p = PlanPoint(across * width, back * depth)
        return center + PlanPoint(p.x * c - p.y * s, p.x * s + p.y * c)
    }
}
