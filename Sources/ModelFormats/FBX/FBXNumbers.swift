import Geometry

/// The numbers of an array as they are stored in the file.
struct FBXNumbers {
    enum Kind {
        case float, double, int32, int64

        init?(_ type: UInt8) {
            switch type {
            case UInt8(ascii: "f"): self = .float
            case UInt8(ascii: "d"): self = .double
            case UInt8(ascii: "i"): self = .int32
            case UInt8(ascii: "l"): self = .int64
            default: return nil
            }
        }

        var isWhole: Bool { self == .int32 || self == .int64 }
    }

    let count: Int
    private let bytes: [UInt8]
    private let kind: Kind

    /// - Precondition: the bytes hold as many numbers.
    init(_ bytes: [UInt8], kind: Kind, count: Int) { (self.bytes, self.kind, self.count) = (bytes, kind, count) }

    /// - Precondition: the array is of floats.
    @inline(__always) func double(_ i: Int) -> Double {
        bytes.withUnsafeBytes { bytes in
            kind == .double
                ? Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self)))
                : Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))))
        }
    }

    /// - Precondition: the array is of whole numbers.
    @inline(__always) subscript(i: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            kind == .int32
                ? Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: Int32.self)))
                : Int(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * i, as: Int64.self)))
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

    /// Triples of doubles.
    var positions: Positions {
        .asked(count / 3) { SIMD3(double(3 * $0), double(3 * $0 + 1), double(3 * $0 + 2)) }
    }
}
