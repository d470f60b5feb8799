extension ReconstructionOptions {
    /// Asks for a texture of the usual size.
    public mutating func addTexture() { textureSize = Self.usualTextureSize }
}
