import Codecs
import Foundation
import Geometry
import Support

/// Binary glTF 2.0 (Khronos, ISO/IEC 12113).
///
/// Read: see `readScene`; as a model the scene in its rest pose, or its Gaussian splats. A required extension that is not read is
/// refused by name.
public enum GLB {
    /// "glTF", little endian.
    static let magic: UInt32 = 0x4654_6C67
    static let jsonChunk: UInt32 = 0x4E4F_534A
    static let binaryChunk: UInt32 = 0x004E_4942

    /// Reads a file in memory.
    /// - Throws: where the container, its JSON or an accessor breaks a rule of the format, or there is no geometry.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        let (json, binary) = try chunks(bytes)
        try progress.step(0, "Reading the scene")
        let document = try GLTFDocument(json)
        let buffers = try GLTFBuffers(document, binary)
        return try GLTFSceneReader.model(document, buffers: buffers, size: bytes.count, progress: progress)
    }

    /// The JSON chunk and the binary chunk (empty where there is none), specification section 4.4.
    static func chunks(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FormatError) -> (json: UnsafeRawBufferPointer, binary: UnsafeRawBufferPointer) {
        func word(_ offset: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        guard bytes.count >= 20, word(0) == magic else {
            throw .unreadable("is too short for a GLB file or does not begin like one")
        }
        guard word(4) == 2 else { throw .unreadable("has glTF version \(word(4)); only version 2 is read") }
        let length = Int(word(8))
        guard length <= bytes.count else {
            throw .unreadable(
                "declares \(Text.bytes(length)) but contains only \(Text.bytes(bytes.count)); the file is truncated; copy it again")
        }
        var json: UnsafeRawBufferPointer?
        var binary: UnsafeRawBufferPointer?
        var place = 12
        while place + 8 <= length {
            let size = Int(word(place))
            guard size <= length - place - 8 else {
                throw .unreadable(
                    "the chunk at byte \(place) declares \(Text.bytes(size)), but only \(length - place - 8) are left")
            }
            let content = UnsafeRawBufferPointer(rebasing: bytes[(place + 8)..<(place + 8 + size)])
            let kind = word(place + 4)
            if kind == jsonChunk, json == nil { json = content }
            if kind == binaryChunk, binary == nil { binary = content }
            // Chunks are padded to four bytes; some writers don't count the padding.
            place += 8 + (size + 3) & ~3
        }
        guard let json else { throw .unreadable("has no JSON chunk") }
        return (json, binary ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
