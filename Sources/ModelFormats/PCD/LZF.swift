import Support

/// The LZF compression (Lehmann's LibLZF) that `binary_compressed` PCD files use.
///
/// A control byte below 32 begins a run of that many bytes and one more. Any other begins a copy of earlier bytes: its upper three
/// bits are the length less 2 (7: a byte follows that is added), its lower five and the next byte the distance less 1.
enum LZF {
    /// Three bytes make at most 264.
    static let greatestRatio = 88
    private static let longestRun = 32
    private static let longestCopy = 264
    private static let farthest = 8192

    /// Exactly `size` bytes, or nil where the packed ones are damaged.
    static func unpack(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
        var isGood = false
        let result = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            LargePages.advise(UnsafeRawBufferPointer(target))
            isGood = unpack(packed, into: target)
            count = isGood ? size : 0
        }
        return isGood ? result : nil
    }

    private static func unpack(_ packed: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let output = target.baseAddress else { return packed.isEmpty }
        let limit = target.count
        var i = 0
        var o = 0
        while i < packed.count {
            let control = Int(packed[i])
            i += 1
            if control < 32 {
                let n = control + 1
                guard i + n <= packed.count, o + n <= target.count else { return false }
                let target = UnsafeMutableRawPointer(output + o)
                if i + longestRun <= packed.count, o + longestRun <= limit {
                    // A whole register; what is too much is overwritten.
                    target.storeBytes(of: packed.loadUnaligned(fromByteOffset: i, as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
                } else {
                    target.copyMemory(from: packed.baseAddress! + i, byteCount: n)
                }
                i = i + n
                o = o + n
                continue
            }
            var n = control >> 5 + 2
            if control >> 5 == 7 {
                guard i < packed.count else { return false }
                n += Int(packed[i])
                i += 1
            }
            guard i < packed.count else { return false }
            let distance = (control & 31) << 8 + Int(packed[i]) + 1
            i += 1
            guard distance <= o, o + n <= target.count else { return false }
            // Byte by byte where the copy overlaps itself.
            if n <= 16, distance >= 16, o + 16 <= limit {
                let target = UnsafeMutableRawPointer(output + o)
                target.storeBytes(of: (target - distance).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
            } else if distance >= n {
                UnsafeMutableRawPointer(output + o).copyMemory(from: output + (o - distance), byteCount: n)
            } else {
                for k in 0..<n { output[o + k] = output[o + k - distance] }
            }
            o += n
        }
        return o == target.count
    }

    /// The bytes compressed; never more than a 32nd longer than they were.
    static func pack(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let bound = bytes.count + bytes.count / longestRun + 1
        return [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            count = pack(bytes, into: target)
        }
    }

    private static func pack(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let input = bytes.bindMemory(to: UInt8.self).baseAddress, let output = target.baseAddress else { return 0 }
        let count = bytes.count
        // The latest place of each hash of three bytes, counted from 1.
        let table = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << 15)
        table.initialize(repeating: 0, count: 1 << 15)
        defer { table.deallocate() }
        var i = 0
        var o = 0
        var run = 0
        func endRun(at end: Int) {
            var start = end - run
            while run > 0 {
                let n = min(run, longestRun)
                output[o] = UInt8(n - 1)
                UnsafeMutableRawPointer(output + o + 1).copyMemory(from: input + start, byteCount: n)
                o = o + n + 1
                start = start + n
                run = run - n
            }
        }
        while i + 2 < count {
            let word = UInt32(input[i]) << 16 | UInt32(input[i + 1]) << 8 | UInt32(input[i + 2])
            let slot = Int((word &* 0x9E37_79B1) >> 17)
            let earlier = Int(table[slot]) - 1
            table[slot] = Int32(truncatingIfNeeded: i + 1)
            guard earlier >= 0, i - earlier <= farthest,
                input[earlier] == input[i], input[earlier + 1] == input[i + 1], input[earlier + 2] == input[i + 2]
            else {
                // The longer nothing repeats, the longer the steps.
                let step = min(1 + run >> 6, count - i)
                i = i + step
                run = run + step
                continue
            }
            endRun(at: i)
            let most = min(longestCopy, count - i)
            var n = 3
            while n < most, input[earlier + n] == input[i + n] { n += 1 }
            let distance = i - earlier - 1
            if n - 2 < 7 {
                output[o] = UInt8((n - 2) << 5 | distance >> 8)
                o += 1
            } else {
                output[o] = UInt8(7 << 5 | distance >> 8)
                output[o + 1] = UInt8(n - 2 - 7)
                o += 2
            }
            output[o] = UInt8(distance & 255)
            o += 1
            i += n
        }
        run += count - i
        endRun(at: count)
        return o
    }
}
