import CSplats
import Foundation
import Geometry
import Support

extension SplatTrainer {
    /// Opacity below which a splat contributes nothing.
    private static let deadOpacity: Float = 0.005
    /// More copies than this of one splat are not made at once.
    private static let mostCopies = 16

    /// Steps between two changes of the splats' number.
    var densifyInterval: Int { max(min(100, options.iterations / 30), 10) }

    /// Moves splats that are faint or at a camera, and adds others, when it is time for it: not in the first twentieth of the
    /// steps, nor in the last quarter.
    func densifyIfDue() throws(SplatError) {
        guard options.densifies else { return }
        let part = Float(iteration) / Float(options.iterations)
        guard iteration % densifyInterval == 0, part >= 0.03, part <= 0.75 else { return }
        try backend.collect(memory)
        defer { backend.memoryChanged() }
        var random = SplitMix64(seed: options.seed &+ 0xD15C &+ UInt64(iteration) &* 0x2545_F491_4F6C_DD1D)
        let isMisplaced = areAtCameras()
        var dead: [Int] = []
        var alive: [Int] = []
        for i in 0..<blocks.count {
            if blocks.opacity(i) <= Self.deadOpacity || isMisplaced[i] { dead.append(i) } else { alive.append(i) }
        }
        guard !alive.isEmpty else { return }
        // The growth that reaches the largest number after two thirds of the steps that densify.
        let steps = Float(options.iterations) * 0.5 / Float(densifyInterval)
        let growth = Foundation.pow(Float(maximumSplats) / Float(max(initialCount, 1)), 1 / max(steps, 1))
        let wanted = min(maximumSplats, max(Int(Float(blocks.count) * max(growth, 1.02)), blocks.count))
        let added = Array(blocks.count..<max(wanted, blocks.count))
        blocks.count += added.count
        copy(onto: dead + added, from: alive, random: &random)
        for i in 0..<blocks.count { memory.motion.pointer[i] = 0 }
        if iteration % (5 * densifyInterval) == 0 { sortInSpace() }
    }

    /// Makes the splats `targets` copies of some of `sources`, which are chosen by opacity and by how much the images pull at
    /// them. A splat and its copies become fainter and smaller so that together they look like the one before (Kheradmand et al.,
    /// eq. 9).
    private func copy(onto targets: [Int], from sources: [Int], random: inout SplitMix64) {
        guard !targets.isEmpty else { return }
        let pull = sources.reduce(0.0) { $0 + Double(memory.motion.pointer[$1]) } / Double(sources.count)
        var sums: [Double] = []
        sums.reserveCapacity(sources.count)
        var total = 0.0
        for i in sources {
            total += Double(blocks.opacity(i)) * (pull > 0 ? Double(memory.motion.pointer[i]) / pull : 1)
            sums.append(total)
        }
        guard total > 0 else { return }
        var copies: [Int: [Int]] = [:]
        var order: [Int] = []
        for target in targets {
            let wanted = Double(random.next() >> 11) * 0x1p-53 * total
            var low = 0
            var high = sums.count - 1
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] > wanted { high = middle } else { low = middle + 1 }
            }
            let source = sources[low]
            if copies[source] == nil { order.append(source) }
            copies[source, default: []].append(target)
        }
        for source in order {
            guard let made = copies[source] else { continue }
            let n = min(made.count + 1, Self.mostCopies)
            let old = Double(min(blocks.opacity(source), 0.999))
            let new = 1 - Foundation.pow(1 - old, 1 / Double(n))
            var denominator = 0.0
            for i in 1...n {
                var binomial = 1.0
                for k in 0..<i {
                    let term = binomial * Foundation.pow(new, Double(k + 1)) / Double(k + 1).squareRoot()
                    denominator += k % 2 == 0 ? term : -term
                    binomial *= Double(i - 1 - k) / Double(k + 1)
                }
            }
            let shrink = Float(Foundation.log(max(old / max(denominator, 1e-9), 1e-3)))
            blocks[source, 10] = SplatBlocks.logit(Float(max(new, Double(Self.deadOpacity))))
            for k in 3..<6 { blocks[source, k] += shrink }
            for target in made {
                for p in 0..<blocks.planes {
                    blocks[target, p] = blocks[source, p]
                    resetMoments(target, p)
                }
                blocks.filters.pointer[target] = blocks.filters.pointer[source]
            }
            for p in 0..<blocks.planes { resetMoments(source, p) }
        }
    }

    private func resetMoments(_ i: Int, _ plane: Int) {
        let at = ((i >> 3) * blocks.planes + plane) * 8 + (i & 7)
        memory.first.pointer[at] = 0
        memory.second.pointer[at] = 0
    }

    /// Sorts the splats along a space-filling curve, so that the eight of a block are mostly seen together or not at all.
    func sortInSpace() {
        let n = blocks.count
        let positions = (0..<n).map { blocks.position($0) }
        let codes = MortonOrder.codes(positions)
        let order = (0..<n).sorted { (codes[$0], $0) < (codes[$1], $1) }
        let planes = blocks.planes
        func permute(_ part: AlignedMemory<Float>, planes: Int) {
            let old = UnsafeMutablePointer<Float>.allocate(capacity: part.count)
            defer { old.deallocate() }
            memcpy(old, part.pointer, part.count * 4)
            for (new, i) in order.enumerated() {
                let from = (i >> 3) * planes * 8 + (i & 7)
                let to = (new >> 3) * planes * 8 + (new & 7)
                for p in 0..<planes { part.pointer[to + 8 * p] = old[from + 8 * p] }
            }
        }
        permute(blocks.values, planes: planes)
        permute(memory.first, planes: planes)
        permute(memory.second, planes: planes)
        // Blocks of one plane are in order.
        permute(blocks.filters, planes: 1)
        permute(memory.motion, planes: 1)
    }
}

/// Positions along the Z-order curve.
enum MortonOrder {
    /// 63-bit codes; what is next to each other mostly has codes that are near.
    static func codes(_ positions: [Vector3]) -> [UInt64] {
        var low = Vector3(repeating: .infinity)
        var high = Vector3(repeating: -.infinity)
        // A few splats far away must not squeeze all others into one cell.
        let sample = stride(from: 0, to: positions.count, by: max(positions.count / 2000, 1)).map { positions[$0] }
        for k in 0..<3 {
            let sorted = sample.map { $0[k] }.sorted()
            guard !sorted.isEmpty else { return [] }
            low[k] = sorted[sorted.count / 50]
            high[k] = sorted[sorted.count - 1 - sorted.count / 50]
        }
        let size = largest(high - low).nextUp
        return positions.map { p in
            var code: UInt64 = 0
            for k in 0..<3 {
                let t = min(max((p[k] - low[k]) / size, 0), 1)
                code |= spread(UInt64(t * 2_097_151)) << UInt64(k)
            }
            return code
        }
    }

    private static func largest(_ v: Vector3) -> Float { max(v.x, v.y, v.z, 1e-9) }

    /// Two zero bits between the 21 bits of `x`.
    private static func spread(_ x: UInt64) -> UInt64 {
        var x = x & 0x1F_FFFF
        x = (x | x << 32) & 0x1F_0000_0000_FFFF
        x = (x | x << 16) & 0x1F_0000_FF00_00FF
        x = (x | x << 8) & 0x100F_00F0_0F00_F00F
        x = (x | x << 4) & 0x10C3_0C30_C30C_30C3
        return (x | x << 2) & 0x1249_2492_4924_9249
    }
}
