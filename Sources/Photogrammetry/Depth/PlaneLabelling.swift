import CStereo
import Foundation
import Geometry

/// Which plane of the scene each part of a view shows, where nothing is confirmed: the photos and the confirmed depths around must
/// not contradict it, and planes change where the image has an edge or where they meet (as in Furukawa and others 2009).
struct PlaneLabelling {
    /// By their numbers.
    let views: [Int: PlanarView]
    let planes: [ScenePlane]

    /// Costs of a pixel: 0 where a plane fits, about 1 where it doesn't. No plane costs `none`.
    private static let none: Float = 0.45
    /// More for a plane at other angles than most: these often only touch several things.
    private static let slanted: Float = 0.1
    /// Of a plane on which a confirmed pixel doesn't lie.
    private static let misses: Float = 2
    /// Share of the depth at which a plane misses a confirmed pixel altogether.
    private static let tolerance: Float = 0.02
    /// Of the photos' differences at most, and of the share of the photos that see through the plane.
    private static let differs: Float = 0.5
    private static let seenThrough: Float = 1.5
    /// Of a plane that no source sees.
    private static let unseen: Float = 0.5
    /// Grey values by which pixels differ altogether; more by half the change to the neighbours.
    private static let difference: Float = 8
    /// Of a change of planes where the image has no edge, and where it has a strong one; grey values a pixel of half an edge.
    private static let change: Float = 0.6
    private static let changeAtEdge: Float = 0.1
    private static let edge: Float = 5
    private static let outside: Float = 10
    private static let passes: Int32 = 6

    /// A plane at a pixel.
    private struct Candidate {
        var cost: Float
        /// The logarithm of its depth.
        var log: Float
    }

    /// The number of the plane that each pixel of the reduced view `i` shows; −1 where none.
    /// - Parameter image: the view's full-size image.
    func labels(_ i: Int, _ plan: ViewPlan, image: LumaImage) -> [Int] {
        guard let here = views[i] else { return [] }
        let all = planes.map { candidates($0, here, plan) }
        let chosen = winners(all, count: here.gray.count)
        let stride = Int(StereoMaxLabels)
        let costs = AlignedFloats(count: here.gray.count * stride)
        let logs = AlignedFloats(count: here.gray.count * stride)
        let messages = AlignedFloats(count: 4 * here.gray.count * stride)
        for k in here.gray.indices {
            costs.base[k * stride] = Self.none
            // No plane meets another one anywhere.
            logs.base[k * stride] = 1e6
            for (a, p) in chosen.enumerated() {
                costs.base[k * stride + a + 1] = all[p][k].cost
                logs.base[k * stride + a + 1] = all[p][k].log
            }
        }
        let changes = here.changes(image)
        var result = [UInt8](repeating: 0, count: here.gray.count)
        changes.right.map(Self.weight).withUnsafeBufferPointer { right in
            changes.down.map(Self.weight).withUnsafeBufferPointer { down in
                var problem = StereoLabels(
                    width: Int32(here.view.camera.width), height: Int32(here.view.camera.height), labels: Int32(chosen.count + 1),
                    costs: costs.base, logs: logs.base, right: right.baseAddress, down: down.baseAddress, tolerance: Self.tolerance)
                withExtendedLifetime((costs, logs, messages)) {
                    StereoLabel(StereoProblem.bestUnit, &problem, Self.passes, messages.base, &result)
                }
            }
        }
        return result.map { $0 == 0 ? -1 : chosen[Int($0) - 1] }
    }

    /// The planes that cost hardly more than the least at most pixels, as many as there are labels.
    private func winners(_ all: [[Candidate]], count: Int) -> [Int] {
        var wins = [Int](repeating: 0, count: planes.count)
        for k in 0..<count {
            let least = all.reduce(Self.none) { min($0, $1[k].cost) }
            guard least < Self.none else { continue }
            for p in planes.indices where all[p][k].cost < least + 0.02 { wins[p] += 1 }
        }
        return Array(
            planes.indices.filter { wins[$0] > count / 1000 }.sorted { (wins[$0], $1) > (wins[$1], $0) }
                .prefix(Int(StereoMaxLabels) - 1))
    }

