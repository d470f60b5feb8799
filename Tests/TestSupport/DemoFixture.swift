import Capture
import Foundation
import Geometry
import Images
import Reconstruction
import SyntheticScenes

/// The demo capture for tests: its frames are rendered once in a run and kept on disk, exactly as `DemoCapture` makes them (no
/// image codec in between); likewise its surface and what is fused from it.
///
///     let demo = try DemoFixture(seed: 1, frameCount: 120)
///     let mesh = try demo.fused(ReconstructionOptions(voxelSize: 0.02))
public struct DemoFixture: Sendable {
    /// The frames, each read from disk when asked for.
    public let capture: Capture
    /// `DemoCapture.groundTruth`.
    public let groundTruth: TriangleMesh
    /// `DemoCapture.truePoses`.
    public let truePoses: [RigidTransform]
    private let key: String

    /// The options are those of `DemoCapture`.
    public init(
        seed: UInt64 = 1, noise: Bool = true, drift: Bool = true, driftMetres: Float? = nil, droppedFrames: Bool = false,
        returns: Bool = false, frameCount: Int = 240
    ) throws {
        key = "demo \(seed) \(noise) \(drift) \(String(describing: driftMetres)) \(droppedFrames) \(returns) \(frameCount)"
        let file = try TestCache.file(key) { target in
            let demo = DemoCapture(
                seed: seed, noise: noise, drift: drift, driftMetres: driftMetres, droppedFrames: droppedFrames, returns: returns,
                frameCount: frameCount)
            var writer = RawWriter()
            writer.put(mesh: demo.groundTruth)
            writer.put(array: demo.truePoses)
            try FrameStore.write(demo.capture, head: writer.bytes, to: target)
        }
        let store = try FrameStore(file)
        var reader = RawReader(try store.head())
        groundTruth = reader.mesh()
        truePoses = reader.array()
        capture = Capture(name: "demo", kind: "Demo", source: store)
    }

    /// The mesh that `Reconstructor` makes of the capture.
    public func fused(_ options: ReconstructionOptions = ReconstructionOptions()) throws -> TriangleMesh {
        let file = try TestCache.file("\(key) fused \(options)") { target in
            var writer = RawWriter()
            writer.put(mesh: try Reconstructor.run(capture, options: options).mesh)
            try Data(writer.bytes).write(to: target)
        }
        var reader = RawReader([UInt8](try Data(contentsOf: file)))
        return reader.mesh()
    }
}

/// Frames of a capture in one file: a head, then records of one size each, then where they begin. Read by the program that wrote it
/// only.
private struct FrameStore: FrameSource {
    /// What is stored of a frame beside its pixels.
    private struct Record {
        var timestamp: Double
        var pose: RigidTransform
        var depthIntrinsics: CameraIntrinsics
        var colorIntrinsics: CameraIntrinsics
        var hasConfidence: Bool
        var hasColor: Bool
    }

    private struct Tail {
        var headBytes: Int
        var frameBytes: Int
        var frameCount: Int
    }

    private let file: URL
    private let tail: Tail
    private let poses: [RigidTransform]
    let notes: [String] = []
    var frameCount: Int { tail.frameCount }

    static func write(_ capture: Capture, head: [UInt8], to file: URL) throws {
        try Data(head).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seekToEnd()
        var frameBytes = 0
        var poses: [RigidTransform] = []
        for i in 0..<capture.frameCount {
            let frame = try capture.frame(at: i)
            var writer = RawWriter()
            writer.put(
                Record(
                    timestamp: frame.timestamp ?? .nan, pose: frame.pose, depthIntrinsics: frame.depthIntrinsics,
                    colorIntrinsics: frame.colorIntrinsics, hasConfidence: frame.confidence != nil, hasColor: frame.color != nil))
            writer.put(image: frame.depth)
            if let confidence = frame.confidence { writer.put(image: confidence) }
            if let color = frame.color { writer.put(image: color) }
            precondition(i == 0 || writer.bytes.count == frameBytes, "frames of one capture have one size here")
            frameBytes = writer.bytes.count
            poses.append(frame.pose)
            try handle.write(contentsOf: writer.bytes)
        }
        var writer = RawWriter()
        writer.put(array: poses)
        writer.put(Tail(headBytes: head.count, frameBytes: frameBytes, frameCount: capture.frameCount))
        try handle.write(contentsOf: writer.bytes)
    }

    init(_ file: URL) throws {
        self.file = file
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let end = try handle.seekToEnd()
        try handle.seek(toOffset: end - UInt64(MemoryLayout<Tail>.size))
        var reader = RawReader([UInt8](try handle.readToEnd() ?? Data()))
        tail = reader.value()
        try handle.seek(toOffset: UInt64(tail.headBytes + tail.frameBytes * tail.frameCount))
        reader = RawReader([UInt8](try handle.readToEnd() ?? Data()))
        poses = reader.array()
    }

    func head() throws -> [UInt8] { try bytes(at: 0, count: tail.headBytes) }

    func pose(at index: Int) -> RigidTransform? { poses[index] }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        var reader: RawReader
        do {
            reader = RawReader(try bytes(at: tail.headBytes + index * tail.frameBytes, count: tail.frameBytes))
        } catch {
            throw CaptureError(file, "the cached frame \(index) can't be read: \(error)")
        }
        let record: Record = reader.value()
        let depth: DepthImage = reader.image()
        let confidence: ConfidenceImage? = record.hasConfidence ? reader.image() : nil
        let color: ColorImage? = record.hasColor ? reader.image() : nil
        return Frame(
            index: index, timestamp: record.timestamp.isNaN ? nil : record.timestamp, pose: record.pose, depth: depth,
            depthIntrinsics: record.depthIntrinsics, confidence: confidence, color: color, colorIntrinsics: record.colorIntrinsics)
    }

    private func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(offset))
        return [UInt8](try handle.read(upToCount: count) ?? Data())
    }
}

/// Values as they are in memory, one after the other: numbers and structs of numbers only.
private struct RawWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put<T>(_ value: T) { withUnsafeBytes(of: value) { bytes += $0 } }

    mutating func put<T>(array: [T]) {
        put(array.count)
        array.withUnsafeBytes { bytes += $0 }
    }

    mutating func put<T>(image: Image<T>) {
        put(image.width)
        put(image.height)
        put(array: image.pixels)
    }

    mutating func put(mesh: TriangleMesh) {
        put(array: mesh.positions)
        put(array: mesh.normals)
        put(array: mesh.colors)
        put(array: mesh.textureCoordinates)
        put(array: mesh.indices)
    }
}

/// Reads what `RawWriter` wrote.
private struct RawReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func value<T>() -> T {
        defer { offset += MemoryLayout<T>.size }
        return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { target in
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(target).copyMemory(from: .init(rebasing: $0[offset..<offset + MemoryLayout<T>.size]))
            }
            return target[0]
        }
    }

    mutating func array<T>() -> [T] {
        let count: Int = value()
        let size = count * MemoryLayout<T>.stride
        defer { offset += size }
        return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(buffer).copyMemory(from: .init(rebasing: $0[offset..<offset + size]))
            }
            initialized = count
        }
    }

    mutating func image<T: Sendable>() -> Image<T> {
        let width: Int = value()
        let height: Int = value()
        return Image(width: width, height: height, pixels: array())
    }

    mutating func mesh() -> TriangleMesh {
        TriangleMesh(positions: array(), normals: array(), colors: array(), textureCoordinates: array(), indices: array())
    }
}
