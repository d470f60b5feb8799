import Images

/// How well splats show images that they were not trained on.
public struct HeldOutQuality: Sendable, Equatable, Codable {
    /// Number of images.
    public var images: Int
    /// Mean over the images of the peak signal-to-noise ratio in dB.
    public var psnr: Double
    /// Mean structural similarity, at most 1.
    public var ssim: Double

    /// A quality of its parts.
    public init(images: Int, psnr: Double, ssim: Double) {
        self.images = images
        self.psnr = psnr
        self.ssim = ssim
    }
}

/// What a training has made.
public struct SplatTrainingResult: Sendable {
    /// The splats, most important first (`SplatOrder`).
    public var cloud: SplatCloud
    /// What has trained them.
    public var device: SplatDeviceName
    /// Steps that were made, those before a checkpoint included.
    public var iterations: Int
    /// Wall-clock seconds, those before a checkpoint included.
    public var seconds: Double
    /// Seconds of all cores together, those before a checkpoint included.
    public var cpuSeconds: Double
    /// Nil where no image was held out.
    public var heldOut: HeldOutQuality?
    /// Remarks for the user, such as that fewer splats were used than asked for.
    public var notes: [String]
}

/// The state of a training while it runs.
public struct SplatTrainingState: Sendable {
    /// Steps so far.
    public var iteration: Int
    /// Steps in all.
    public var iterations: Int
    /// Splats now.
    public var splats: Int
    /// Mean loss of the last steps.
    public var loss: Double
    /// Seconds of all cores so far.
    public var cpuSeconds: Double
    /// Where it was measured in this step.
    public var heldOut: HeldOutQuality?
    /// The first held-out image (or the first image) as the splats show it, where it was measured in this step.
    public var preview: ColorImage?
}
