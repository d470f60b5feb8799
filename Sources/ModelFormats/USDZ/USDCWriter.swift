import Codecs
import Geometry
import Support

/// Writes a binary USD layer (`usdc`, "crate", version 0.7): arrays and other values first, then the tables that describe them.
///
/// Everything but the arrays of points is made when the writer is, so that its size is known before the first byte goes out.
struct USDCWriter {
    private enum Kind { static let attribute = 1, prim = 6, root = 7, relationship = 8 }

    /// A stretch of the file: bytes, or triples of floats that are asked for when they are written.
    private enum Piece {
        case bytes([UInt8])
        case float3s(Int, (Int) -> Vector3)
    }

    /// Token 0 belongs to the root: properties have negative numbers, and there is no −0.
    private var tokens = [""]
    private var tokenNumbers = ["": 0]
    private var strings: [Int] = []
    private var fields: [(token: Int, value: UInt64)] = []
    private var fieldSets: [Int] = []
    /// Every path has one spec, in the same order.
    private var pathNumbers: [String: Int] = [:]
    private var elements: [Int] = []
    private var jumps: [Int] = []
    private var specs: [(fieldSet: Int, kind: Int)] = []
    private var pieces: [Piece] = []
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    /// Arrays and lists of times that were written, which others refer to.
    private var shared: [USDShareKey: UInt64] = [:]
    private var times: [[Double]: UInt64] = [:]
    /// Bytes of the layer.
    private(set) var size = 88

    /// - Parameter root: its fields are the layer's metadata.
    init(_ root: USDPrimSpec) {
        enumerate(root, path: "", isLast: true, isRoot: true)
        addSpecs(root, kind: Kind.root)
        finish()
    }

    // MARK: Paths

    /// Paths in depth-first order: a prim, its properties, its children.
    private mutating func enumerate(_ prim: USDPrimSpec, path: String, isLast: Bool, isRoot: Bool = false) {
        let index = elements.count
        pathNumbers[isRoot ? "/" : path] = index
        elements.append(isRoot ? 0 : token(prim.name))
        jumps.append(0)
        for (i, property) in prim.properties.enumerated() {
            pathNumbers[path + "." + property.name] = elements.count
            elements.append(-token(property.name))
            jumps.append(i == prim.properties.count - 1 && prim.children.isEmpty ? -2 : 0)
        }
        for (i, child) in prim.children.enumerated() {
            enumerate(child, path: path + "/" + child.name, isLast: i == prim.children.count - 1)
        }
        let hasChild = elements.count > index + 1
        jumps[index] = hasChild ? (isLast ? -1 : elements.count - index) : (isLast ? -2 : 0)
    }

    // MARK: Specs

    private mutating func addSpecs(_ prim: USDPrimSpec, kind: Int) {
        var set: [Int] = []
        if kind == Kind.prim {
            set.append(field("specifier", inlined(.specifier, 0)))
            if !prim.type.isEmpty { set.append(field("typeName", value(.token(prim.type)))) }
        }
        for (name, content) in prim.fields { set.append(field(name, value(content))) }
        if !prim.properties.isEmpty { set.append(field("properties", names(prim.properties.map(\.name)))) }
        if !prim.children.isEmpty { set.append(field("primChildren", names(prim.children.map(\.name)))) }
        add(set, kind)
        for property in prim.properties { addSpec(property) }
        for child in prim.children { addSpecs(child, kind: Kind.prim) }
    }

    private mutating func addSpec(_ property: USDPropertySpec) {
        var set: [Int] = []
        if let type = property.type { set.append(field("typeName", value(.token(type)))) }
        // Relationships are uniform.
        if property.isUniform || property.type == nil { set.append(field("variability", inlined(.variability, 1))) }
        if property.name.hasPrefix("diorama:") { set.append(field("custom", value(.bool(true)))) }
        if let content = property.value { set.append(field("default", value(content))) }
        if !property.samples.isEmpty { set.append(field("timeSamples", samples(property.samples))) }
        if let word = property.interpolation { set.append(field("interpolation", value(.token(word)))) }
        if let count = property.elementSize { set.append(field("elementSize", value(.int(Int32(count))))) }
        if !property.targets.isEmpty {
            let paths = property.targets.map { target -> Int in
                guard let number = pathNumbers[target] else { preconditionFailure("\(target) is not in the layer") }
                return number
            }
            // Explicit items.
            set.append(
                field(property.type == nil ? "targetPaths" : "connectionPaths", list(.pathListOp, flags: 0b11, items: paths)))
        }
        add(set, property.type == nil ? Kind.relationship : Kind.attribute)
    }

    private mutating func add(_ set: [Int], _ kind: Int) {
        specs.append((fieldSets.count, kind))
        fieldSets += set + [-1]
    }

