import Support

extension GGUFHeader {
    /// What loading takes, with a context of `contextSize` tokens, and what is free now.
    public func requirements(contextSize: Int) -> ModelRequirements {
        ModelRequirements(weights: tensorBytes, working: working(contextSize: contextSize), available: SystemMemory.available)
    }

    /// Bytes for keys and values of each token of the context in 16 bits, and for what is computed at once.
    func working(contextSize: Int) -> UInt64 {
        let tokens = Double(min(contextSize, contextLength))
        let cache = keyValueHeads.reduce(0.0) { $0 + tokens * Double($1) * Double(keyValueLength) * 2 }
        // How many tokens are computed at once: some vectors of each in 32 bits, and the mask of the attention.
        let batch = min(isCausal ? 256 : 512, tokens)
        let vectors = batch * Double(8 * embeddingLength + 3 * feedForwardLength) * 4 + batch * tokens * 4
        let scores = Double(vocabularySize) * 4 * 4
        let program = 32.0 * 1024 * 1024 + Double(vocabularySize) * 400
        return UInt64(min((isCausal ? cache : 0) + vectors + scores + program, 1e18))
    }

    /// Refuses to load what doesn't fit.
    /// - Parameter label: how the error names the model.
    /// - Throws: `GuideError` with what is needed, what is free, and what would fit.
    func check(_ requirements: ModelRequirements, label: String, contextSize: Int) throws(GuideError) {
        guard !requirements.fits else { return }
        func text(_ bytes: UInt64) -> String { ByteCount.text(Int64(clamping: bytes)) }
        let smaller = [8192, 4096, 2048, 1024].first { size in
            size < contextSize && requirements.weights + working(contextSize: size) <= requirements.available
        }
        let context = smaller.map { "choose a context of \($0) tokens, which fits" }
        throw GuideError(
            label,
            "the model takes \(text(requirements.total)) of memory (weights \(text(requirements.weights)), a context of "
                + "\(contextSize) tokens \(text(requirements.working))), but only \(text(requirements.available)) are free",
            remedy: context ?? "choose a smaller model, or close other programs")
    }
}
