import Codecs
import Foundation
import Geometry

/// The bytes behind a glTF document's buffer views, every access checked.
final class GLTFBuffers {
    private let document: GLTFDocument
    private let binary: UnsafeRawBufferPointer
    /// Buffers embedded in the JSON as base64, by index.
    private var embedded: [Int: UnsafeRawBufferPointer] = [:]
    /// Buffers in files beside the document, by index.
    private var files: [Int: FileBytes] = [:]
    /// Decompressed buffer views, by index.
    private var decompressed: [Int: UnsafeRawBufferPointer] = [:]
    /// Bytes of all decompressed buffer views.
    private(set) var decompressedSize = 0
    /// Where images in other files are looked for.
    let folder: URL?

    /// Bytes of the other files.
    var externalSize: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

    /// - Parameter folder: where buffers in other files are looked for; nil refuses them.
    /// - Throws: if a buffer is in another file that is missing, or is longer than its bytes.
    init(_ document: GLTFDocument, _ binary: UnsafeRawBufferPointer, folder: URL? = nil) throws(FormatError) {
        self.document = document
        self.binary = binary
        self.folder = folder
        var names: [String: FileBytes] = [:]
        for (i, buffer) in (document.buffers ?? []).enumerated() {
            if let uri = buffer.uri {
                guard uri.hasPrefix("data:") else {
                    guard let folder else {
                        throw .unreadable("buffer \(i) is in another file, \(Text.quote(uri)); pack it into the GLB")
                    }
                    guard let place = SiblingFile.find(uri.removingPercentEncoding ?? uri, in: folder) else {
                        throw .unreadable("buffer \(i) is missing: \(Text.quote(uri)) is not in the model's folder")
                    }
                    // Several buffers may lie in one file: it is read once.
                    if names[place.path] == nil { names[place.path] = try FileBytes(place) }
                    files[i] = names[place.path]
                    try check(i, buffer)
                    continue
                }
                guard let data = Self.decode(uri) else { throw .unreadable("buffer \(i) is not valid base64") }
                let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, data.count), alignment: 16)
                copy.copyBytes(from: data)
                embedded[i] = UnsafeRawBufferPointer(rebasing: copy.prefix(data.count))
            }
            try check(i, buffer)
        }
    }

    private func check(_ i: Int, _ buffer: GLTFDocument.Buffer) throws(FormatError) {
        // It has no bytes of its own: its views are decompressed from other buffers.
        if buffer.uri == nil, buffer.extensions?.meshopt?.fallback == true { return }
        let available = bytes(i).count
        guard buffer.byteLength >= 0, buffer.byteLength <= available else {
            throw .unreadable(
                "buffer \(i) declares \(buffer.byteLength) bytes, but the file contains \(available); it is truncated")
        }
    }

    deinit {
        for buffer in embedded.values { buffer.deallocate() }
        for view in decompressed.values { view.deallocate() }
    }

    /// The bytes of a `data:` address.
    static func decode(_ uri: String) -> Data? {
        guard let comma = uri.firstIndex(of: ","), uri[..<comma].hasSuffix(";base64") else { return nil }
        return Data(base64Encoded: String(uri[uri.index(after: comma)...]))
    }

    private func bytes(_ buffer: Int) -> UnsafeRawBufferPointer {
        // Only the first buffer may be the file's binary chunk (section 4.4.3.3).
        embedded[buffer] ?? files[buffer]?.bytes ?? (buffer == 0 ? binary : UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// A buffer view's bytes.
    func view(_ number: Int) throws(FormatError) -> UnsafeRawBufferPointer {
        guard let views = document.bufferViews, views.indices.contains(number) else {
            throw .unreadable("refers to buffer view \(number), which does not exist")
        }
        let view = views[number]
        if let compression = view.extensions?.meshopt { return try decompress(number, compression) }
        return try range(
            "buffer view \(number)", buffer: view.buffer, offset: view.byteOffset ?? 0, length: view.byteLength)
    }

    /// A stretch of a buffer, which exists.
    private func range(_ name: String, buffer: Int, offset: Int, length: Int) throws(FormatError) -> UnsafeRawBufferPointer {
        guard let buffers = document.buffers, buffers.indices.contains(buffer) else {
            throw .unreadable("\(name) is in buffer \(buffer), which does not exist")
        }
        let all = bytes(buffer)
        guard offset >= 0, length >= 0, offset <= all.count, length <= all.count - offset else {
            throw .unreadable("\(name) (\(length) bytes from \(offset)) exceeds its buffer of \(all.count) bytes")
        }
        return UnsafeRawBufferPointer(rebasing: all[offset..<(offset + length)])
    }

    /// The content of a compressed view, decompressed when it is first needed. Views may share their compressed bytes: all of them
    /// together stay within what the file's bytes could be decompressed to.
    private func decompress(
        _ number: Int, _ compression: GLTFDocument.Compression
    ) throws(FormatError) -> UnsafeRawBufferPointer {
        if let known = decompressed[number] { return known }
        let name = "buffer view \(number)"
        let source = try range(
            name, buffer: compression.buffer, offset: compression.byteOffset ?? 0, length: compression.byteLength)
        let decoder = try MeshoptDecoder(compression, name: name, available: source.count)
        let size = binary.count + externalSize + embedded.values.reduce(0) { $0 + $1.count }
        let limit = (1 << 20) + MeshoptDecoder.maxRatio * size
        guard decoder.byteCount <= limit - decompressedSize else {
            throw .unreadable("\(name) and those before it decompress to more than the file can contain")
        }
        decompressedSize += decoder.byteCount
        let content = try decoder.decode(source)
        decompressed[number] = content
        return content
    }

    /// Bytes between two elements of a view; nil if they are contiguous.
    func stride(_ number: Int) -> Int? {
        guard let views = document.bufferViews, views.indices.contains(number), let stride = views[number].byteStride else {
            return nil
        }
        return stride == 0 ? nil : stride
    }
}
