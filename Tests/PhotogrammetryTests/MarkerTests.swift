import Foundation
import Geometry
import Images
import Photogrammetry
import Testing

struct MarkerTests {
    @Test func `codes differ in at least 8 bits however they are rotated, and 3 wrong bits are corrected`() {
        #expect(MarkerCode.codes.count == MarkerCode.count)
        for (i, code) in MarkerCode.codes.enumerated() {
            for (j, other) in MarkerCode.codes.enumerated() {
                for (turns, turned) in MarkerCode.rotations(other).enumerated() where i != j || turns != 0 {
                    #expect((code ^ turned).nonzeroBitCount >= 8)
                }
            }
            let wrong = MarkerCode.rotations(code)[1] ^ 0b1_0000_0001_0000_0100
            let found = MarkerCode.decode(wrong)
            #expect(found?.id == i)
            #expect(found?.turns == 1)
        }
        #expect(MarkerCode.decode(0) == nil)
        #expect(MarkerCode.rotations(MarkerCode.codes[0]).count == 4)
        // Printed pages stay valid: the first codes never change.
        #expect(MarkerCode.codes.prefix(2).allSatisfy { $0 < 1 << 25 })
    }

    @Test func `pages are written as SVG, PDF and image, and what doesn't fit is refused`() throws {
        let page = try PhotoMarkers(paper: .a4, side: 0.05, count: 4)
        #expect(page.markers.map(\.id) == [0, 1, 2, 3])
        #expect(page.svg().contains("width=\"210.0mm\""))
        let pdf = String(decoding: page.pdf(), as: UTF8.self)
        #expect(pdf.hasPrefix("%PDF-1.4"))
        #expect(pdf.contains("should be 50.0 mm"))
        let image = page.image(dotsPerInch: 100)
        #expect(image.width == 827)
        #expect(MarkerDetector(image).markers().map(\.id) == [0, 1, 2, 3])
        #expect(throws: PhotogrammetryError.self) { try PhotoMarkers(side: 0.15, count: 2) }
        #expect(throws: PhotogrammetryError.self) { try PhotoMarkers(side: .nan) }
        #expect(throws: PhotogrammetryError.self) { try PhotoMarkers(side: 0.02, count: 99) }
    }

    /// A photo of a page that lies on the ground, its upper left corner at the origin, x right and z down the page.
    private func photo(_ page: ColorImage, width: Double, pose: RigidTransform, camera k: CameraIntrinsics) -> ColorImage {
        var image = ColorImage(width: k.width, height: k.height, repeating: SIMD4(150, 140, 120, 255))
        let pixels = Float(Double(page.width) / width)
        for y in 0..<k.height {
            for x in 0..<k.width {
                var sum = SIMD4<Int>.zero
                for s in 0..<9 {
                    let p = Vector2(Float(x) + Float(s % 3 - 1) / 3, Float(y) + Float(s / 3 - 1) / 3)
                    let d = pose.rotation.rotate(k.unproject(p, depth: 1))
                    let at = pose.translation + d * (-pose.translation.y / d.y)
                    let u = Int((at.x * pixels).rounded(.down))
                    let v = Int((at.z * pixels).rounded(.down))
                    let isOn = d.y < 0 && u >= 0 && v >= 0 && u < page.width && v < page.height
                    // Dim light.
                    sum &+= isOn ? SIMD4<Int>(truncatingIfNeeded: page[u, v]) / 2 &+ 30 : SIMD4(110, 105, 90, 255)
                }
                image[x, y] = SIMD4<UInt8>(truncatingIfNeeded: sum / 9)
            }
        }
        return image
    }

    @Test func `markers in photos give the scale`() throws {
        let side = 0.08
        let page = try PhotoMarkers(paper: .a4, side: side, count: 2)
        let image = page.image(dotsPerInch: 200)
        let k = CameraIntrinsics(width: 480, height: 360, fx: 420, fy: 420, cx: 239.5, cy: 179.5)
        let target = Vector3(0.105, 0, 0.15)
        var seen: [Int: [(view: ScaleView, corners: [Vector2])]] = [:]
        var errors: [Float] = []
        for (i, offset) in [Vector3(0.3, 0.35, 0.2), Vector3(-0.25, 0.4, 0.25), Vector3(0, 0.45, -0.2)].enumerated() {
            let pose = RigidTransform.lookingAt(target, from: target + offset)
            let view = ScaleView(name: "\(i)", pose: pose, camera: k)
            for marker in MarkerDetector(photo(image, width: page.paper.size.x, pose: pose, camera: k)).markers() {
                guard let printed = page.markers.first(where: { $0.id == marker.id }) else { continue }
                let corners = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { printed.corner + $0 * side }
                for (corner, found) in zip(corners, marker.corners) {
                    let d = try #require(view.project(Vector3(Float(corner.x), 0, Float(corner.y)))) - found
                    errors.append((d * d).sum().squareRoot())
                }
                seen[marker.id, default: []].append((view, marker.corners))
            }
        }
        #expect(seen.keys.sorted() == [0, 1])
        #expect(seen.values.allSatisfy { $0.count == 3 })
        errors.sort()
        #expect(errors[errors.count / 2] < 0.3)
        #expect(try #require(errors.last) < 1)
        let (scale, error) = try MarkerScale.scale(seen, side: side, place: "photos")
        #expect(abs(scale - 1) < 0.01)
        #expect((error ?? 1) < 0.02)
        #expect(throws: PhotogrammetryError.self) { try MarkerScale.scale([:], side: side, place: "photos") }
        let once = seen.mapValues { Array($0.prefix(1)) }
        #expect(throws: PhotogrammetryError.self) { try MarkerScale.scale(once, side: side, place: "photos") }
    }

    @Test func `images without markers have none`() {
        #expect(MarkerDetector(TestImages.rectangles(seed: 8, count: 300)).markers().isEmpty)
        #expect(MarkerDetector(ColorImage(width: 3, height: 3, repeating: .zero)).markers().isEmpty)
        #expect(MarkerDetector(ColorImage(width: 0, height: 0, pixels: [])).markers().isEmpty)
    }
}