    private static func weight(_ change: Float) -> Float {
        let x = change / edge
        return Self.change / (1 + x * x * x * x) + changeAtEdge
    }

    private func candidates(_ plane: ScenePlane, _ here: PlanarView, _ plan: ViewPlan) -> [Candidate] {
        let camera = here.view.camera
        var result = [Candidate](repeating: Candidate(cost: Self.outside, log: 2e6), count: here.gray.count)
        guard let inverses = plane.inverseDepths(in: here.view) else { return result }
        let sources = plan.sources.compactMap { j in views[j].map { Source(seen: $0, there: here.view.mapping(to: $0.view)) } }
        let extra = plane.isSquare ? 0 : Self.slanted
        let distance = plane.distance(here.view.center).magnitude
        for y in 0..<camera.height {
            for x in 0..<camera.width {
                let k = y * camera.width + x
                let inverse = inverses.at(x, y)
                guard inverse > plan.range.lowerBound * 0.5, inverse < plan.range.upperBound * 2 else { continue }
                // Seen more flatly than 4°, a plane has no depth.
                let ray = camera.unproject(Vector2(Float(x), Float(y)), depth: 1).length
                guard distance * inverse > 0.06 * ray else { continue }
                let known = here.confirmed[k]
                let cost =
                    known > 0
                    ? Self.misses * min(1, (inverse - known).magnitude / (Self.tolerance * known))
                    : cost(inverse, Float(x), Float(y), Float(here.gray[k]), sources) + extra
                result[k] = Candidate(cost: cost, log: -log(inverse))
            }
        }
        return result
    }

    private struct Source {
        let seen: PlanarView
        let there: PixelMapping
    }

    /// How much the sources contradict a surface with an inverse depth at pixel (x, y), whose grey value is `value`.
    private func cost(_ inverse: Float, _ x: Float, _ y: Float, _ value: Float, _ sources: [Source]) -> Float {
        var sum: Float = 0
        var seen: Float = 0
        var through: Float = 0
        for source in sources {
            let p = source.there.apply(x, y, inverse: inverse)
            guard p.z > 1e-6 else { continue }
            let u = p.x / p.z
            let v = p.y / p.z
            let w = source.seen.view.camera.width
            guard u >= 0, v >= 0, u < Float(w - 1), v < Float(source.seen.view.camera.height - 1) else { continue }
            let there = source.seen.confirmed[Int(v + 0.5) * w + Int(u + 0.5)]
            let expected = inverse / p.z
            if there > 0 {
                // Hidden behind something there.
                if there > expected * 1.03 { continue }
                if there < expected * 0.97 { through += 1 }
            }
            let column = Int(u)
            let row = Int(v)
            let fx = u - Float(column)
            let at = row * w + column
            func gray(_ at: Int) -> Float { Float(source.seen.gray[at]) }
            let top = gray(at) + (gray(at + 1) - gray(at)) * fx
            let bottom = gray(at + w) + (gray(at + w + 1) - gray(at + w)) * fx
            let found = top + (bottom - top) * (v - Float(row))
            let slope = (gray(at + 1) - gray(at)).magnitude + (gray(at + w) - gray(at)).magnitude
            sum += min(1, (found - value).magnitude / (Self.difference + 0.5 * slope))
            seen += 1
        }
        return seen > 0 ? (Self.differs * sum + Self.seenThrough * through) / seen : Self.unseen
    }
}

/// Floats at an address that vectors of sixteen can be read from, 0 at first.
private final class AlignedFloats {
    let base: UnsafeMutablePointer<Float>

    init(count: Int) {
        base = UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * 4, alignment: 64)
            .initializeMemory(as: Float.self, repeating: 0, count: max(1, count))
    }

    deinit { base.deallocate() }
}
