import CSplats
import Foundation
import Images

extension SplatTrainer {
    /// How well the splats show the held-out images; nil where there are none.
    func measureHeldOut() throws(SplatError) -> HeldOutQuality? {
        guard !heldOut.isEmpty else { return nil }
        var psnr = 0.0
        var ssim = 0.0
        for view in heldOut {
            let (planes, loss) = try drawFull(view)
            let value = loss.measure(planes, target: view.levels[0])
            psnr += -10 * Foundation.log10(max(value.squares, 1e-10))
            ssim += value.similarity
        }
        let n = Double(heldOut.count)
        return HeldOutQuality(images: heldOut.count, psnr: psnr / n, ssim: ssim / n)
    }

    /// The first held-out image, or else the first one, as the splats show it.
    func preview() throws(SplatError) -> ColorImage? {
        guard let view = heldOut.first ?? trained.first else { return nil }
        return try drawFull(view).planes.colorImage
    }

    private func drawFull(_ view: PreparedView) throws(SplatError) -> (planes: ImagePlanes, loss: SplatLoss) {
        let made = surface(view.levels[0], hasDepth: false)
        made.planes.stop = 1e-4
        if case .color(let c) = options.background {
            made.planes.background = (c.x, c.y, c.z)
        } else {
            made.planes.background = (0, 0, 0)
        }
        try rasterizer.draw(blocks, camera: camera(view, level: 0), image: made.planes)
        return made
    }
}