    private mutating func field(_ name: String, _ value: UInt64) -> Int {
        fields.append((token(name), value))
        return fields.count - 1
    }

    private mutating func token(_ word: String) -> Int {
        if let number = tokenNumbers[word] { return number }
        tokens.append(word)
        tokenNumbers[word] = tokens.count - 1
        return tokens.count - 1
    }

    private mutating func string(_ text: String) -> Int {
        strings.append(token(text))
        return strings.count - 1
    }

    // MARK: Values

    private mutating func value(_ content: USDField) -> UInt64 {
        switch content {
        case .bool(let x): return inlined(.bool, x ? 1 : 0)
        case .float(let x): return inlined(.float, x.bitPattern)
        case .double(let x):
            if Double(Float(x)) == x { return inlined(.double, Float(x).bitPattern) }
            return placed(.double, Self.bytes([x.bitPattern.littleEndian]))
        case .token(let word): return inlined(.token, UInt32(token(word)))
        case .asset(let name): return inlined(.assetPath, UInt32(token(name)))
        case .string(let text): return inlined(.string, UInt32(string(text)))
        case .float3(let v): return placed(.vec3f, Self.bytes([v.x, v.y, v.z].map(\.bitPattern.littleEndian)))
        case .double3(let v): return placed(.vec3d, Self.bytes([v.x, v.y, v.z].map(\.bitPattern.littleEndian)))
        case .matrix(let rows): return placed(.matrix4d, Self.bytes(rows))
        default: return further(content)
        }
    }

    private mutating func further(_ content: USDField) -> UInt64 {
        switch content {
        case .matrices(let list): return array(.matrix4d, count: list.count, bytes: Self.bytes(list.flatMap(\.self)))
        case .int(let x): return inlined(.int, UInt32(bitPattern: x))
        case .float2(let v): return placed(.vec2f, Self.bytes([v.x, v.y]))
        case .float4(let v): return placed(.vec4f, Self.bytes([v]))
        // The real part last, as here.
        case .quaternion(let q, let isDouble):
            return isDouble ? placed(.quatd, Self.bytes([q])) : placed(.quatf, Self.bytes([SIMD4<Float>(q)]))
        case .quaternions(let list): return array(.quatf, count: list.count, bytes: Self.bytes(list))
        case .half3s(let list):
            let halves = list.flatMap { v in [v.x, v.y, v.z].map { USDCFile.halfBits($0).littleEndian } }
            return array(.vec3h, count: list.count, bytes: Self.bytes(halves))
        case .doubles(let list): return array(.double, count: list.count, bytes: Self.bytes(list))
        case .strings(let list):
            return array(.string, count: list.count, bytes: Self.bytes(list.map { UInt32(string($0)).littleEndian }))
        case .shared(let key, let make):
            if let known = shared[key] { return known }
            let rep = value(make())
            shared[key] = rep
            return rep
        default: return arrays(content)
        }
    }

    private mutating func arrays(_ content: USDField) -> UInt64 {
        switch content {
        case .prepended(let words): return list(.tokenListOp, flags: 1 << 5, items: words.map { token($0) })
        case .tokens(let words):
            return array(.token, count: words.count, bytes: Self.bytes(words.map { UInt32(token($0)).littleEndian }))
        case .floats(let values):
            return array(.float, count: values.count, bytes: Self.bytes(values.map(\.bitPattern.littleEndian)))
        case .float2s(let values):
            return array(.vec2f, count: values.count, bytes: Self.bytes(values))
        case .float3s(let count, let triple):
            let rep = array(.vec3f, count: count, bytes: [])
            pieces.append(.float3s(count, triple))
            size += 12 * count
            return rep
        case .ints(let count, let number):
            // Short arrays are never packed.
            if count < 16 { return array(.int, count: count, bytes: Self.bytes((0..<count).map { number($0).littleEndian })) }
            let packed = USDCompression.packed(count, number)
            return array(.int, count: count, bytes: Self.bytes([UInt64(packed.count).littleEndian]) + packed) | 1 << 61
        default: preconditionFailure("a value without a type of the layer")
        }
    }

    /// Values over time: a jump to the times, the times, a jump to the values, their number and the values.
    private mutating func samples(_ samples: [(time: Double, value: USDField)]) -> UInt64 {
        let codes = samples.map(\.time)
        let list: UInt64
        if let known = times[codes] {
            list = known
        } else {
            list = placed(.doubleVector, Self.bytes([UInt64(codes.count).littleEndian]) + Self.bytes(codes))
            times[codes] = list
        }
        let values = samples.map { value($0.value) }
        return placed(
            .timeSamples, Self.bytes(([8, list, 8, UInt64(values.count)] + values).map(\.littleEndian)))
    }

    private func rep(_ type: USDCType, _ payload: Int) -> UInt64 { UInt64(type.rawValue) << 48 | UInt64(payload) }

