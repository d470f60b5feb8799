import Geometry

/// The numbers of an array as they are stored in the file.
struct FBXNumbers {
    enum Kind {
        case float, double, int16, int32, int64

        init?(_ type: UInt8) {
            switch type {
            case UInt8(ascii: "f"): self = .float
            case UInt8(ascii: "d"): self = .double
            case UInt8(ascii: "y"): self = .int16
            case UInt8(ascii: "i"): self = .int32
            case UInt8(ascii: "l"): self = .int64
            default: return nil
            }
        }

        var isWhole: Bool { self != .float && self != .double }
    }

    let count: Int
    private let bytes: [UInt8]
    private let kind: Kind

    /// - Precondition: the bytes hold as many numbers.
    init(_ bytes: [UInt8], kind: Kind, count: Int) { (self.bytes, self.kind, self.count) = (bytes, kind, count) }

    /// A number as a double.
    @inline(__always) func double(_ i: Int) -> Double {
        bytes.withUnsafeBytes { bytes in
            switch kind {
            case .double: Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self)))
            case .float:
                Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))))
            default: Double(self[i])
            }
        }
    }

    /// - Precondition: the array is of whole numbers.
    @inline(__always) subscript(i: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            switch kind {
            case .int16: Int(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self)))
            case .int32: Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self)))
            default: Int(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * i, as: Int64.self)))
            }
        }
    }

    /// The first three of each `width` floats.
    func vectors(_ width: Int) -> [Vector3] {
        [Vector3](count: count / width) { range, out in
            for i in range {
                out[i] = Vector3(
                    Float(double(width * i)), Float(double(width * i + 1)), width > 2 ? Float(double(width * i + 2)) : 0)
            }
        }
    }

    /// All numbers.
    var doubles: [Double] { (0..<count).map { double($0) } }

    /// A triple of doubles.
    @inline(__always) func triple(_ i: Int) -> SIMD3<Double> { SIMD3(double(3 * i), double(3 * i + 1), double(3 * i + 2)) }

    /// A matrix of 16 numbers, column after column; nil where it has another size or is not finite.
    var matrix: [Double]? {
        guard count == 16 else { return nil }
        let numbers = doubles
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}
