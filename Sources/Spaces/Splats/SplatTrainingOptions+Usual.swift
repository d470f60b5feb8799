import Splats

extension SplatTrainingOptions {
    /// What is used where nothing else is asked for: minutes on two cores for fifty to two hundred images.
    public static let usual: SplatTrainingOptions = {
        var options = SplatTrainingOptions(iterations: 3000, maximumSplats: 150_000, imageEdge: 540)
        // So few steps need larger ones.
        options.learningRate = 2
        return options
    }()
}
