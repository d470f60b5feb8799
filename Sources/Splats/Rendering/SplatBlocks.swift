import CSplats
import Foundation
import Geometry

/// Splats as they are trained, in blocks of eight: logarithms of sizes, logits of opacities (`SplatTable` in CSplats.h).
final class SplatBlocks: @unchecked Sendable {
    static let lanes = Int(SplatLanes)
    static let shape = Int(SplatShape)

    let capacity: Int
    let degree: Int
    let planes: Int
    let values: AlignedMemory<Float>
    /// Variance that is added along each axis; m² a splat.
    let filters: AlignedMemory<Float>
    var count: Int

    init(capacity: Int, degree: Int) {
        let blocks = (capacity + Self.lanes - 1) / Self.lanes
        self.capacity = blocks * Self.lanes
        self.degree = degree
        planes = Self.shape + 3 * SphericalHarmonics.count(degree)
        values = AlignedMemory(count: self.capacity * planes)
        filters = AlignedMemory(count: self.capacity)
        count = 0
    }

    convenience init(_ cloud: SplatCloud, capacity: Int, degree: Int) {
        self.init(capacity: max(capacity, cloud.count), degree: degree)
        let shared = min(cloud.coefficientCount, SphericalHarmonics.count(degree)) * 3
        for i in 0..<cloud.count {
            let p = cloud.positions[i]
            let s = cloud.scales[i]
            let q = cloud.rotations[i].vector
            for k in 0..<3 {
                self[i, k] = p[k]
                self[i, 3 + k] = Foundation.log(min(max(s[k], 1e-9), 1e9))
            }
            for k in 0..<4 { self[i, 6 + k] = q[k] }
            self[i, 10] = Self.logit(cloud.opacities[i])
            let from = 3 * cloud.coefficientCount * i
            for k in 0..<shared { self[i, Self.shape + k] = cloud.harmonics[from + k] }
        }
        count = cloud.count
    }

    var blockCount: Int { (count + Self.lanes - 1) / Self.lanes }

    var table: SplatTable {
        SplatTable(values: values.pointer, filters: filters.pointer, planes: Int32(planes), count: Int32(count))
    }

    @inline(__always)
    func offset(_ i: Int, _ plane: Int) -> Int { ((i >> 3) * planes + plane) << 3 + (i & 7) }

    @inline(__always)
    subscript(_ i: Int, _ plane: Int) -> Float {
        get { values.pointer[((i >> 3) * planes + plane) * 8 + (i & 7)] }
        set { values.pointer[((i >> 3) * planes + plane) * 8 + (i & 7)] = newValue }
    }

    func position(_ i: Int) -> Vector3 { Vector3(self[i, 0], self[i, 1], self[i, 2]) }
    func opacity(_ i: Int) -> Float { Self.sigmoid(self[i, 10]) }

    static func sigmoid(_ x: Float) -> Float { 1 / (1 + Foundation.exp(-x)) }

    static func logit(_ opacity: Float) -> Float {
        let o = min(max(opacity, 1e-6), 1 - 1e-6)
        return Foundation.log(o / (1 - o))
    }

    /// The splats with the 3D filter applied, in the order of `numbers` (all where nil).
    func cloud(_ numbers: [Int]? = nil) -> SplatCloud {
        let numbers = numbers ?? Array(0..<count)
        var cloud = SplatCloud(degree: degree)
        let coefficients = planes - Self.shape
        cloud.positions.reserveCapacity(numbers.count)
        cloud.harmonics.reserveCapacity(numbers.count * coefficients)
        for i in numbers {
            let filter = filters.pointer[i]
            var scale = Vector3(repeating: 0)
            var ratio: Float = 1
            for k in 0..<3 {
                let size = Foundation.exp(self[i, 3 + k])
                let sum = size * size + filter
                scale[k] = sum.squareRoot()
                ratio *= size * size / sum
            }
            cloud.positions.append(position(i))
            cloud.scales.append(scale)
            cloud.rotations.append(Quaternion(self[i, 6], self[i, 7], self[i, 8], self[i, 9]).normalized)
            cloud.opacities.append(opacity(i) * ratio.squareRoot())
            for k in 0..<coefficients { cloud.harmonics.append(self[i, Self.shape + k]) }
        }
        return cloud
    }
}
