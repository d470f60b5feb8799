import Geometry
import Images
import Support

/// What each pixel of a camera sees of a mesh.
public struct VisibilityImage: Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Numbers of the nearest triangles, row by row; −1 where there is none.
    public var triangles: [Int32]
    /// Metres along the viewing axis; infinity where there is nothing.
    public var depths: [Float]
}

extension Renderer {
    /// The nearest triangle at each pixel's centre, seen from either side.
    public static func visibility(of mesh: TriangleMesh, camera: RenderCamera, width: Int, height: Int) -> VisibilityImage {
        let count = max(0, width) * max(0, height)
        var result = VisibilityImage(
            width: max(0, width), height: max(0, height), triangles: Array(repeating: VisibilityBand.nothing, count: count),
            depths: Array(repeating: .infinity, count: count))
        guard count > 0 else { return result }
        let transform = ScreenTransform(camera, width: width, height: height)
        let rasterizer = TriangleRasterizer(mesh, transform, width: width, height: height, style: RenderStyle(supersampling: 1))
        let bands = Bands(rows: height, spans: rasterizer.spans())
        result.triangles.withUnsafeMutableBufferPointer { triangles in
            result.depths.withUnsafeMutableBufferPointer { depths in
                let triangles = Disjoint(triangles)
                let depths = Disjoint(depths)
                Parallel.forEach(bands.count) { band in
                    let first = band * Bands.height
                    let rows = min(Bands.height, height - first)
                    let visible = VisibilityBand(firstRow: first, rowCount: rows, width: width)
                    for t in bands[band] { rasterizer.draw(Int(t), into: visible) }
                    for y in 0..<rows {
                        (triangles.base + (first + y) * width).update(from: visible.thing + y * visible.stride, count: width)
                        (depths.base + (first + y) * width).update(from: visible.depth + y * visible.stride, count: width)
                    }
                }
            }
        }
        return result
    }
}
