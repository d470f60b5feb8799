import Foundation
import Images
import Support

/// A thing made from a seed: a box, a can or a flat package with drawn surfaces.
public struct RenderedThing: Sendable {
    /// How a photo is taken.
    public struct View: Sendable {
        /// Radians about the vertical; 0 looks at the front.
        public var azimuth = 0.0
        /// Radians above the horizon.
        public var elevation = 0.35
        /// Radians about the viewing axis.
        public var roll = 0.0
        /// How much of the image's height the thing takes, about.
        public var scale = 0.6
        /// The light's strength, 1 as in a lit room, and its direction (azimuth in radians).
        public var light = 1.0
        public var lightAzimuth = 0.6
        /// Exponent of the grey levels.
        public var gamma = 1.0
        /// Standard deviation of noise in grey levels.
        public var noise = 2.0
        /// Blur of the lens in pixels.
        public var blur = 0.0
        /// Things in front of it: the share of its extent they take.
        public var occlusion = 0.0
        /// Which desk is below it, and where on it the thing stands.
        public var desk: UInt64 = 0
        public var seed: UInt64 = 0

        /// The front, well lit.
        public init() {}

        /// A photo as one takes it when adding a thing: number `index` of a few, from different sides.
        public static func reference(_ index: Int, seed: UInt64) -> View {
            var random = SplitMix64(seed: seed &* 31 &+ UInt64(index))
            var view = View()
            view.azimuth = [0, -0.7, 0.7, 0, 1.3, -1.3][index % 6] + random.between(-0.1, 0.1)
            view.elevation = index % 6 == 3 ? 0.9 : random.between(0.2, 0.45)
            view.scale = random.between(0.55, 0.75)
            view.light = random.between(0.85, 1.1)
            view.desk = random.next() % 20
            view.seed = random.next()
            return view
        }

        /// Another photo of it: changed light, scale, side, and things in front of it.
        public static func unseen(seed: UInt64) -> View {
            var random = SplitMix64(seed: seed &* 37 &+ 11)
            var view = View()
            view.azimuth = random.between(-0.95, 0.95)
            view.elevation = random.between(0.12, 0.75)
            view.roll = random.between(-0.35, 0.35)
            view.scale = random.between(0.35, 0.9)
            view.light = random.between(0.45, 1.3)
            view.lightAzimuth = random.between(-1.4, 1.4)
            view.gamma = random.between(0.7, 1.5)
            view.noise = random.between(1, 6)
            view.blur = random.between(0, 1.2)
            view.occlusion = random.between(0, 0.35)
            view.desk = random.next() % 20
            view.seed = random.next()
            return view
        }
    }

    private enum Shape {
        case box
        case can
    }

    private let shape: Shape
    /// Half of width, height and depth; a can's radius is the first.
    private let half: SIMD3<Double>
    private let faces: [Image<UInt8>]

    /// The thing of this seed.
    public init(seed: UInt64) {
        var random = SplitMix64(seed: seed &* 65_537 &+ 1)
        shape = random.next() % 3 == 0 ? .can : .box
        let width = random.between(0.5, 1)
        half = SIMD3(
            width, random.between(0.6, 1.1), shape == .can ? width : random.next() % 3 == 0 ? 0.12 : random.between(0.4, 0.9))
        faces = (0..<(shape == .can ? 2 : 4)).map { ThingTexture.package(seed: seed &* 16 &+ UInt64($0), edge: 384) }
    }

