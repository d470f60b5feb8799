import Crypto
import Foundation

/// 24 words that open an encrypted library when every device is lost. Write them down; anyone who has them and the bucket can read
/// it.
///
/// The words hold 256 random bits and 8 bits of their SHA-256, 11 bits a word, as in BIP 39. The words follow a rule, as proquints
/// do (Wilkerson 2009): consonant, vowel, consonant, vowel, consonant, where the last consonant follows from the other four
/// letters. So no word list is needed, and a word with one wrong letter is reported by its position.
///
/// Bits of a word: 4 for the first consonant, 2 for the first vowel, 4 for the second consonant, 1 for the second vowel (`a` or
/// `i`, `o` or `u`, so that it also tells the parity of the bits before).
public struct RecoveryPhrase: Sendable, CustomStringConvertible {
    /// Number of words.
    public static let wordCount = 24
    private static let consonants = Array("bdfghjklmnprstvz")
    private static let vowels = Array("aiou")
    private let entropy: Data

    /// A new random phrase.
    public init() { entropy = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// Reads 24 words, in upper or lower case, separated by spaces, line ends or commas.
    /// - Throws: `invalidValue`; the message says which word is wrong.
    public init(_ text: String) throws(SyncError) {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard words.count == Self.wordCount else {
            throw SyncError(.invalidValue, "a recovery phrase has \(Self.wordCount) words; these are \(words.count)")
        }
        var bits: [Bool] = []
        for (i, word) in words.enumerated() {
            guard let value = Self.value(word) else {
                throw SyncError(.invalidValue, "word \(i + 1) of the recovery phrase, “\(word.prefix(20))”, is misspelled")
            }
            bits += (0..<11).map { value >> (10 - $0) & 1 == 1 }
        }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        entropy = Data(bytes[..<32])
        guard Self.checksum(entropy) == bytes[32] else {
            throw SyncError(
                .invalidValue, "the checksum of these 24 words is wrong: check their order and spelling")
        }
    }

    /// The words, separated by spaces.
    public var text: String {
        let bytes = entropy + Data([Self.checksum(entropy)])
        let bits = bytes.flatMap { byte in (0..<8).map { (byte >> (7 - UInt8($0))) & 1 == 1 } as [Bool] }
        return stride(from: 0, to: bits.count, by: 11).map { start in
            Self.word(bits[start..<start + 11].reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        }.joined(separator: " ")
    }

    /// A description without the words.
    public var description: String { "a recovery phrase" }

    /// The phrase as a member of the library.
    var device: DeviceKey {
        // Any 32 bytes are an X25519 private key.
        DeviceKey(bytes: derived("recovery member"))!
    }

    /// A tag of the library's key at the time when the phrase was created.
    func tag(of key: LibraryKey, epoch: UInt32) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(epoch) + key.bytes, using: SymmetricKey(data: derived("recovery tag"))))
    }

    private func derived(_ purpose: String) -> Data {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: entropy), info: Data("diorama 1 \(purpose)".utf8), outputByteCount: 32
        ).withUnsafeBytes { Data($0) }
    }

    private static func checksum(_ entropy: Data) -> UInt8 { Array(SHA256.hash(data: entropy))[0] }

    /// The word of 11 bits.
    static func word(_ value: Int) -> String {
        let first = value >> 7 & 15
        let vowel = value >> 5 & 3
        let second = value >> 1 & 15
        let parity = (first ^ vowel ^ second).nonzeroBitCount & 1
        let lastVowel = (value & 1) << 1 | parity
        // Odd factors: one changed letter always changes the last one.
        let check = (first + 5 * vowel + 3 * second + 7 * lastVowel) & 15
        return String([consonants[first], vowels[vowel], consonants[second], vowels[lastVowel], consonants[check]])
    }

    private static func value(_ word: String) -> Int? {
        let letters = Array(word)
        guard letters.count == 5, let first = consonants.firstIndex(of: letters[0]), let vowel = vowels.firstIndex(of: letters[1]),
            let second = consonants.firstIndex(of: letters[2]), let last = vowels.firstIndex(of: letters[3])
        else { return nil }
        let value = first << 7 | vowel << 5 | second << 1 | last >> 1
        return self.word(value) == word ? value : nil
    }
}

extension RecoveryPhrase: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
