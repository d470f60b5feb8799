import Codecs
import Foundation
import Geometry
import Models
import Support

/// The content of a glTF's buffer as it is written, with the buffer views and accessors that describe it. Each part begins at a
/// multiple of four bytes.
struct GLTFContent {
    /// Rows that are written one after the other, or bytes that are there already.
    private struct Block {
        let name: String
        let count: Int
        let stride: Int
        var bytes: [UInt8] = []
        let store: (Int, UnsafeMutableRawPointer) -> Void
    }

    /// Words of many small accessors, which share a buffer view: programs are faster with few views.
    private struct Pool {
        let view: Int
        var words: [UInt32] = []
    }

    /// Which accessors share a view. Those of bind matrices have one of their own, because validators ask for it.
    enum Use: CaseIterable {
        case bindMatrices
        case other
    }

    /// The elements of a vertex attribute.
    struct Layout {
        var component: GLTFAccessor.Component
        var type: String
        /// Numbers of an element that are stored.
        var width: Int
        var isNormalized = false
        /// Filled up to a multiple of four bytes, as vertex attributes must be.
        var stride: Int { (width * component.size + 3) & ~3 }

        static let pairs = Layout(component: .float, type: "VEC2", width: 2)
        static let triples = Layout(component: .float, type: "VEC3", width: 3)
        static let quads = Layout(component: .float, type: "VEC4", width: 4)
    }

    private(set) var accessors: [GLTFDocument.Accessor] = []
    private(set) var views: [GLTFDocument.BufferView] = []
    /// A multiple of four.
    private(set) var byteLength = 0
    private var blocks: [Block] = []
    private var pools: [Use: Pool] = [:]
    private var inputs: [[Float]: Int] = [:]

    private static let vertices = 34962
    private static let indices = 34963

    // MARK: Adding

    private mutating func place(_ block: Block, view: GLTFDocument.BufferView) -> GLTFDocument.BufferView {
        var view = view
        view.byteOffset = byteLength
        view.byteLength = block.count * block.stride
        byteLength += (view.byteLength + 3) & ~3
        blocks.append(block)
        return view
    }

    /// A vertex attribute with a view of its own; `store` writes the numbers of an element.
    mutating func add(
        _ name: String, _ layout: Layout, count: Int, limits: (min: [Double], max: [Double])? = nil,
        store: @escaping (Int, UnsafeMutableRawPointer) -> Void
    ) -> Int {
        var view = GLTFDocument.BufferView(buffer: 0, byteLength: 0, target: Self.vertices)
        // Elements that are narrower than their stride have to declare it.
        if layout.stride != layout.width * layout.component.size { view.byteStride = layout.stride }
        views.append(place(Block(name: name, count: count, stride: layout.stride, store: store), view: view))
        accessors.append(
            GLTFDocument.Accessor(
                bufferView: views.count - 1, componentType: layout.component.rawValue,
                normalized: layout.isNormalized ? true : nil, count: count, type: layout.type,
                min: limits.map { GLTFDocument.Limits($0.min) }, max: limits.map { GLTFDocument.Limits($0.max) }))
        return accessors.count - 1
    }

    /// Positions with their exact bounds.
    mutating func add(positions: [Vector3]) -> Int {
        add("POSITION", .triples, count: positions.count, limits: Self.limits(positions)) { i, row in
            Self.store(positions[i], row)
        }
    }

    /// Vectors of three numbers.
    mutating func add(_ name: String, vectors: [Vector3]) -> Int {
        add(name, .triples, count: vectors.count) { i, row in Self.store(vectors[i], row) }
    }

    /// Differences of a morph target: only those that are not zero where they are few.
    mutating func add(differences: [Vector3], areBounded: Bool) -> Int {
        var places = differences.indices.filter { differences[$0] != .zero }
        guard places.count <= differences.count / 4 else {
            return areBounded ? add(positions: differences) : add("a morph target", vectors: differences)
        }
        // A sparse accessor replaces at least one element.
        if places.isEmpty { places = [0] }
        let indices = words(places.map { UInt32($0) }, .other)
        let values = words(
            places.flatMap { i in
                let v = differences[i]
                return [v.x.bitPattern, v.y.bitPattern, v.z.bitPattern]
            }, .other)
        let limits = areBounded ? Self.limits(differences) : nil
        accessors.append(
            GLTFDocument.Accessor(
                componentType: GLTFAccessor.Component.float.rawValue, count: differences.count, type: "VEC3",
                min: limits.map { GLTFDocument.Limits($0.min) }, max: limits.map { GLTFDocument.Limits($0.max) },
                sparse: GLTFDocument.Sparse(
                    count: places.count,
                    indices: .init(
                        bufferView: indices.view, byteOffset: indices.offset,
                        componentType: GLTFAccessor.Component.uint32.rawValue),
                    values: .init(bufferView: values.view, byteOffset: values.offset))))
        return accessors.count - 1
    }

