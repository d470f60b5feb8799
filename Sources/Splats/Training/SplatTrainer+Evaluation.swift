import CSplats
import Foundation
import Images

extension SplatTrainer {
    /// How well the splats show the held-out images; nil where there are none. Exposure and camera of an image of a recording are
    /// taken to be between those of its neighbours in time that were trained on; its own pixels say nothing about them.
    func measureHeldOut() throws(SplatError) -> HeldOutQuality? {
        guard !heldOut.isEmpty else { return nil }
        var psnr = 0.0
        var ssim = 0.0
        for (index, view) in heldOut.enumerated() {
            let (planes, loss) = try drawFull(view, correction: correction(ofHeldOut: index))
            let value = loss.measure(planes, target: view.levels[0], exposure: exposure(ofHeldOut: index))
            psnr += -10 * Foundation.log10(max(value.squares, 1e-10))
            ssim += value.similarity
        }
        let n = Double(heldOut.count)
        return HeldOutQuality(images: heldOut.count, psnr: psnr / n, ssim: ssim / n)
    }

    /// The first held-out image, or else the first one, as the splats show it.
    func preview() throws(SplatError) -> ColorImage? {
        if let view = heldOut.first { return try drawFull(view, correction: correction(ofHeldOut: 0)).planes.colorImage }
        guard let view = trained.first else { return nil }
        return try drawFull(view, correction: corrections[0].values).planes.colorImage
    }

    private func exposure(ofHeldOut index: Int) -> Exposure {
        guard let at = neighbours[index] else { return Exposure() }
        return .between(exposures[at.before].values, exposures[at.after].values, share: at.share)
    }

    private func correction(ofHeldOut index: Int) -> CameraCorrection {
        guard let at = neighbours[index] else { return CameraCorrection() }
        return .between(corrections[at.before].values, corrections[at.after].values, share: at.share)
    }

    private func drawFull(
        _ view: PreparedView, correction: CameraCorrection
    ) throws(SplatError) -> (planes: ImagePlanes, loss: SplatLoss) {
        let made = surface(view.levels[0], hasDepth: false)
        made.planes.stop = 1e-4
        if case .color(let c) = options.background {
            made.planes.background = (c.x, c.y, c.z)
        } else {
            made.planes.background = (0, 0, 0)
        }
        try backend.draw(blocks, camera: camera(view, correction, level: 0), image: made.planes)
        return made
    }
}
