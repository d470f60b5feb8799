import Codecs
import Foundation
import Geometry

/// An attribute's numbers while a file is read: bare memory of zeros, which takes no physical memory where nothing is stored.
///
/// Threads may store numbers of different points at the same time.
final class AttributeBuffer: @unchecked Sendable {
    let type: PointAttribute.Scalar
    private(set) var count: Int
    private(set) var base: UnsafeMutableRawPointer

    /// Zeros. The caller has checked the count against the bytes that are there.
    init(_ type: PointAttribute.Scalar, count: Int) {
        self.type = type
        self.count = count
        guard let memory = calloc(max(count, 1), type.size) else { fatalError("out of memory") }
        base = memory
    }

    deinit { free(base) }

    /// The first `used` numbers in another type.
    func converted(to type: PointAttribute.Scalar, used: Int) -> AttributeBuffer {
        let other = AttributeBuffer(type, count: count)
        let values = values(used)
        for i in 0..<used { other.put(values[i], at: i) }
        return other
    }

    /// Makes room for at least so many numbers; new ones are zero.
    func grow(to count: Int) {
        guard count > self.count else { return }
        let count = max(count, 2 * self.count)
        let larger = AttributeBuffer(type, count: count)
        larger.base.copyMemory(from: base, byteCount: self.count * type.size)
        swap(&base, &larger.base)
        self.count = count
    }

    /// Stores a number; one that the type can't hold becomes the nearest that it can.
    @inline(__always) func put(_ x: Double, at i: Int) {
        switch type {
        case .uint8: store(Self.integer(x, UInt8.self), i)
        case .uint16: store(Self.integer(x, UInt16.self), i)
        case .uint32: store(Self.integer(x, UInt32.self), i)
        case .int8: store(Self.integer(x, Int8.self), i)
        case .int16: store(Self.integer(x, Int16.self), i)
        case .int32: store(Self.integer(x, Int32.self), i)
        case .float: store(Float(x), i)
        case .double: store(x, i)
        }
    }

    @inline(__always) private func store<T>(_ x: T, _ i: Int) { base.assumingMemoryBound(to: T.self)[i] = x }

    @inline(__always) private static func integer<T: FixedWidthInteger>(_ x: Double, _: T.Type) -> T {
        x >= Double(T.min) ? (x < Double(T.max) ? T(x.rounded()) : T.max) : x < 0 ? T.min : 0
    }

    /// The first numbers.
    func values(_ count: Int? = nil) -> PointAttribute.Values {
        PointAttribute.Values(type, bytes: UnsafeRawBufferPointer(start: base, count: (count ?? self.count) * type.size))
    }

    /// Whether all numbers are zero, those that nothing was stored in among them.
    var isZero: Bool {
        let size = count * type.size
        // Each byte is that before it, and the first is zero.
        return size == 0 || base.load(as: UInt8.self) == 0 && memcmp(base, base + 1, size - 1) == 0
    }
}

/// An attribute's numbers while a file is written: their address. Reading an element of an array in an enumeration counts
/// references, which all cores would compete for. The cloud that the attribute is of has to stay in memory.
struct AttributeNumbers: @unchecked Sendable {
    let type: PointAttribute.Scalar
    private let base: UnsafeRawPointer?

    init(_ values: PointAttribute.Values) {
        type = values.type
        base = values.withUnsafeBytes { $0.baseAddress }
    }

    /// Stores number `i` in the byte order of the machine, which is that of nearly all files.
    @inline(__always) func store(_ i: Int, _ target: UnsafeMutableRawPointer) {
        guard let base else { return }
        switch type.size {
        case 1: target.storeBytes(of: base.load(fromByteOffset: i, as: UInt8.self), as: UInt8.self)
        case 2: target.storeBytes(of: base.load(fromByteOffset: 2 * i, as: UInt16.self), as: UInt16.self)
        case 4: target.storeBytes(of: base.load(fromByteOffset: 4 * i, as: UInt32.self), as: UInt32.self)
        default: target.storeBytes(of: base.load(fromByteOffset: 8 * i, as: UInt64.self), as: UInt64.self)
        }
    }

