/// What a format could not hold of a model.
public struct Loss: Sendable, Equatable, Codable, CustomStringConvertible {
    /// Which part of a model it is about.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case texture, colors, colorDepth, normals, textureCoordinates, harmonics, unit, upAxis, precision, shape, size, names, crs
    }

    public var kind: Kind
    /// A plain sentence.
    public var sentence: String

    public init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    public var description: String { sentence }
}
