import Codecs
import Foundation
import Models
import Support

/// Autodesk 3D Studio (releases 3 and 4): binary chunks, with images beside the file. Read, not written.
///
/// Read: meshes with their local matrices, several materials, smoothing groups (as normals) and texture coordinates; the
/// keyframer's
/// hierarchy with pivots, positions, rotations and scales over time; cameras and lights. Not read: maps other than the first
/// texture
/// and self-illumination, morphs, hidden tracks, fog and backgrounds.
public enum ThreeDS {
    /// Reads a file in memory as a scene. Frames are taken as 1/30 s.
    ///
    /// The format declares neither unit nor axes: the numbers are taken as metres, z up, and a root node turns them.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: where the file is truncated, a face refers to no vertex, or there is no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        try progress.step(0, "Reading the chunks")
        var parser = ThreeDSParser(bytes)
        let file = try parser.read()
        try progress.step(0.4, "Building the scene")
        var reader = ThreeDSSceneReader(file, fileSize: bytes.count, folder: folder)
        return try reader.read(progress)
    }

    /// Whether the first chunk is that of a 3DS file and begins with one that belongs there.
    static func isThreeDS(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 6, bytes[0] == 0x4D, bytes[1] == 0x4D else { return false }
        let size = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt32.self))
        guard size >= 6, bytes.count >= 12 else { return size == 6 }
        let inner = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        return [0x0002, 0x0005, 0x3D3D, 0xB000, 0x3D3E].contains(inner)
    }
}

/// What a 3DS file holds.
struct ThreeDSFile {
    var meshes: [ThreeDSMesh] = []
    var materials: [ThreeDSMaterial] = []
    var cameras: [ThreeDSCamera] = []
    var lights: [ThreeDSLight] = []
    var nodes: [ThreeDSNode] = []
    var notes: [String] = []
}
