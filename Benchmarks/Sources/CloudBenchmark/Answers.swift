import Foundation
import Geometry
import Reconstruction

/// What Open3D found, as raw little-endian numbers.
struct PeerAnswers {
    let folder: String
    /// CPU seconds of the faster implementation.
    private(set) var seconds: [String: Double] = [:]

    init(folder: String) {
        self.folder = folder
        let text = (try? String(contentsOfFile: folder + ".json", encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            guard let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let operation = row["operation"] as? String, let cpu = row["cpu"] as? Double
            else { continue }
            seconds[operation] = min(seconds[operation] ?? .infinity, cpu)
        }
    }

    private func values<T>(_ operation: String, _ who: [String]) -> [T] {
        for name in who {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(operation)-\(name).bin") else { continue }
            return data.withUnsafeBytes { bytes in
                (0..<bytes.count / MemoryLayout<T>.size).map {
                    bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.size, as: T.self)
                }
            }
        }
        return []
    }

    func vectors(_ operation: String, _ who: [String]) -> [Vector3] {
        let all: [Float] = values(operation, who)
        return (0..<all.count / 3).map { Vector3(all[3 * $0], all[3 * $0 + 1], all[3 * $0 + 2]) }
    }

    func numbers(_ operation: String, _ who: [String]) -> [Int] { (values(operation, who) as [Int32]).map(Int.init) }

    /// Row by row.
    func matrix(_ operation: String, _ who: String) -> [Double] { values(operation, [who]) }
}

/// How alike two answers are, in words.
enum Answers {
    static func samePoints(_ a: [Vector3], _ b: [Vector3]) -> String {
        guard a.count == b.count else { return "points \(a.count) : \(b.count)" }
        let tree = PointTree(b)
        let worst = a.reduce(Float(0)) { max($0, tree.nearest(1, to: $1).first?.distanceSquared ?? .infinity) }
        return "\(a.count) points each, at most \(worst.squareRoot() * 1000) mm apart"
    }

    static func sameNormals(_ a: [Vector3], _ b: [Vector3]) -> String {
        guard a.count == b.count else { return "normals \(a.count) : \(b.count)" }
        let apart = zip(a, b).map { min(($0 - $1).length, ($0 + $1).length) }
        let within = apart.count { $0 <= 1e-3 }
        return String(format: "%.4f %% within 1e-3 up to sign", 100 * Double(within) / Double(apart.count))
    }

    static func sameSet(_ a: [Int], _ b: [Int]) -> String {
        "kept \(a.count) : \(b.count), different \(Set(a).symmetricDifference(b).count)"
    }

    static func sameLabels(_ a: [Int], _ b: [Int]) -> String {
        guard a.count == b.count else { return "labels \(a.count) : \(b.count)" }
        return "clusters \((a.max() ?? -1) + 1) : \((b.max() ?? -1) + 1), labels different \(zip(a, b).count { $0 != $1 })"
    }

    static func sameTransform(_ ours: ICP.Result, _ m: [Double], at p: Vector3) -> String {
        guard m.count == 16 else { return "" }
        let q = Vector3(
            Float(m[0] * Double(p.x) + m[1] * Double(p.y) + m[2] * Double(p.z) + m[3]),
            Float(m[4] * Double(p.x) + m[5] * Double(p.y) + m[6] * Double(p.z) + m[7]),
            Float(m[8] * Double(p.x) + m[9] * Double(p.y) + m[10] * Double(p.z) + m[11]))
        let theirs = Quaternion(
            Matrix3(
                Vector3(Float(m[0]), Float(m[4]), Float(m[8])), Vector3(Float(m[1]), Float(m[5]), Float(m[9])),
                Vector3(Float(m[2]), Float(m[6]), Float(m[10]))))
        let turn = (theirs.inverse * ours.transform.rotation).vector
        let angle = 2 * Vector3(turn.x, turn.y, turn.z).length * 180 / .pi
        return String(
            format: "%.4f mm and %.5f° apart; %d iterations, fitness %.4f, rmse %.3f mm",
            (ours.transform.apply(p) - q).length * 1000,
            angle, ours.iterations, ours.fitness, ours.rmse * 1000)
    }
}
