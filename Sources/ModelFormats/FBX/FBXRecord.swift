import Foundation
import Models

/// A record of a binary FBX 7.4 file to be written.
struct FBXRecord {
    let name: String
    private var count: UInt32 = 0
    /// The values as they are stored in the file; large arrays are blocks of their own.
    private var blocks: [[UInt8]] = [[]]
    private var children: [FBXRecord] = []

    init(_ name: String, _ children: [FBXRecord] = []) {
        self.name = name
        self.children = children
    }

    // MARK: Values

    func int(_ n: Int32) -> FBXRecord { adding("I") { Self.put(n, &$0) } }
    func long(_ n: Int64) -> FBXRecord { adding("L") { Self.put(n, &$0) } }
    func bool(_ n: Bool) -> FBXRecord { adding("C") { $0.append(n ? 1 : 0) } }
    func double(_ x: Double) -> FBXRecord { adding("D") { Self.put(x.bitPattern, &$0) } }
    func text(_ s: String) -> FBXRecord { raw("S", Array(s.utf8)) }
    func data(_ bytes: [UInt8]) -> FBXRecord { raw("R", bytes) }

    /// An array whose elements were already put one behind the other, and packed or not.
    func array(_ type: Character, count: Int, _ content: [UInt8], isPacked: Bool) -> FBXRecord {
        var copy = adding(type) {
            Self.put(UInt32(count), &$0)
            Self.put(isPacked ? 1 : 0 as UInt32, &$0)
            Self.put(UInt32(content.count), &$0)
        }
        copy.blocks.append(content)
        copy.blocks.append([])
        return copy
    }

    private func raw(_ type: Character, _ bytes: [UInt8]) -> FBXRecord {
        adding(type) {
            Self.put(UInt32(bytes.count), &$0)
            $0 += bytes
        }
    }

    private func adding(_ type: Character, _ put: (inout [UInt8]) -> Void) -> FBXRecord {
        var copy = self
        copy.count += 1
        copy.blocks[copy.blocks.count - 1].append(type.asciiValue!)
        put(&copy.blocks[copy.blocks.count - 1])
        return copy
    }

    static func put<T: FixedWidthInteger>(_ n: T, _ bytes: inout [UInt8]) { withUnsafeBytes(of: n.littleEndian) { bytes += $0 } }

    // MARK: Shortcuts

    /// A row of a `Properties70` table.
    static func setting(_ name: String, type: String, label: String, flags: String = "") -> FBXRecord {
        FBXRecord("P").text(name).text(type).text(label).text(flags)
    }

    static func setting(int name: String, _ n: Int32) -> FBXRecord { setting(name, type: "int", label: "Integer").int(n) }
    static func setting(double name: String, _ x: Double) -> FBXRecord { setting(name, type: "double", label: "Number").double(x) }

    /// A user property: numbers, texts and truth values by themselves, others as JSON.
    static func user(_ name: String, _ value: JSONValue) -> FBXRecord {
        switch value {
        case .bool(let value): return setting(name, type: "bool", label: "", flags: "U").int(value ? 1 : 0)
        case .number(let value): return setting(name, type: "double", label: "Number", flags: "U").double(value)
        case .string(let value) where !value.contains("\0"):
            return setting(name, type: "KString", label: "", flags: "U").text(value)
        default:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
            return setting(name, type: "KString", label: FBXSceneReader.extrasLabel, flags: "U").text(text)
        }
    }

    /// A name and its class, as objects have them.
    static func name(_ name: String, _ type: String) -> String { "\(name)\u{0}\u{1}\(type)" }

    // MARK: Bytes

    private var valueLength: Int { blocks.reduce(0) { $0 + $1.count } }

    /// Bytes of the whole record.
    var length: Int {
        13 + name.utf8.count + valueLength + (hasList ? children.reduce(13) { $0 + $1.length } : 0)
    }

    /// A record without values has a list even where nothing is in it.
    private var hasList: Bool { !children.isEmpty || count == 0 }

    /// Adds the record, which begins at `place`, to blocks of bytes.
    func append(to output: inout [[UInt8]], at place: Int) {
        var head: [UInt8] = []
        Self.put(UInt32(truncatingIfNeeded: place + length), &head)
        Self.put(count, &head)
        Self.put(UInt32(truncatingIfNeeded: valueLength), &head)
        head.append(UInt8(name.utf8.count))
        head += Array(name.utf8)
        output.append(head)
        for block in blocks where !block.isEmpty { output.append(block) }
        var next = place + head.count + valueLength
        for child in children {
            child.append(to: &output, at: next)
            next += child.length
        }
        // An empty record ends the list.
        if hasList { output.append([UInt8](repeating: 0, count: 13)) }
    }
}
