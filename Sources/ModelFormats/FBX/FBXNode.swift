/// A record of a binary FBX file: a name, properties and records inside it.
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

    func text(_ i: Int) -> String? { i < properties.count ? properties[i].text : nil }
    func integer(_ i: Int) -> Int? { i < properties.count ? properties[i].integer : nil }
    func number(_ i: Int) -> Double? { i < properties.count ? properties[i].number : nil }
    var array: FBXArray? { properties.first?.array }

    /// The values of an entry of its `Properties70` table.
    func setting(_ name: String) -> ArraySlice<FBXProperty>? {
        guard let row = child("Properties70")?.children.first(where: { $0.name == "P" && $0.text(0) == name }) else { return nil }
        return row.properties.dropFirst(4)
    }

    func setting(integer name: String) -> Int? { setting(name)?.first?.integer }
    func setting(number name: String) -> Double? { setting(name)?.first?.number }
    func setting(vector name: String) -> SIMD3<Double>? {
        guard let values = setting(name)?.prefix(3).compactMap(\.number), values.count == 3 else { return nil }
        return SIMD3(values[0], values[1], values[2])
    }
}

/// One value of a record.
enum FBXProperty {
    case integer(Int)
    case number(Double)
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

    var bytes: UnsafeRawBufferPointer? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var array: FBXArray? { if case .array(let array) = self { array } else { nil } }
}

/// An array as it is stored in the file, perhaps compressed.
struct FBXArray {
    /// d, f, l, i or b.
    let type: UInt8
    let count: Int
    let isPacked: Bool
    let bytes: UnsafeRawBufferPointer

    /// Bytes of an element; nil for an unknown type.
    static func size(_ type: UInt8) -> Int? {
        switch type {
        case UInt8(ascii: "d"), UInt8(ascii: "l"): 8
        case UInt8(ascii: "f"), UInt8(ascii: "i"): 4
        case UInt8(ascii: "b"), UInt8(ascii: "c"): 1
        default: nil
        }
    }
}
