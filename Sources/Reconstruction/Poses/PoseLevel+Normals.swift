import Geometry

extension PoseLevel {
    /// Finds the normals from the smoothed depth, between the neighbours on both sides, or one-sided at the edge of a surface; and
    /// the planes through the depths as measured.
    mutating func findNormals() {
        let smooth = smoothDepth()
        let w = width
        let h = height
        let stride = stride
        let size = planeSize
        let camera = self.camera
        smooth.withUnsafeBufferPointer { smooth in
            values.withUnsafeMutableBufferPointer { out in
                for y in 0..<h {
                    let yn = (camera.cy - Float(y)) / camera.fy
                    for x in 0..<w {
                        let i = y * stride + x
                        let d = smooth[i]
                        guard d > 0 else { continue }
                        // Depth gained a pixel to the right and a pixel upwards, from whichever neighbours lie on the surface.
                        func slope(_ before: Int?, _ after: Int?) -> Float? {
                            let jump = d * PoseFrame.jumpShare
                            let a = before.map { smooth[$0] } ?? 0
                            let b = after.map { smooth[$0] } ?? 0
                            let (hasA, hasB) = ((a - d).magnitude < jump, (b - d).magnitude < jump)
                            if hasA && hasB { return (b - a) * 0.5 }
                            return hasB ? b - d : (hasA ? d - a : nil)
                        }
                        guard let dx = slope(x > 0 ? i - 1 : nil, x + 1 < w ? i + 1 : nil),
                            let dy = slope(y + 1 < h ? i + stride : nil, y > 0 ? i - stride : nil)
                        else { continue }
                        let xn = (Float(x) - camera.cx) / camera.fx
                        // The surface is z = −d(x, y): its normal from the depth's gradient over metres.
                        let gx = dx * camera.fx / d
                        let gy = dy * camera.fy / d
                        let n = Vector3(gx, gy, 1 + gx * xn + gy * yn)
                        let length = n.length
                        // Looks flatter than this say more about the sensor than about the surface.
                        let look = (xn * xn + yn * yn + 1).squareRoot()
                        guard length > 0, length * look < 10 else { continue }
                        let unit = n / length
                        let raw = out[i]
                        out[size + i] = unit.x
                        out[2 * size + i] = unit.y
                        out[3 * size + i] = unit.z
                        out[4 * size + i] = -dot(unit, Vector3(xn, yn, -1) * raw)
                    }
                }
            }
        }
    }

    /// Depth averaged with the neighbours on the same surface, which makes the normals calmer.
    private func smoothDepth() -> [Float] {
        var smooth = [Float](repeating: 0, count: planeSize)
        let w = width
        let h = height
        let stride = stride
        values.withUnsafeBufferPointer { depth in
            smooth.withUnsafeMutableBufferPointer { out in
                for y in 0..<h {
                    for x in 0..<w {
                        let d = depth[y * stride + x]
                        guard d > 0 else { continue }
                        let jump = d * PoseFrame.jumpShare
                        var sum = Float(0)
                        var count = Float(0)
                        for v in max(y - 1, 0)...min(y + 1, h - 1) {
                            for u in max(x - 1, 0)...min(x + 1, w - 1) {
                                let e = depth[v * stride + u]
                                let isNear = (e - d).magnitude < jump
                                sum += isNear ? e : 0
                                count += isNear ? 1 : 0
                            }
                        }
                        out[y * stride + x] = sum / count
                    }
                }
            }
        }
        return smooth
    }
}
