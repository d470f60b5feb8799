import Geometry
import Images
import Support

/// Draws meshes and point clouds on the processor: thumbnails, previews, images for tests and documents.
///
/// Nothing is drawn by chance: the same input gives the same bytes, whatever the number of threads.
public enum Renderer {
    /// An image of a mesh. Light is computed linearly; the image is sRGB and opaque.
    /// - Parameters:
    ///   - mesh: the surface; metres.
    ///   - texture: the base colour (sRGB) that the mesh's texture coordinates point into, shown instead of its vertex colours.
    ///   - camera: pose and projection.
    ///   - width: width of the image in pixels.
    ///   - height: height of the image in pixels.
    ///   - style: shading and background.
    public static func render(
        _ mesh: TriangleMesh, texture: ColorImage? = nil, camera: RenderCamera, width: Int, height: Int,
        style: RenderStyle = RenderStyle()
    ) -> ColorImage {
        let samples = min(max(style.supersampling, 1), 4)
        let shader = SurfaceShader(
            mesh, camera: camera, style: style, texture: texture.map { TextureLevels($0) },
            transform: texture.map { _ in ScreenTransform(camera, width: width * samples, height: height * samples) })
        return render(mesh, camera: camera, width: width, height: height, style: style) { shader.color($0) }
    }

    /// An image of a mesh whose surface is coloured by the caller: `shade` gives the linear colour of a visible point. It is called
    /// from several threads, once for each triangle that a pixel sees.
    public static func render(
        _ mesh: TriangleMesh, camera: RenderCamera, width: Int, height: Int, style: RenderStyle = RenderStyle(),
        shade: (SurfacePoint) -> Vector3
    ) -> ColorImage {
        let samples = min(max(style.supersampling, 1), 4)
        guard width > 0, height > 0 else { return ColorImage(width: max(width, 0), height: max(height, 0), repeating: .zero) }
        let transform = ScreenTransform(camera, width: width * samples, height: height * samples)
        let rasterizer = TriangleRasterizer(mesh, transform, width: width * samples, height: height * samples, style: style)
        let bands = Bands(rows: height * samples, spans: rasterizer.spans())
        return image(width: width, height: height, samples: samples, background: style.background) { band, visible in
            for t in bands[band] { rasterizer.draw(Int(t), into: visible) }
        } color: { visible, at in
            shade(
                SurfacePoint(mesh, triangle: Int(visible.thing[at]), u: visible.u[at], v: visible.v[at], depth: visible.depth[at]))
        }
    }

    /// Puts an image together: `draw` fills a band's samples, `color` gives the linear colour of a sample that sees something.
    static func image(
        width: Int, height: Int, samples: Int, background: SIMD3<UInt8>, draw: (Int, borrowing VisibilityBand) -> Void,
        color: (borrowing VisibilityBand, Int) -> Vector3
    ) -> ColorImage {
        let ground = SRGB.toLinear(background)
        let groundCode = SIMD4(background, 255)
        let share = 1 / Float(samples * samples)
        var image = ColorImage(width: width, height: height, repeating: groundCode)
        image.pixels.withUnsafeMutableBufferPointer { pixels in
            let out = Disjoint(pixels)
            Parallel.forEach((height * samples + Bands.height - 1) / Bands.height) { band in
                let first = band * Bands.height
                let rows = min(Bands.height, height * samples - first)
                let visible = VisibilityBand(firstRow: first, rowCount: rows, width: width * samples)
                draw(band, visible)
                // The things that a pixel's samples see: each is coloured once, where the first of its samples lies.
                withUnsafeTemporaryAllocation(of: (thing: Int32, at: Int, count: Int).self, capacity: 16) { seen in
                    for y in 0..<rows / samples {
                        for x in 0..<width {
                            var count = 0
                            var empty = 0
                            for sy in 0..<samples {
                                let line = (y * samples + sy) * visible.stride + x * samples
                                for at in line..<line + samples {
                                    let thing = visible.thing[at]
                                    if thing == VisibilityBand.nothing {
                                        empty += 1
                                        continue
                                    }
                                    var k = 0
                                    while k < count && seen[k].thing != thing { k += 1 }
                                    if k == count {
                                        seen[k] = (thing, at, 0)
                                        count += 1
                                    }
                                    seen[k].count += 1
                                }
                            }
                            guard count > 0 else { continue }
                            var sum = ground * (Float(empty) * share)
                            for k in 0..<count { sum += color(visible, seen[k].at) * (Float(seen[k].count) * share) }
                            out.base[(first / samples + y) * width + x] = SIMD4(SRGB.fromLinear(sum), 255)
                        }
                    }
                }
            }
        }
        return image
    }
}
