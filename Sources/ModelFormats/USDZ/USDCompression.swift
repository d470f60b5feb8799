import Codecs

/// How binary USD layers pack bytes (blocks of LZ4) and whole numbers (differences of one, two or four bytes, then LZ4).
enum USDCompression {
    /// The `count` bytes that were packed.
    /// - Parameter count: how many they have to be, at most; the caller has bounded it.
    static func unpack(_ source: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt8] {
        guard let chunks = source.first else { throw damaged }
        var isGood = true
        let result = [UInt8](unsafeUninitializedCapacity: max(1, min(count, source.count * 255))) { result, used in
            if chunks == 0 {
                isGood = block(source[1...], into: result, &used)
                return
            }
            var place = 1
            for _ in 0..<chunks where isGood {
                guard source.count - place >= 4 else { return isGood = false }
                let size = Int(Int32(littleEndian: source.loadUnaligned(fromByteOffset: place, as: Int32.self)))
                place += 4
                guard size >= 0, size <= source.count - place else { return isGood = false }
                isGood = block(source[place..<place + size], into: result, &used)
                place += size
            }
        }
        if !isGood { throw damaged }
        return result
    }

    /// One block of LZ4 (its block format, version 1.5): runs of literals, each followed by a copy of earlier bytes.
    /// - Parameter end: how much of `result` is full; moves on.
    /// - Returns: false where the block is damaged or does not fit.
    private static func block(
        _ content: Slice<UnsafeRawBufferPointer>, into result: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
    ) -> Bool {
        let source = UnsafeRawBufferPointer(rebasing: content)
        guard let base = result.baseAddress else { return false }
        let start = end
        var p = 0
        /// nil where the block ends before the length does.
        func length(_ nibble: UInt8) -> Int? {
            var n = Int(nibble)
            if nibble < 15 { return n }
            while p < source.count {
                let more = source[p]
                p += 1
                n += Int(more)
                if more < 255 { return n }
            }
            return nil
        }
        while p < source.count {
            let token = source[p]
            p += 1
            guard let literals = length(token >> 4), literals <= source.count - p, literals <= result.count - end else {
                return false
            }
            UnsafeMutableRawPointer(base + end).copyMemory(from: source.baseAddress! + p, byteCount: literals)
            p += literals
            end += literals
            // The last run has no copy.
            if p == source.count { return true }
            guard source.count - p >= 2 else { return false }
            let offset = Int(source[p]) | Int(source[p + 1]) << 8
            p += 2
            guard let more = length(token & 15), offset > 0, offset <= end - start, more + 4 <= result.count - end else {
                return false
            }
            // A copy may overlap itself: it then repeats.
            for i in end..<end + more + 4 { base[i] = base[i - offset] }
            end += more + 4
        }
        return true
    }

    /// The most bytes that `count` packed whole numbers of `size` bytes come to before LZ4.
    static func encodedSize(_ count: Int, _ size: Int) -> Int { size + (count + 3) / 4 + count * size }

    /// Whole numbers of four or eight bytes, each the one before plus a difference.
    static func integers(_ source: UnsafeRawBufferPointer, count: Int, size: Int) throws(FormatError) -> [Int] {
        // 32-bit numbers wrap around as their writer's did.
        if size == 4 { return try words(source, count: count).map { Int(Int32(bitPattern: $0)) } }
        return try decode(source, count: count)
    }

    /// The bits of 32-bit whole numbers, each the one before plus a difference.
    static func words(_ source: UnsafeRawBufferPointer, count: Int) throws(FormatError) -> [UInt32] {
        try decode(source, count: count)
    }

    /// Numbers of T's size: the commonest difference, two bits a number for the sizes of the others, and these.
    private static func decode<T: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, count: Int
    ) throws(FormatError) -> [T] {
        if count == 0 { return [] }
        let size = MemoryLayout<T>.size
        let bytes = try unpack(source, count: encodedSize(count, size))
        let codes = (count + 3) / 4
        guard bytes.count >= size + codes else { throw damaged }
        var isShort = false
        let numbers = [T](unsafeUninitializedCapacity: count) { numbers, used in
            bytes.withUnsafeBytes { bytes in
                let common = T(littleEndian: bytes.loadUnaligned(as: T.self))
                var place = size + codes
                var value = T(0)
                for i in 0..<count {
                    let code = bytes[size + i / 4] >> UInt8(2 * (i % 4)) & 3
                    let length = code == 0 ? 0 : (size / 4) << Int(code - 1)
                    guard length <= bytes.count - place else {
                        isShort = true
                        return
                    }
                    let difference: T
                    switch length {
                    case 0: difference = common
                    case 1: difference = T(truncatingIfNeeded: Int8(bitPattern: bytes[place]))
                    case 2:
                        difference = T(
                            truncatingIfNeeded: Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)))
                    case 4:
                        difference = T(
                            truncatingIfNeeded: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
                    default:
                        difference = T(
                            truncatingIfNeeded: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)))
                    }
                    place += length
                    value &+= difference
                    numbers[i] = value
                    used = i + 1
                }
            }
        }
        if isShort { throw damaged }
        return numbers
    }

    private static var damaged: FormatError { .unreadable("compressed data in a binary USD layer are damaged; get the file again") }
}
