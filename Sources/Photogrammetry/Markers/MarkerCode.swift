import Support

/// The codes of printed markers: 25 bits in a square of 5 x 5, which differ from each other in at least 8 bits however they are
/// rotated. Up to 3 wrong bits are corrected.
package enum MarkerCode {
    /// Cells along a side of the code.
    package static let size = 5
    /// How many markers there are.
    package static let count = 24
    private static let minDistance = 8
    /// Wrong bits that are corrected.
    package static let maxErrors = 3

    /// The codes by id: bit `5·row + column`, 1 is white.
    ///
    /// Drawn from a fixed sequence of numbers, each kept if it is far enough from those before and from itself rotated, and has
    /// neither much white nor much black.
    package static let codes: [UInt32] = {
        var random = SplitMix64(seed: 0x6D61_726B)
        var codes: [UInt32] = []
        while codes.count < count {
            let code = UInt32(truncatingIfNeeded: random.next()) & 0x1FF_FFFF
            guard (9...16).contains(code.nonzeroBitCount) else { continue }
            let turned = rotations(code)
            let isApart =
                turned.dropFirst().allSatisfy { ($0 ^ code).nonzeroBitCount >= minDistance }
                && codes.allSatisfy { other in turned.allSatisfy { ($0 ^ other).nonzeroBitCount >= minDistance } }
            if isApart { codes.append(code) }
        }
        return codes
    }()

    /// A code as it is, and rotated by 90°, 180° and 270° clockwise.
    package static func rotations(_ code: UInt32) -> [UInt32] {
        var all = [code]
        for _ in 0..<3 {
            let last = all[all.count - 1]
            var turned: UInt32 = 0
            for row in 0..<size {
                for column in 0..<size where last >> UInt32(size * (size - 1 - column) + row) & 1 == 1 {
                    turned |= 1 << UInt32(size * row + column)
                }
            }
            all.append(turned)
        }
        return all
    }

    /// The marker that bits are of, and by how many quarter turns clockwise it is rotated; nil where they are none.
    package static func decode(_ bits: UInt32) -> (id: Int, turns: Int)? {
        for (id, code) in codes.enumerated() {
            for (turns, turned) in rotations(code).enumerated() where (turned ^ bits).nonzeroBitCount <= maxErrors {
                return (id, turns)
            }
        }
        return nil
    }
}
