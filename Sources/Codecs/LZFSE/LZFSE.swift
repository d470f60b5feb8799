/// Apple's LZFSE compression, in which Record3D keeps depth and confidence: LZ77 whose commands and literals are coded with finite
/// state entropy (Duda 2013), in blocks. The format is defined by Apple's reference implementation (github.com/lzfse/lzfse).
public enum LZFSE {
    /// Decompresses a stream, whose end marker must be there.
    /// - Parameters:
    ///   - bytes: the compressed stream.
    ///   - limit: maximum decompressed size in bytes; this much memory is allocated, whatever the stream declares.
    ///   - name: what an error calls the stream.
    /// - Throws: `FormatError` where the stream is damaged, ends early, or becomes more than `limit` bytes.
    public static func decode(_ bytes: [UInt8], limit: Int, name: String) throws(FormatError) -> [UInt8] {
        // Bits are read eight bytes at a time, also at the end.
        let padded = bytes + [UInt8](repeating: 0, count: 8)
        var failure: LZFSEDamage?
        let decoded = [UInt8](unsafeUninitializedCapacity: max(limit, 0)) { output, initialized in
            padded.withUnsafeBufferPointer { input in
                var decoder = LZFSEDecoder(input: UnsafeBufferPointer(rebasing: input[..<bytes.count]), output: output)
                do throws(LZFSEDamage) { try decoder.run() } catch { failure = error }
                initialized = decoder.written
            }
        }
        if let failure { throw FormatError(.unreadable, "this LZFSE stream \(failure.problem)", path: name) }
        return decoded
    }

    // MARK: The format's constants

    package enum Magic {
        static let end: UInt32 = 0x2478_7662  // bvx$
        static let raw: UInt32 = 0x2D78_7662  // bvx-
        static let plainTables: UInt32 = 0x3178_7662  // bvx1
        static let packedTables: UInt32 = 0x3278_7662  // bvx2
        static let lzvn: UInt32 = 0x6E78_7662  // bvxn
    }

    /// Commands and literals of one block.
    package static let matchesPerBlock = 10000
    package static let literalsPerBlock = 40000

    /// How one of the four types of symbols is coded: `states` of the coder, and for each symbol the smallest value that it
    /// represents and how many bits follow with the difference.
    package struct Alphabet: Sendable {
        let states: Int
        let bases: [Int32]
        let bits: [UInt8]

        /// Values in order: `bits[i]` extra bits give 2^bits[i] values from where the symbol before ends.
        init(states: Int, bits: [UInt8]) {
            self.states = states
            self.bits = bits
            var next: Int32 = 0
            bases = bits.map { count in
                defer { next += 1 << Int32(count) }
                return next
            }
        }

        /// The largest value.
        var maximum: Int { Int(bases[bases.count - 1]) + (1 << Int(bits[bits.count - 1])) - 1 }
    }

    /// Lengths of literal runs.
    package static let literalLengths = Alphabet(states: 64, bits: [UInt8](repeating: 0, count: 16) + [2, 3, 5, 8])
    /// Lengths of matches.
    package static let matchLengths = Alphabet(states: 64, bits: [UInt8](repeating: 0, count: 16) + [3, 5, 8, 11])
    /// Distances of matches; 0 means the previous one.
    package static let distances = Alphabet(states: 256, bits: (0..<64).map { UInt8($0 / 4) })
    /// Literal bytes.
    package static let literals = Alphabet(states: 1024, bits: [UInt8](repeating: 0, count: 256))
    /// The ranges of each alphabet's frequencies in a block's header, in this order.
    package static let frequencyRanges = [0..<20, 20..<40, 40..<104, 104..<360]
}

/// What is wrong with a stream, as the end of a sentence.
package struct LZFSEDamage: Error {
    package let problem: String

    package init(_ problem: String) { self.problem = problem }

    package static let truncated = LZFSEDamage("is truncated")
    package static let damaged = LZFSEDamage("is damaged")
    package static let tooLong = LZFSEDamage("decompresses to more than its declared size")
}
