extension PointAttribute {
    /// The type of an attribute's numbers.
    public enum Scalar: Sendable, Equatable, CaseIterable {
        /// Unsigned integers.
        case uint8, uint16, uint32
        /// Signed integers.
        case int8, int16, int32
        /// Floating point numbers of 32 and 64 bits.
        case float, double

        /// Bytes of one number.
        public var size: Int {
            switch self {
            case .uint8, .int8: 1
            case .uint16, .int16: 2
            case .uint32, .int32, .float: 4
            case .double: 8
            }
        }

        /// Whether the numbers have fractions.
        public var isFloatingPoint: Bool { self == .float || self == .double }

        /// Whether there are numbers below zero.
        public var isSigned: Bool { self != .uint8 && self != .uint16 && self != .uint32 }

        /// The smallest and the largest integer; nil for floating point numbers.
        public var integers: ClosedRange<Double>? {
            switch self {
            case .uint8: 0...255
            case .uint16: 0...65535
            case .uint32: 0...4_294_967_295
            case .int8: -128...127
            case .int16: -32768...32767
            case .int32: -2_147_483_648...2_147_483_647
            case .float, .double: nil
            }
        }
    }
}

extension PointAttribute.Values {
    /// The type of the numbers.
    public var type: PointAttribute.Scalar {
        switch self {
        case .uint8: .uint8
        case .uint16: .uint16
        case .uint32: .uint32
        case .int8: .int8
        case .int16: .int16
        case .int32: .int32
        case .float: .float
        case .double: .double
        }
    }

    /// Numbers out of their bytes as they are in memory; an incomplete one at the end is left out.
    public init(_ type: PointAttribute.Scalar, bytes: UnsafeRawBufferPointer) {
        func copied<T>(_ zero: T) -> [T] {
            let count = bytes.count / MemoryLayout<T>.size
            return [T](unsafeUninitializedCapacity: count) { target, used in
                if count > 0 {
                    UnsafeMutableRawPointer(target.baseAddress!).copyMemory(
                        from: bytes.baseAddress!, byteCount: count * MemoryLayout<T>.size)
                }
                used = count
            }
        }
        switch type {
        case .uint8: self = .uint8(copied(0))
        case .uint16: self = .uint16(copied(0))
        case .uint32: self = .uint32(copied(0))
        case .int8: self = .int8(copied(0))
        case .int16: self = .int16(copied(0))
        case .int32: self = .int32(copied(0))
        case .float: self = .float(copied(0))
        case .double: self = .double(copied(0))
        }
    }

    /// The numbers' bytes as they are in memory.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .uint8(let v): v.withUnsafeBytes(body)
        case .uint16(let v): v.withUnsafeBytes(body)
        case .uint32(let v): v.withUnsafeBytes(body)
        case .int8(let v): v.withUnsafeBytes(body)
        case .int16(let v): v.withUnsafeBytes(body)
        case .int32(let v): v.withUnsafeBytes(body)
        case .float(let v): v.withUnsafeBytes(body)
        case .double(let v): v.withUnsafeBytes(body)
        }
    }

    /// The smallest and the largest of the finite numbers; nil where there is none.
    public var range: ClosedRange<Double>? {
        func integers<T: FixedWidthInteger>(_ v: [T]) -> (Double, Double)? {
            guard var low = v.first else { return nil }
            var high = low
            for x in v {
                low = x < low ? x : low
                high = x > high ? x : high
            }
            return (Double(low), Double(high))
        }
        func fractions<T: BinaryFloatingPoint>(_ v: [T]) -> (T, T)? {
            var low = T.infinity
            var high = -T.infinity
            for x in v where x.isFinite {
                low = x < low ? x : low
                high = x > high ? x : high
            }
            return low <= high ? (low, high) : nil
        }
        let limits: (Double, Double)? =
            switch self {
            case .uint8(let v): integers(v)
            case .uint16(let v): integers(v)
            case .uint32(let v): integers(v)
            case .int8(let v): integers(v)
            case .int16(let v): integers(v)
            case .int32(let v): integers(v)
            case .float(let v): fractions(v).map { (Double($0.0), Double($0.1)) }
            case .double(let v): fractions(v)
            }
        return limits.map { $0.0...$0.1 }
    }

    /// Whether all are integers within `range`.
    public func areIntegers(in range: ClosedRange<Double>) -> Bool {
        guard let limits = self.range else { return count == 0 }
        guard limits.lowerBound >= range.lowerBound, limits.upperBound <= range.upperBound else { return false }
        switch self {
        case .float(let v): return v.allSatisfy { $0.isFinite && $0 == $0.rounded(.towardZero) }
        case .double(let v): return v.allSatisfy { $0.isFinite && $0 == $0.rounded(.towardZero) }
        default: return true
        }
    }

    /// The same numbers in another type; those that it can't hold become the nearest that it can, what is not a number becomes 0
    /// among integers.
    public func converted(to type: PointAttribute.Scalar) -> PointAttribute.Values {
        if type == self.type { return self }
        func integers<T: FixedWidthInteger>(_ zero: T) -> [T] {
            let low = Double(T.min)
            let high = Double(T.max)
            return (0..<count).map { i in
                let x = self[i]
                return x >= low ? (x < high ? T(x.rounded()) : T.max) : x < low ? T.min : 0
            }
        }
        switch type {
        case .uint8: return .uint8(integers(0))
        case .uint16: return .uint16(integers(0))
        case .uint32: return .uint32(integers(0))
        case .int8: return .int8(integers(0))
        case .int16: return .int16(integers(0))
        case .int32: return .int32(integers(0))
        case .float: return .float((0..<count).map { Float(self[$0]) })
        case .double: return .double((0..<count).map { self[$0] })
        }
    }

    /// These numbers and behind them others; of two types, doubles, which hold both.
    public func appending(_ others: PointAttribute.Values) -> PointAttribute.Values {
        switch (self, others) {
        case (.uint8(let a), .uint8(let b)): .uint8(a + b)
        case (.uint16(let a), .uint16(let b)): .uint16(a + b)
        case (.uint32(let a), .uint32(let b)): .uint32(a + b)
        case (.int8(let a), .int8(let b)): .int8(a + b)
        case (.int16(let a), .int16(let b)): .int16(a + b)
        case (.int32(let a), .int32(let b)): .int32(a + b)
        case (.float(let a), .float(let b)): .float(a + b)
        default: .double((0..<count).map { self[$0] } + (0..<others.count).map { others[$0] })
        }
    }

    /// Zeros.
    public static func zeros(_ type: PointAttribute.Scalar, count: Int) -> PointAttribute.Values {
        switch type {
        case .uint8: .uint8(Array(repeating: 0, count: count))
        case .uint16: .uint16(Array(repeating: 0, count: count))
        case .uint32: .uint32(Array(repeating: 0, count: count))
        case .int8: .int8(Array(repeating: 0, count: count))
        case .int16: .int16(Array(repeating: 0, count: count))
        case .int32: .int32(Array(repeating: 0, count: count))
        case .float: .float(Array(repeating: 0, count: count))
        case .double: .double(Array(repeating: 0, count: count))
        }
    }
}
