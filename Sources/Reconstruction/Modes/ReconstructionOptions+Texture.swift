extension ReconstructionOptions {
    /// Asks for a texture of the usual size, on a surface that has as many triangles as its shape needs.
    public mutating func addTexture() {
        textureSize = Self.usualTextureSize
        textureErrorVoxels = Self.usualTextureErrorVoxels
    }
}