    /// A photo of the thing.
    public func photo(_ view: View, width: Int = 480, height: Int = 400) -> Image<UInt8> {
        let desk = ThingTexture.desk(seed: view.desk, edge: 512)
        var random = SplitMix64(seed: view.seed)
        let offset = SIMD2(random.between(0, 9), random.between(0, 9))
        let focal = 1.4 * Double(height)
        let distance = 2 * max(half.y, half.x) * 1.4 / view.scale
        let eye =
            distance * SIMD3(sin(view.azimuth) * cos(view.elevation), sin(view.elevation), cos(view.azimuth) * cos(view.elevation))
        let forward = -eye / distance
        let side = Self.normalized(SIMD3(-forward.z, 0, forward.x))
        let up = SIMD3(
            side.y * forward.z - side.z * forward.y, side.z * forward.x - side.x * forward.z,
            side.x * forward.y - side.y * forward.x)
        let right = side * cos(view.roll) + up * sin(view.roll)
        let above = up * cos(view.roll) - side * sin(view.roll)
        let light = Self.normalized(SIMD3(sin(view.lightAzimuth), 1.1, cos(view.lightAzimuth)))
        let shift = SIMD2(random.between(-0.08, 0.08), random.between(-0.08, 0.08)) * Double(height)
        var levels = [Double](repeating: 0, count: width * height)
        levels.withUnsafeMutableBufferPointer { levels in
            nonisolated(unsafe) let target = levels
            Parallel.forEach(height) { y in
                for x in 0..<width {
                    var sum = 0.0
                    for sample in 0..<4 {
                        let px = Double(x) + (sample & 1 == 0 ? 0.25 : 0.75) - Double(width) / 2 + shift.x
                        let py = Double(y) + (sample < 2 ? 0.25 : 0.75) - Double(height) / 2 + shift.y
                        let ray = Self.normalized(forward * focal + right * px - above * py)
                        sum += shade(eye, ray, light: light, desk: desk, offset: offset)
                    }
                    target[y * width + x] = sum / 4
                }
            }
        }
        occlude(&levels, view: view, width: width, height: height, random: &random)
        if view.blur > 0.2 { Self.blur(&levels, width: width, height: height, sigma: view.blur) }
        let pixels = levels.map { level -> UInt8 in
            let value = 255 * pow(min(max(level * view.light, 0), 1), view.gamma) + Double(random.normal()) * view.noise
            return UInt8(min(max(value, 0), 255))
        }
        return Image(width: width, height: height, pixels: pixels)
    }

    /// The grey level that a ray meets, 0…1.
    private func shade(
        _ eye: SIMD3<Double>, _ ray: SIMD3<Double>, light: SIMD3<Double>, desk: Image<UInt8>, offset: SIMD2<Double>
    ) -> Double {
        if let hit = hit(eye, ray) {
            let diffuse = max(0, (hit.normal * light).sum())
            return Self.sample(faces[hit.face], u: hit.u, v: hit.v) * (0.55 + 0.45 * diffuse)
        }
        if ray.y < -1e-3 {
            let t = (-half.y - eye.y) / ray.y
            let p = eye + t * ray
            if t > 0, t < 40 {
                let scale = 0.22
                let u = p.x * scale + offset.x
                let v = p.z * scale + offset.y
                return Self.sample(desk, u: u - floor(u), v: v - floor(v)) * 0.9
            }
        }
        return 0.6 + 0.1 * ray.y
    }

