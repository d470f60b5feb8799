import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct LensTests {
    private let camera = CameraIntrinsics(width: 64, height: 48, fx: 50, fy: 52, cx: 31, cy: 24.5)
    private let lens = LensDistortion(k1: -0.12, k2: 0.03, k3: -0.004, p1: 0.002, p2: -0.003)

    /// Brown and Conrady's formula with OpenCV's coefficients, written out.
    private func bent(_ u: Int, _ v: Int) -> (x: Double, y: Double) {
        let x = (Double(u) - 31) / 50
        let y = (Double(v) - 24.5) / 52
        let r2 = x * x + y * y
        let radial = 1 - 0.12 * r2 + 0.03 * r2 * r2 - 0.004 * r2 * r2 * r2
        let bx = x * radial + 2 * 0.002 * x * y - 0.003 * (r2 + 2 * x * x)
        let by = y * radial + 0.002 * (r2 + 2 * y * y) - 2 * 0.003 * x * y
        return (bx * 50 + 31, by * 52 + 24.5)
    }

    @Test func `rays are bent as the formula says`() {
        for (u, v) in [(0, 0), (63, 47), (10, 40), (31, 24)] {
            let p = lens.distort(x: (Double(u) - 31) / 50, y: (Double(v) - 24.5) / 52)
            let q = bent(u, v)
            #expect(abs(p.x * 50 + 31 - q.x) < 1e-9 && abs(p.y * 52 + 24.5 - q.y) < 1e-9)
        }
        // FULL_OPENCV's denominator: at r² = 1 the factor is (1 + 0.2) / (1 + 0.5).
        let rational = LensDistortion(k1: 0.2, denominator: SIMD3(0.25, 0.125, 0.125))
        #expect(abs(rational.distort(x: 0.6, y: -0.8).x - 0.6 * 0.8) < 1e-12)
        #expect(LensDistortion().isZero && !lens.isZero)
    }

    @Test func `each pixel shows what the lens showed at its bent place`() {
        // A plane of colour is mixed exactly, but for rounding to 8 bits and places to 128ths of a pixel.
        var image = ColorImage(width: 64, height: 48, repeating: SIMD4(0, 0, 0, 255))
        for v in 0..<48 { for u in 0..<64 { image[u, v] = SIMD4(UInt8(3 * u), UInt8(5 * v), UInt8(u + v), 255) } }
        let corrected = LensCorrection(camera: camera, distortion: lens).correct(image)
        for v in 0..<48 {
            for u in 0..<64 {
                let (x, y) = bent(u, v)
                guard x >= 0, x <= 63, y >= 0, y <= 47 else { continue }
                let pixel = corrected[u, v]
                #expect(abs(Double(pixel.x) - 3 * x) < 0.6 && abs(Double(pixel.y) - 5 * y) < 0.6 && pixel.w == 255)
            }
        }
    }

    @Test func `depth is taken from the nearest pixel, and is none where the lens showed nothing`() {
        let pincushion = LensDistortion(k1: 0.5)
        let correction = LensCorrection(camera: camera, distortion: pincushion)
        let depth = DepthImage(width: 64, height: 48, pixels: (0..<64 * 48).map { 1 + Float($0) })
        let corrected = correction.correct(depth)
        #expect(corrected[0, 0] == 0 && corrected[63, 47] == 0)
        for (u, v) in [(31, 24), (40, 30), (20, 20)] {
            let p = pincushion.distort(x: (Double(u) - 31) / 50, y: (Double(v) - 24.5) / 52)
            let x = Int((p.x * 50 + 31).rounded())
            let y = Int((p.y * 52 + 24.5).rounded())
            #expect(corrected[u, v] == depth[x, y])
        }
        let color = correction.correct(ColorImage(width: 64, height: 48, repeating: SIMD4(9, 8, 7, 255)))
        #expect(color[0, 0] == SIMD4(9, 8, 7, 0) && color[31, 24] == SIMD4(9, 8, 7, 255))
        let confidence = correction.correct(ConfidenceImage(width: 64, height: 48, repeating: 2))
        #expect(confidence[0, 0] == 0 && confidence[31, 24] == 2)
    }

    @Test func `a polynomial that turns back does not show the middle again at the rim`() {
        // r(1 − r²) grows up to r = 0.577 only.
        let camera = CameraIntrinsics(width: 101, height: 1, fx: 50, fy: 50, cx: 50, cy: 0)
        let depth = DepthImage(width: 101, height: 1, repeating: 1)
        let corrected = LensCorrection(camera: camera, distortion: LensDistortion(k1: -1)).correct(depth)
        #expect(corrected[50 + 28, 0] == 1 && corrected[50 + 30, 0] == 0 && corrected[0, 0] == 0)
    }

    @Test func `no distortion changes nothing, down to one pixel`() {
        for (w, h) in [(64, 48), (1, 1), (1, 9), (9, 1)] {
            let k = CameraIntrinsics(width: w, height: h, fx: 30, fy: 30, cx: Float(w) / 3, cy: Float(h) / 2)
            let image = ColorImage(width: w, height: h, pixels: (0..<w * h).map { SIMD4(UInt8($0 % 251), 3, UInt8($0 % 7), 255) })
            #expect(LensCorrection(camera: k, distortion: LensDistortion()).correct(image) == image)
            let other = LensCorrection(camera: k, distortion: LensDistortion(k1: 0.1, p1: 0.2)).correct(image)
            #expect(other.width == w && other.height == h)
        }
        let wild = LensCorrection(camera: camera, distortion: LensDistortion(k1: -9000, k2: 9000, k4: -9000))
        #expect(wild.correct(DepthImage(width: 64, height: 48, repeating: 1))[0, 0] == 0)
    }

    @Test func `captures with a lens give corrected colour, depth and confidence`() throws {
        try withSample(.transforms) { folder in
            let straight = try Capture.open(folder).frame(at: 1)
            try edit(folder, path: "transforms.json") {
                $0 = $0.replacingOccurrences(of: "\"k1\": 0,", with: "\"k1\": -0.2, \"p2\": 0.001,")
            }
            let capture = try Capture.open(folder)
            #expect(capture.notes == [])
            let frame = try capture.frame(at: 1)
            #expect(frame.colorIntrinsics == straight.colorIntrinsics)
            let correction = LensCorrection(camera: straight.colorIntrinsics, distortion: LensDistortion(k1: -0.2, p2: 0.001))
            #expect(frame.color == straight.color.map(correction.correct))
            #expect(frame.depth == correction.correct(straight.depth) && frame.depth != straight.depth)
            #expect(frame.confidence == straight.confidence.map(correction.correct))
            try edit(folder, path: "transforms.json") { $0 = $0.replacingOccurrences(of: "-0.2", with: "1e9") }
            #expect(throws: CaptureError.self) { try Capture.open(folder) }
        }
    }
}