    /// Stores number `i` with its most significant byte first.
    @inline(__always) func storeBigEndian(_ i: Int, _ target: UnsafeMutableRawPointer) {
        guard let base else { return }
        switch type.size {
        case 1: target.storeBytes(of: base.load(fromByteOffset: i, as: UInt8.self), as: UInt8.self)
        case 2: target.storeBytes(of: base.load(fromByteOffset: 2 * i, as: UInt16.self).bigEndian, as: UInt16.self)
        case 4: target.storeBytes(of: base.load(fromByteOffset: 4 * i, as: UInt32.self).bigEndian, as: UInt32.self)
        default: target.storeBytes(of: base.load(fromByteOffset: 8 * i, as: UInt64.self).bigEndian, as: UInt64.self)
        }
    }

    /// Appends number `i` as text that reads back as the same number.
    @inline(__always) func append(_ i: Int, _ text: inout TextBuffer) {
        guard let base else { return }
        func number<T>(_: T.Type) -> T { base.load(fromByteOffset: MemoryLayout<T>.size * i, as: T.self) }
        switch type {
        case .uint8: text.append(Int(number(UInt8.self)))
        case .uint16: text.append(Int(number(UInt16.self)))
        case .uint32: text.append(Int(number(UInt32.self)))
        case .int8: text.append(Int(number(Int8.self)))
        case .int16: text.append(Int(number(Int16.self)))
        case .int32: text.append(Int(number(Int32.self)))
        case .float: text.append(number(Float.self))
        case .double: text.append(number(Double.self))
        }
    }

    /// Number `i`.
    @inline(__always) func value(_ i: Int) -> Double {
        guard let base else { return 0 }
        func number<T>(_: T.Type) -> T { base.load(fromByteOffset: MemoryLayout<T>.size * i, as: T.self) }
        return switch type {
        case .uint8: Double(number(UInt8.self))
        case .uint16: Double(number(UInt16.self))
        case .uint32: Double(number(UInt32.self))
        case .int8: Double(number(Int8.self))
        case .int16: Double(number(Int16.self))
        case .int32: Double(number(Int32.self))
        case .float: Double(number(Float.self))
        case .double: number(Double.self)
        }
    }
}

/// An attribute and its name in a file that is written.
struct AttributeColumn {
    let name: String
    let attribute: PointAttribute
    let numbers: AttributeNumbers

    init(_ attribute: PointAttribute, name: String) {
        self.name = name
        self.attribute = attribute
        numbers = AttributeNumbers(attribute.values)
    }

    var type: PointAttribute.Scalar { numbers.type }
    var size: Int { numbers.type.size }

    /// The columns of attributes under names that a header of words can hold: blanks become underscores, a name that is in use
    /// gets a number.
    /// - Parameters:
    ///   - attributes: those to write.
    ///   - used: names of the file's other fields.
    ///   - allows: whether a name may hold this character.
    static func columns(
        _ attributes: [PointAttribute], used: [String], allows: (Unicode.Scalar) -> Bool = { $0.value > 32 && $0.value != 127 }
    ) -> [AttributeColumn] {
        var names = Set(used.map { $0.lowercased() })
        return attributes.map { attribute in
            let clean = String(
                String.UnicodeScalarView(attribute.name.unicodeScalars.prefix(200).map { allows($0) ? $0 : "_" }))
            let stem = clean.isEmpty ? "attribute" : clean
            var name = stem
            var number = 2
            while !names.insert(name.lowercased()).inserted {
                name = "\(stem)_\(number)"
                number += 1
            }
            return AttributeColumn(attribute, name: name)
        }
    }

    /// The loss of a format whose rules for names changed some.
    static func nameLoss(_ columns: [AttributeColumn], _ format: String) -> Loss? {
        let renamed = columns.filter { $0.name != $0.attribute.name }
        guard !renamed.isEmpty else { return nil }
        let list = renamed.prefix(8).map { "\(Text.quote($0.attribute.name, limit: 32)) as \(Text.quote($0.name, limit: 32))" }
        let rest = renamed.count > 8 ? " and others" : ""
        return Loss(.names, "\(format) does not allow all names of attributes; written are \(list.joined(separator: ", "))\(rest).")
    }
}