    /// Indices of 16 bits where they suffice (the largest number means a restart), else of 32 bits.
    mutating func add(indices: [UInt32], vertexCount: Int) -> Int {
        let isShort = vertexCount <= 0xFFFF
        let stride = isShort ? 2 : 4
        let block = Block(name: "indices", count: indices.count, stride: stride) { i, row in
            if isShort {
                row.storeBytes(of: UInt16(truncatingIfNeeded: indices[i]).littleEndian, as: UInt16.self)
            } else {
                row.storeBytes(of: indices[i].littleEndian, as: UInt32.self)
            }
        }
        views.append(place(block, view: GLTFDocument.BufferView(buffer: 0, byteLength: 0, target: Self.indices)))
        let component: GLTFAccessor.Component = isShort ? .uint16 : .uint32
        accessors.append(
            GLTFDocument.Accessor(
                bufferView: views.count - 1, componentType: component.rawValue, count: indices.count, type: "SCALAR"))
        return accessors.count - 1
    }

    /// Floats that are not vertex attributes.
    /// - Parameters:
    ///   - numbers: one element after the other.
    ///   - type: of an element of `width` numbers.
    ///   - use: which other accessors they share a buffer view with.
    mutating func add(numbers: [Float], type: String, width: Int, use: Use = .other) -> Int {
        let place = words(numbers.map { Self.finite($0).bitPattern }, use)
        accessors.append(
            GLTFDocument.Accessor(
                bufferView: place.view, byteOffset: place.offset, componentType: GLTFAccessor.Component.float.rawValue,
                count: numbers.count / width, type: type))
        return accessors.count - 1
    }

    /// The times of an animation's keys: once for all channels that have the same.
    mutating func add(times: [Float]) -> Int {
        if let known = inputs[times] { return known }
        let number = add(numbers: times, type: "SCALAR", width: 1)
        accessors[number].min = times.first.map { GLTFDocument.Limits([Double($0)]) }
        accessors[number].max = times.last.map { GLTFDocument.Limits([Double($0)]) }
        inputs[times] = number
        return number
    }

    /// What a program stored beside an accessor.
    mutating func set(extras: JSONValue, of accessor: Int) { accessors[accessor].extras = extras }

    /// The content of a file, such as an image.
    mutating func add(bytes: [UInt8], name: String) -> Int {
        let block = Block(name: name, count: bytes.count, stride: 1, bytes: bytes) { _, _ in }
        views.append(place(block, view: GLTFDocument.BufferView(buffer: 0, byteLength: 0)))
        return views.count - 1
    }

    private mutating func words(_ words: [UInt32], _ use: Use) -> (view: Int, offset: Int) {
        if pools[use] == nil {
            pools[use] = Pool(view: views.count)
            views.append(GLTFDocument.BufferView(buffer: 0, byteLength: 0))
        }
        let place = pools[use].map { (view: $0.view, offset: 4 * $0.words.count) } ?? (0, 0)
        pools[use]?.words += words
        return place
    }

    // MARK: Writing

    /// Gives the shared views their places; nothing is added after that.
    mutating func finish() {
        for use in Use.allCases {
            guard let pool = pools[use] else { continue }
            let words = pool.words
            let block = Block(name: "animations", count: words.count, stride: 4) { i, row in
                row.storeBytes(of: words[i].littleEndian, as: UInt32.self)
            }
            views[pool.view] = place(block, view: views[pool.view])
        }
        pools = [:]
    }

    func write(_ file: inout AtomicFile, _ progress: ProgressReporter) throws(FormatError) {
        let total = Double(max(1, byteLength))
        var done = 0
        for block in blocks {
            let length = block.count * block.stride
            let part = progress.part(Double(done) / total...min(1, Double(done + length) / total))
            if block.bytes.isEmpty {
                try file.writeRows(
                    block.count, stride: block.stride, progress: part, what: "Writing \(block.name)", fill: block.store)
            } else {
                try part.step(0, "Writing \(block.name)")
                try file.putArray(block.bytes)
            }
            let padding = (4 - length % 4) % 4
            try file.putArray([UInt8](repeating: 0, count: padding))
            done += length + padding
        }
    }

    /// The floats' exact values: readers compare them with the buffer's.
    private static func limits(_ positions: [Vector3]) -> (min: [Double], max: [Double]) {
        let box = Bounds(positions)
        return ((0..<3).map { Double(box.min[$0]) }, (0..<3).map { Double(box.max[$0]) })
    }

    /// glTF has no numbers that are not finite.
    @inline(__always) static func finite(_ x: Float) -> Float { x.isFinite ? x : 0 }

    @inline(__always) static func store(_ v: Vector3, _ row: UnsafeMutableRawPointer) {
        for k in 0..<3 { row.storeBytes(of: finite(v[k]).bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
    }

    @inline(__always) static func store(_ v: SIMD4<Float>, _ row: UnsafeMutableRawPointer, width: Int = 4) {
        for k in 0..<width { row.storeBytes(of: finite(v[k]).bitPattern.littleEndian, toByteOffset: 4 * k, as: UInt32.self) }
    }
}
