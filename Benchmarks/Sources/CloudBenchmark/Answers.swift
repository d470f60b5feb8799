import Foundation
import Geometry
import PointClouds

/// What Open3D found, as raw little-endian numbers: OPERATION-IMPLEMENTATION.bin.
struct PeerAnswers {
    let folder: URL

    private func values<T>(_ operation: String, _ who: String) -> [T] {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("\(operation)-\(who).bin")) else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<T>.size).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.size, as: T.self)
            }
        }
    }

    func vectors(_ operation: String, _ who: String) -> [Vector3] {
        let all: [Float] = values(operation, who)
        return (0..<all.count / 3).map { Vector3(all[3 * $0], all[3 * $0 + 1], all[3 * $0 + 2]) }
    }

    func numbers(_ operation: String, _ who: String) -> [Int] { (values(operation, who) as [Int32]).map(Int.init) }

    func transform(_ operation: String, _ who: String) -> RigidTransform {
        let m = (values(operation, who) as [Double]).map { Float($0) }
        return m.count == 16 ? Answers.transform(m) : .identity
    }
}

/// How alike two answers are, in words.
enum Answers {
    static func samePoints(_ a: [Vector3], _ b: [Vector3]) -> String {
        guard a.count == b.count else { return "\(a.count) points, Open3D \(b.count)" }
        let tree = PointTree(b)
        let worst = a.reduce(Float(0)) { max($0, tree.nearest(1, to: $1).first?.distanceSquared ?? .infinity) }
        return String(format: "%d points each, at most %.4f mm apart", a.count, worst.squareRoot() * 1000)
    }

    static func sameNormals(_ a: [Vector3], _ b: [Vector3]) -> String {
        guard a.count == b.count else { return "\(a.count) normals, Open3D \(b.count)" }
        let within = zip(a, b).count { min(($0 - $1).length, ($0 + $1).length) <= 1e-3 }
        return String(format: "%.3f %% of the normals within 0.001, up to sign", 100 * Double(within) / Double(a.count))
    }

    static func sameSet(_ a: [Int], _ b: [Int]) -> String {
        "\(a.count) kept, Open3D \(b.count), \(Set(a).symmetricDifference(b).count) different"
    }

    static func sameLabels(_ a: [Int], _ b: [Int]) -> String {
        guard a.count == b.count else { return "\(a.count) labels, Open3D \(b.count)" }
        return "\((a.max() ?? -1) + 1) clusters, Open3D \((b.max() ?? -1) + 1), \(zip(a, b).count { $0 != $1 }) labels different"
    }

    /// Millimetres at the origin's neighbourhood, two metres ahead of a camera, and degrees between two transforms.
    static func error(_ a: RigidTransform, _ b: RigidTransform) -> (Double, Double) {
        let p = Vector3(0, 0, -2)
        let q = (a.rotation.inverse * b.rotation).vector
        return (Double((a.apply(p) - b.apply(p)).length) * 1000, Double(2 * Vector3(q.x, q.y, q.z).length) * 180 / .pi)
    }

    /// From sixteen numbers, row by row.
    static func transform(_ m: [Float]) -> RigidTransform {
        RigidTransform(
            Matrix4(
                SIMD4(m[0], m[4], m[8], m[12]), SIMD4(m[1], m[5], m[9], m[13]), SIMD4(m[2], m[6], m[10], m[14]),
                SIMD4(m[3], m[7], m[11], m[15])))
    }
}
