import Geometry
import Images
import Support

extension Renderer {
    /// An image of a point cloud: each point a round disc that faces the camera, as large as the cloud is sparse.
    public static func render(
        _ cloud: PointCloud, camera: RenderCamera, width: Int, height: Int, style: RenderStyle = RenderStyle()
    ) -> ColorImage {
        let samples = min(max(style.supersampling, 1), 4)
        guard width > 0, height > 0 else { return ColorImage(width: max(width, 0), height: max(height, 0), repeating: .zero) }
        let splats = SplatRasterizer(cloud, camera, width: width * samples, height: height * samples, style: style)
        let bands = Bands(rows: height * samples, spans: splats.spans())
        let light = GentleLight(camera)
        let hasColors = cloud.colors.count == cloud.positions.count
        let hasNormals = cloud.normals.count == cloud.positions.count
        return image(width: width, height: height, samples: samples, background: style.background) { band, visible in
            for i in bands[band] { splats.draw(Int(i), into: visible) }
        } color: { visible, at in
            let i = Int(visible.thing[at])
            let albedo = hasColors ? cloud.colors[i] : style.baseColor
            switch style.shading {
            case .colors: return albedo
            case .lit: return hasNormals ? albedo * light.strength(cloud.normals[i], at: cloud.positions[i]) : albedo
            case .normals:
                let n = hasNormals ? light.facing(cloud.normals[i], at: cloud.positions[i]) : Vector3(repeating: 0)
                return SRGB.linearised(n * 0.5 + 0.5)
            case .depth(let near, let far):
                return SRGB.linearised(Vector3(repeating: 1 - (visible.depth[at] - near) / max(far - near, 1e-6)))
            }
        }
    }
}

/// Finds the nearest point behind each sample.
private struct SplatRasterizer {
    private let cloud: PointCloud
    private let width: Int
    private let height: Int
    private let transform: ScreenTransform
    private let ceilingCut: Float
    /// Diameter in metres.
    private let size: Double

    init(_ cloud: PointCloud, _ camera: RenderCamera, width: Int, height: Int, style: RenderStyle) {
        self.cloud = cloud
        self.width = width
        self.height = height
        transform = ScreenTransform(camera, width: width, height: height)
        ceilingCut = style.ceilingCut ?? .infinity
        size = Double(style.pointSize ?? Self.spacing(cloud))
    }

    /// About how far the points lie from each other, if they cover the sides of their box once: metres.
    private static func spacing(_ cloud: PointCloud) -> Float {
        guard !cloud.positions.isEmpty else { return 0.01 }
        return 1.5 * (2 * cloud.bounds.halfArea / Float(cloud.positions.count)).squareRoot()
    }

    /// Centre in samples, radius in samples and depth in metres; nil where the point is not in front of the camera.
    @inline(__always)
    private func disc(_ i: Int) -> (x: Double, y: Double, radius: Double, depth: Double)? {
        guard cloud.positions[i].y <= ceilingCut else { return nil }
        let p = transform.apply(cloud.positions[i])
        guard p.w >= transform.near, p.w.isFinite else { return nil }
        // Not less than a pixel at twofold sampling, nor so large that one point near the eye hides the place.
        let radius = min(max(0.5 * size * transform.samplesPerMetre(at: p.w), 0.75), Double(height) / 24 + 1)
        return (p.x / p.z, p.y / p.z, radius, p.w)
    }

    func spans() -> [RowSpan] {
        let n = cloud.positions.count
        return [RowSpan](unsafeUninitializedCapacity: n) { out, initialized in
            let out = Disjoint(out)
            Parallel.forEachRange(n, minimum: 4096) { range in
                for i in range { out.base[i] = span(i) }
            }
            initialized = n
        }
    }

    private func span(_ i: Int) -> RowSpan {
        guard let d = disc(i), d.x + d.radius >= 0, d.x - d.radius <= Double(width - 1), d.y + d.radius >= 0,
            d.y - d.radius <= Double(height - 1)
        else { return .none }
        let low = max(0, d.y - d.radius).rounded(.up)
        let high = min(Double(height - 1), d.y + d.radius).rounded(.down)
        return low <= high ? RowSpan(low: Int32(low), high: Int32(high)) : .none
    }

    func draw(_ i: Int, into band: borrowing VisibilityBand) {
        guard let d = disc(i) else { return }
        let top = max(Double(band.firstRow), d.y - d.radius).rounded(.up)
        let bottom = min(Double(band.firstRow + band.rowCount - 1), d.y + d.radius).rounded(.down)
        guard top <= bottom else { return }
        let depth = Float(d.depth)
        for row in Int(top)...Int(bottom) {
            let dy = Double(row) - d.y
            let half = max(0, d.radius * d.radius - dy * dy).squareRoot()
            let from = max(0, d.x - half).rounded(.up)
            let to = min(Double(width - 1), d.x + half).rounded(.down)
            guard from <= to else { continue }
            let line = (row - band.firstRow) * band.stride
            for at in line + Int(from)...line + Int(to) where depth < band.depth[at] {
                band.depth[at] = depth
                band.thing[at] = Int32(i)
            }
        }
    }
}
