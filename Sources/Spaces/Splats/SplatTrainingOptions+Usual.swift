import Splats

extension SplatTrainingOptions {
    /// What is used where nothing else is asked for: minutes on two cores for fifty to two hundred images.
    public static let usual = SplatTrainingOptions(iterations: 3000, maximumSplats: 150_000, imageEdge: 540)
}
