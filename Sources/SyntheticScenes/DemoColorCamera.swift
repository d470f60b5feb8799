import Geometry
import Images
import Rendering
import Support

/// The colour camera of the demo: the same triangles as the depth sensor's, with their materials seen sharply.
struct DemoColorCamera: Sendable {
    let scene: DemoScene
    let intrinsics: CameraIntrinsics
    let seed: UInt64
    let hasNoise: Bool

    /// The picture taken at `pose` in the frame with number `index`.
    func picture(_ pose: RigidTransform, index: Int) -> ColorImage {
        let camera = RenderCamera(pose: pose, projection: .pinhole(intrinsics), near: 0.03)
        // Everything is closed: what is seen from behind is hidden.
        let style = RenderStyle(shading: .colors, background: SIMD3(0, 0, 0), cullsBackFaces: true, supersampling: 2)
        let spotPerMetre = 1 / intrinsics.fx
        var image = Renderer.render(scene.mesh, camera: camera, width: intrinsics.width, height: intrinsics.height, style: style) {
            point in
            let material = scene.materials[Int(scene.materialOfTriangle[point.triangle])]
            return DemoScene.radiance(
                material, place: point.interpolate(scene.texture), spot: point.depth * spotPerMetre,
                light: point.interpolate(scene.light))
        }
        if hasNoise { addNoise(&image, index) }
        return image
    }

    /// A sensor's noise: one or two steps of brightness in each pixel.
    private func addNoise(_ image: inout ColorImage, _ index: Int) {
        var random = SplitMix64(seed: (seed &+ 7) &* 0xA24B_AED4_963E_E407 ^ UInt64(index))
        var bits: UInt64 = 0
        for i in image.pixels.indices {
            if i & 7 == 0 { bits = random.next() }
            // The sum of two numbers 0…3: mean 3, deviation 1.6.
            let step = Int16(bits & 3) + Int16(bits >> 2 & 3) - 3
            bits >>= 8
            let p = SIMD4<Int16>(truncatingIfNeeded: image.pixels[i]) &+ step
            let clamped = p.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
            image.pixels[i] = SIMD4<UInt8>(truncatingIfNeeded: clamped)
            image.pixels[i].w = 255
        }
    }
}