    private func inlined(_ type: USDCType, _ bits: UInt32) -> UInt64 { rep(type, Int(bits)) | 1 << 62 }

    /// Bytes at a multiple of eight.
    private mutating func placed(_ type: USDCType, _ bytes: [UInt8]) -> UInt64 { rep(type, place(bytes)) }

    private mutating func place(_ bytes: [UInt8]) -> Int {
        let padding = (8 - size % 8) % 8
        pieces.append(.bytes([UInt8](repeating: 0, count: padding) + bytes))
        size += padding + bytes.count
        return size - bytes.count
    }

    /// An array begins with its count.
    private mutating func array(_ type: USDCType, count: Int, bytes: [UInt8]) -> UInt64 {
        if count == 0 { return rep(type, 0) | 1 << 63 }
        return placed(type, Self.bytes([UInt64(count).littleEndian]) + bytes) | 1 << 63
    }

    private mutating func names(_ words: [String]) -> UInt64 {
        placed(
            .tokenVector, Self.bytes([UInt64(words.count).littleEndian]) + Self.bytes(words.map { UInt32(token($0)).littleEndian }))
    }

    private mutating func list(_ type: USDCType, flags: UInt8, items: [Int]) -> UInt64 {
        placed(type, [flags] + Self.bytes([UInt64(items.count).littleEndian]) + Self.bytes(items.map { UInt32($0).littleEndian }))
    }

    private static func bytes<T: BitwiseCopyable>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

    // MARK: The file

    /// The tables behind the values, their contents, and the head that points there.
    private mutating func finish() {
        let start = size + (8 - size % 8) % 8
        tail = [UInt8](repeating: 0, count: start - size)
        let first = size
        var sections: [(name: String, start: Int, end: Int)] = []
        func number(_ n: Int) -> [UInt8] { Self.bytes([UInt64(n).littleEndian]) }
        func packed(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }
        func numbers(_ list: [Int]) -> [UInt8] { packed(USDCompression.packed(list.count) { Int32(list[$0]) }) }
        func section(_ name: String, _ content: [UInt8]) {
            sections.append((name, first + tail.count, first + tail.count + content.count))
            tail += content
        }
        let text = Array((tokens.joined(separator: "\0") + "\0").utf8)
        section("TOKENS", number(tokens.count) + number(text.count) + packed(USDCompression.packed(text)))
        section("STRINGS", number(strings.count) + Self.bytes(strings.map { UInt32($0).littleEndian }))
        let values = USDCompression.packed(Self.bytes(fields.map(\.value.littleEndian)))
        section("FIELDS", number(fields.count) + numbers(fields.map(\.token)) + packed(values))
        section("FIELDSETS", number(fieldSets.count) + numbers(fieldSets))
        let order = Array(elements.indices)
        section("PATHS", number(order.count) + number(order.count) + numbers(order) + numbers(elements) + numbers(jumps))
        section("SPECS", number(specs.count) + numbers(order) + numbers(specs.map(\.fieldSet)) + numbers(specs.map(\.kind)))
        let contents = first + tail.count
        tail += number(sections.count)
        for section in sections {
            let name = Array(section.name.utf8)
            tail += name + [UInt8](repeating: 0, count: 16 - name.count)
            tail += number(section.start) + number(section.end - section.start)
        }
        head = Array("PXR-USDC".utf8) + [0, 7, 0, 0, 0, 0, 0, 0] + number(contents) + [UInt8](repeating: 0, count: 64)
        size = first + tail.count
    }

    /// Hands the file's bytes over from the first to the last.
    func write(
        _ progress: ProgressReporter, receive: ([UInt8]) throws(FormatError) -> Void
    ) throws(FormatError) {
        try receive(head)
        var done = head.count
        for piece in pieces {
            switch piece {
            case .bytes(let bytes):
                try progress.step(Double(done) / Double(size), "Writing the layer")
                try receive(bytes)
                done += bytes.count
            case .float3s(let count, let triple):
                let share = 1 << 16
                for start in stride(from: 0, to: count, by: share) {
                    try progress.step(Double(done) / Double(size), "Writing the layer")
                    let n = min(share, count - start)
                    let triples = [UInt8](unsafeUninitializedCapacity: 12 * n) { bytes, used in
                        let out = UnsafeMutableRawBufferPointer(bytes)
                        for i in 0..<n {
                            let v = triple(start + i)
                            out.storeBytes(of: v.x, toByteOffset: 12 * i, as: Float.self)
                            out.storeBytes(of: v.y, toByteOffset: 12 * i + 4, as: Float.self)
                            out.storeBytes(of: v.z, toByteOffset: 12 * i + 8, as: Float.self)
                        }
                        used = 12 * n
                    }
                    try receive(triples)
                    done += 12 * n
                }
            }
        }
        try receive(tail)
    }
}
