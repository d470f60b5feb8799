import Codecs

extension FBXCurve {
    private enum Flag {
        static let constant = 0x2
        static let linear = 0x4
        static let cubic = 0x8
        /// Of constant keys: the value is the next one's.
        static let next = 0x100
        static let user = 0x400
        static let tcb = 0x200
        static let clamped = 0x1000
        static let timeIndependent = 0x2000
        static let progressive = 0x4000
        static let weighted = 0x100_0000
        static let nextWeighted = 0x200_0000
    }

    /// A curve of version 7; nil where it has no keys.
    init?(_ node: FBXNode, ticks: Double, arrays: inout FBXArrays) throws(FormatError) {
        guard let times = try arrays.integers(node.child("KeyTime")), let values = try arrays.floats(node.child("KeyValueFloat"))
        else { return nil }
        let flags = try arrays.integers(node.child("KeyAttrFlags"))
        let counts = try arrays.integers(node.child("KeyAttrRefCount"))
        let data = try Self.attributes(node.child("KeyAttrDataFloat"), &arrays)
        let count = min(times.count, values.count)
        var keys: [Key] = []
        keys.reserveCapacity(count)
        var keyFlags: [Int] = []
        var attribute = 0
        var left = counts.map { $0.count > 0 ? $0[0] : 0 } ?? 0
        for i in 0..<count {
            while left <= 0, let counts, attribute + 1 < counts.count {
                attribute += 1
                left = counts[attribute]
            }
            left -= 1
            var key = Key(time: Double(times[i]) / ticks, value: values.double(i))
            let flag = flags.map { attribute < $0.count ? $0[attribute] : Flag.linear } ?? Flag.linear
            keyFlags.append(flag)
            if flag & Flag.constant != 0 {
                key.interpolation = flag & Flag.next != 0 ? .next : .constant
            } else if flag & Flag.cubic != 0 {
                key.interpolation = .cubic
                if 4 * attribute + 2 < data.count {
                    key.slope = Double(Float(bitPattern: data[4 * attribute]))
                    key.nextSlope = Double(Float(bitPattern: data[4 * attribute + 1]))
                    // Two shares of ten thousand.
                    let weights = data[4 * attribute + 2]
                    if flag & Flag.weighted != 0 { key.weight = Double(weights & 0xFFFF) / 9999 }
                    if flag & Flag.nextWeighted != 0 { key.nextWeight = Double(weights >> 16) / 9999 }
                }
            }
            keys.append(key)
        }
        Self.setAutomaticSlopes(&keys, keyFlags)
        self.init(keys)
    }

    /// The floats behind the flags as their bits: text files have them as whole numbers.
    private static func attributes(_ node: FBXNode?, _ arrays: inout FBXArrays) throws(FormatError) -> [UInt32] {
        guard let numbers = try arrays.floats(node) else { return [] }
        if node?.properties.first?.array?.type == UInt8(ascii: "f") {
            return (0..<numbers.count).map { Float(numbers.double($0)).bitPattern }
        }
        return (0..<numbers.count).map { i in
            let x = numbers.double(i)
            guard let whole = Int64(exactly: x) else { return Float(x).bitPattern }
            return UInt32(truncatingIfNeeded: whole)
        }
    }

    /// Slopes of keys whose tangents the program chooses itself.
    private static func setAutomaticSlopes(_ keys: inout [Key], _ flags: [Int]) {
        var slopes: [Int: Double] = [:]
        for i in keys.indices where flags[i] & Flag.cubic != 0 && flags[i] & Flag.user == 0 {
            slopes[i] = automaticSlope(keys, i, flags: flags[i])
        }
        for (i, slope) in slopes {
            keys[i].slope = slope
            if i > 0 { keys[i - 1].nextSlope = slope }
        }
    }