    /// Where a ray meets the thing: the surface, the position on it (0…1), its normal.
    private func hit(_ eye: SIMD3<Double>, _ ray: SIMD3<Double>) -> (face: Int, u: Double, v: Double, normal: SIMD3<Double>)? {
        switch shape {
        case .box:
            var near = -Double.infinity
            var far = Double.infinity
            var axis = 0
            for k in 0..<3 {
                if abs(ray[k]) < 1e-12 { if abs(eye[k]) > half[k] { return nil } else { continue } }
                let a = (-half[k] - eye[k]) / ray[k]
                let b = (half[k] - eye[k]) / ray[k]
                if min(a, b) > near {
                    near = min(a, b)
                    axis = k
                }
                far = min(far, max(a, b))
            }
            guard near < far, near > 0 else { return nil }
            let p = (eye + near * ray) / half
            var normal = SIMD3<Double>.zero
            normal[axis] = eye[axis] > 0 ? 1 : -1
            switch axis {
            case 0: return (normal.x > 0 ? 1 : 2, (1 - normal.x * p.z) / 2, (1 - p.y) / 2, normal)
            case 1: return (3, (1 + p.x) / 2, (1 + p.z) / 2, normal)
            default: return (0, (1 + normal.z * p.x) / 2, (1 - p.y) / 2, normal)
            }
        case .can:
            let r = half.x
            let a = ray.x * ray.x + ray.z * ray.z
            let b = eye.x * ray.x + eye.z * ray.z
            let c = eye.x * eye.x + eye.z * eye.z - r * r
            let d = b * b - a * c
            if d > 0, a > 1e-12 {
                let t = (-b - d.squareRoot()) / a
                let p = eye + t * ray
                if t > 0, abs(p.y) <= half.y {
                    let angle = atan2(p.x, p.z) / (2 * .pi)
                    let u = 2 * (angle + 1)
                    return (0, u - floor(u), (1 - p.y / half.y) / 2, SIMD3(p.x / r, 0, p.z / r))
                }
            }
            let t = (half.y - eye.y) / ray.y
            let p = eye + t * ray
            guard t > 0, ray.y < 0, p.x * p.x + p.z * p.z <= r * r else { return nil }
            return (1, (p.x / r + 1) / 2, (p.z / r + 1) / 2, SIMD3(0, 1, 0))
        }
    }

    private func occlude(_ levels: inout [Double], view: View, width: Int, height: Int, random: inout SplitMix64) {
        guard view.occlusion > 0.02 else { return }
        let gray = random.between(0.1, 0.9)
        let extent = view.scale * Double(height)
        let angle = random.between(0, 6.28)
        let cx = Double(width) / 2 + cos(angle) * extent * 0.3
        let cy = Double(height) / 2 + sin(angle) * extent * 0.3
        let r = extent * (view.occlusion / .pi).squareRoot()
        let stripes = random.between(0.1, 0.5)
        for y in max(0, Int(cy - r))..<max(0, min(height, Int(cy + r))) {
            for x in max(0, Int(cx - r))..<max(0, min(width, Int(cx + r))) {
                let dx = Double(x) - cx
                let dy = Double(y) - cy
                if dx * dx + dy * dy < r * r { levels[y * width + x] = gray + 0.1 * sin(stripes * (dx + 2 * dy)) }
            }
        }
    }

    static func blur(_ levels: inout [Double], width: Int, height: Int, sigma: Double) {
        let reach = Int((3 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        var rows = levels
        for y in 0..<height {
            for x in 0..<width {
                var value = 0.0
                for k in -reach...reach { value += weights[k + reach] * levels[y * width + min(max(x + k, 0), width - 1)] }
                rows[y * width + x] = value / sum
            }
        }
        for y in 0..<height {
            for x in 0..<width {
                var value = 0.0
                for k in -reach...reach { value += weights[k + reach] * rows[min(max(y + k, 0), height - 1) * width + x] }
                levels[y * width + x] = value / sum
            }
        }
    }

    private static func sample(_ image: Image<UInt8>, u: Double, v: Double) -> Double {
        let x = min(max(u * Double(image.width) - 0.5, 0), Double(image.width) - 1.001)
        let y = min(max(v * Double(image.height) - 0.5, 0), Double(image.height) - 1.001)
        let i = Int(x)
        let j = Int(y)
        let fx = x - Double(i)
        let fy = y - Double(j)
        let base = j * image.width + i
        return image.pixels.withUnsafeBufferPointer { p in
            let top = Double(p[base]) * (1 - fx) + Double(p[base + 1]) * fx
            let bottom = Double(p[base + image.width]) * (1 - fx) + Double(p[base + image.width + 1]) * fx
            return (top * (1 - fy) + bottom * fy) / 255
        }
    }

    private static func normalized(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
}
