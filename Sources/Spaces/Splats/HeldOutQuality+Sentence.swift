import Foundation
import Splats

extension HeldOutQuality {
    /// For the notes of a space.
    var sentence: String {
        String(format: "The splats show %d held-out images with %.1f dB (SSIM %.2f).", images, psnr, ssim)
    }
}