    static func automaticSlope(_ keys: [Key], _ i: Int, flags: Int) -> Double {
        let isProgressive = flags & Flag.progressive != 0
        func chord(_ a: Int, _ b: Int) -> Double {
            let span = keys[b].time - keys[a].time
            return span > 0 ? (keys[b].value - keys[a].value) / span : 0
        }
        guard i > 0, i + 1 < keys.count else {
            if isProgressive || keys.count < 2 { return 0 }
            return i > 0 ? chord(i - 1, i) : chord(i, i + 1)
        }
        let left = chord(i - 1, i)
        let right = chord(i, i + 1)
        let value = keys[i].value
        let nearest = min(abs(keys[i - 1].value - value), abs(keys[i + 1].value - value))
        if flags & Flag.clamped != 0, nearest <= 1e-3 { return 0 }
        var slope = chord(i - 1, i + 1)
        let span = keys[i + 1].time - keys[i - 1].time
        if flags & Flag.timeIndependent == 0, span > 0 {
            let share = (keys[i].time - keys[i - 1].time) / span
            slope = (slope + left * (1 - share) + right * share) / 2
        }
        guard isProgressive else { return slope }
        // Not beyond the values of its neighbours.
        let sign: Double = slope < 0 ? -1 : 1
        let limit = min(max(0, sign * left / third), max(0, sign * right / third))
        return sign * min(abs(slope), limit)
    }

    // MARK: Version 6

    /// A curve of version 6: a row of numbers and letters; nil where it has no keys.
    init?(legacy channel: FBXNode, ticks: Double, arrays: inout FBXArrays) throws(FormatError) {
        guard let list = channel.child("Key") else { return nil }
        var values = list.properties
        if case .array? = values.first {
            guard let numbers = try arrays.floats(list) else { return nil }
            values = (0..<numbers.count).map { .number(numbers.double($0)) }
        }
        let version = channel.child("KeyVer")?.integer(0) ?? 4005
        var reader = LegacyKeys(values: values, version: version, ticks: ticks)
        self.init(reader.read())
    }

    private struct LegacyKeys {
        let values: [FBXProperty]
        let version: Int
        let ticks: Double
        var place = 0

        private mutating func number() -> Double? {
            guard place < values.count, let n = values[place].number else { return nil }
            place += 1
            return n
        }

        private mutating func letter() -> UInt8? {
            guard place < values.count, let n = values[place].letter else { return nil }
            place += 1
            return n
        }

        mutating func read() -> [Key] {
            var keys: [Key] = []
            var automatic: [Int] = []
            while let time = number(), let value = number(), let kind = letter() {
                var key = Key(time: time / ticks, value: value)
                switch kind {
                case UInt8(ascii: "L"): break
                case UInt8(ascii: "C"):
                    key.interpolation = .constant
                    if version >= 4004, letter() == UInt8(ascii: "n") { key.interpolation = .next }
                case UInt8(ascii: "U"):
                    key.interpolation = .cubic
                    guard let isAutomatic = tangents(&key) else { return keys }
                    if isAutomatic { automatic.append(keys.count) }
                default: return keys
                }
                keys.append(key)
            }
            for i in automatic {
                let slope = automaticSlope(keys, i, flags: Flag.progressive | Flag.timeIndependent)
                keys[i].slope = slope
                if i > 0 { keys[i - 1].nextSlope = slope }
            }
            return keys
        }

        /// Whether the tangents of a curved key are automatic; nil where they can't be read.
        private mutating func tangents(_ key: inout Key) -> Bool? {
            guard let mode = letter() else { return nil }
            var weights = 1
            var isAutomatic = true
            switch mode {
            case UInt8(ascii: "s"), UInt8(ascii: "b"):
                guard let slope = number(), let next = number() else { return nil }
                key.slope = slope
                key.nextSlope = next
                isAutomatic = false
                if version == 4003 { weights = 0 }
            case UInt8(ascii: "a"): weights = version <= 4004 ? 0 : 1
            case UInt8(ascii: "p"), UInt8(ascii: "q"):
                guard number() != nil, number() != nil else { return nil }
                weights = version <= 4004 ? 1 : 2
            case UInt8(ascii: "t"):
                guard number() != nil, number() != nil, number() != nil else { return nil }
                weights = 0
            case UInt8(ascii: "d"): guard number() != nil else { return nil }
            default: return nil
            }
            for _ in 0..<weights {
                guard let mode = letter() else { return nil }
                switch mode {
                case UInt8(ascii: "n"), UInt8(ascii: "c"): break
                case UInt8(ascii: "a"):
                    guard let weight = number(), let next = number() else { return nil }
                    key.weight = weight
                    key.nextWeight = next
                case UInt8(ascii: "l"):
                    guard let next = number() else { return nil }
                    key.nextWeight = next
                case UInt8(ascii: "r"):
                    guard let weight = number() else { return nil }
                    key.weight = weight
                default: return nil
                }
            }
            return isAutomatic
        }
    }
}
