import Crypto
import Foundation

/// The SHA-256 of a file's bytes (FIPS 180-4) as 64 lowercase hexadecimal digits: the name of an asset.
public struct AssetHash: Hashable, Sendable, CustomStringConvertible {
    /// The 64 digits.
    public let description: String

    /// Reads exactly 64 lowercase hexadecimal digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = text.utf8.prefix(65)
        let hexadecimal = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard bytes.count == 64, hexadecimal else { return nil }
        description = String(text)
    }

    /// The name of a file without bytes.
    public static let ofNothing = AssetHash(SHA256.hash(data: Data()))

    init(_ digest: SHA256.Digest) {
        let digits = Array("0123456789abcdef".utf8)
        description = String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension AssetHash: Comparable {
    public static func < (a: Self, b: Self) -> Bool { a.description < b.description }
}

extension AssetHash: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = AssetHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an asset's name has 64 hexadecimal digits")
        }
        self = hash
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
