/// A record of an FBX file, binary or text: a name, values and records inside it.
final class FBXNode {
    let name: String
    let properties: [FBXProperty]
    let children: [FBXNode]

    init(_ name: String, properties: [FBXProperty], children: [FBXNode]) {
        self.name = name
        self.properties = properties
        self.children = children
    }

    func child(_ name: String) -> FBXNode? { children.first { $0.name == name } }
    func all(_ name: String) -> [FBXNode] { children.filter { $0.name == name } }

    func text(_ i: Int) -> String? { i < properties.count ? properties[i].text : nil }
    func integer(_ i: Int) -> Int? { i < properties.count ? properties[i].integer : nil }
    func number(_ i: Int) -> Double? { i < properties.count ? properties[i].number : nil }

    /// The entries of its property table by their names: `Properties70` of version 7, `Properties60` before.
    private(set) lazy var settings: [String: FBXSetting] = {
        var table: [String: FBXSetting] = [:]
        // Of equal names the last one counts, as in other readers.
        for row in settingRows { table[row.name] = row }
        return table
    }()

    /// The same in the order of the file.
    var settingRows: [FBXSetting] {
        if let rows = child("Properties70")?.children {
            return rows.compactMap { row in
                guard row.name == "P", let name = row.text(0) else { return nil }
                return FBXSetting(
                    name: name, type: row.text(1) ?? "", label: row.text(2) ?? "", flags: row.text(3) ?? "",
                    values: row.properties.dropFirst(4))
            }
        }
        return (child("Properties60")?.children ?? []).compactMap { row in
            guard row.name == "Property", let name = row.text(0) else { return nil }
            return FBXSetting(
                name: name, type: row.text(1) ?? "", label: "", flags: row.text(2) ?? "", values: row.properties.dropFirst(3))
        }
    }

    func setting(integer name: String) -> Int? { settings[name]?.integer }
    func setting(number name: String) -> Double? { settings[name]?.number }
}

/// An entry of a property table.
struct FBXSetting {
    let name: String
    let type: String
    let label: String
    /// `A`: can be animated, `U`: made by the user.
    let flags: String
    let values: ArraySlice<FBXProperty>

    var integer: Int? { values.first?.integer }
    var number: Double? { values.first?.number.flatMap { $0.isFinite ? $0 : nil } }
    var text: String? { values.first?.text }
    /// The same of up to a mebibyte.
    var longText: String? {
        values.first?.bytes.map { bytes in String(decoding: bytes.prefix { $0 != 0 }.prefix(1 << 20), as: UTF8.self) }
    }
    var vector: SIMD3<Double>? {
        let numbers = values.prefix(3).compactMap(\.number)
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }
}

/// One value of a record.
enum FBXProperty {
    case integer(Int)
    case number(Double)
    /// A text, a single letter of a text file, or raw bytes.
    case bytes(UnsafeRawBufferPointer)
    case array(FBXArray)

    var integer: Int? {
        switch self {
        case .integer(let n): n
        case .number(let x): Int(exactly: x)
        default: nil
        }
    }

    var number: Double? {
        switch self {
        case .integer(let n): Double(n)
        case .number(let x): x
        default: nil
        }
    }

    /// Up to the byte 0 that parts an object's name from its class.
    var text: String? {
        guard case .bytes(let bytes) = self else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.prefix(4096), as: UTF8.self)
    }

    /// The letter that stands for a way of interpolation: a word of a text file, a small number of a binary one.
    var letter: UInt8? {
        switch self {
        case .integer(let n): UInt8(exactly: n)
        case .bytes(let bytes): bytes.count == 1 ? bytes[0] : nil
        default: nil
        }
    }

    var bytes: UnsafeRawBufferPointer? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var array: FBXArray? { if case .array(let array) = self { array } else { nil } }
}

/// An array as it is stored in the file.
struct FBXArray {
    enum Storage {
        /// Numbers one behind the other.
        case plain
        /// The same as a zlib stream.
        case packed
        /// Each number behind a byte that names its type, as before version 7.
        case tagged
        /// Decimal numbers with commas between them.
        case text
    }

    /// d, f, l, i, y, b or c; of text files d.
    let type: UInt8
    let count: Int
    let storage: Storage
    let bytes: UnsafeRawBufferPointer

    /// Bytes of an element; nil for an unknown type.
    static func size(_ type: UInt8) -> Int? {
        switch type {
        case UInt8(ascii: "d"), UInt8(ascii: "l"): 8
        case UInt8(ascii: "f"), UInt8(ascii: "i"): 4
        case UInt8(ascii: "y"): 2
        case UInt8(ascii: "b"), UInt8(ascii: "c"): 1
        default: nil
        }
    }
}
