import Codecs
import Foundation
import Geometry
import Images
import Support

extension GLB {
    /// Writes a mesh or a cloud: one buffer with float positions, normals, linear colours and texture coordinates, 32-bit indices;
    /// a rough white double-sided material. A texture is embedded as JPEG, is the base colour, and replaces the vertices'
    /// colours (readers multiply the two).
    ///
    /// Colours are floats because that is what every reader understands: eight linear bits cannot hold dark sRGB codes, and some
    /// readers take sixteen bits for eight.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        if let splats = model.splats { return try write(splats, model, to: url, options: options, progress: progress) }
        var losses = Self.frameLosses(options)
        let layout = GLTFLayout(model, jpeg: try model.encodedTexture(), options: options, losses: &losses)
        var file = try begin(url, json: Array(layout.json(buffer: nil, picture: nil).utf8), byteLength: layout.byteLength)
        try layout.write(&file, progress)
        try file.putArray(layout.picture)
        try AtomicFile.end(file)
        return losses
    }

    /// A file up to the content of its binary chunk, which has this many bytes: a multiple of four; without bytes there is no such
    /// chunk.
    static func begin(_ url: URL, json: [UInt8], byteLength: Int) throws(FormatError) -> AtomicFile {
        let padded = json + [UInt8](repeating: 0x20, count: (4 - json.count % 4) % 4)
        let total = 12 + 8 + padded.count + (byteLength > 0 ? 8 + byteLength : 0)
        guard total <= Int(UInt32.max) else {
            throw .unwritable("a GLB file is limited to 4 GiB and this model needs \(Text.bytes(total)); simplify it or write ply")
        }
        var file = try AtomicFile.begin(url)
        var head: [UInt8] = []
        func append(_ word: UInt32) { withUnsafeBytes(of: word.littleEndian) { head += $0 } }
        append(magic)
        append(2)
        append(UInt32(total))
        append(UInt32(padded.count))
        append(jsonChunk)
        head += padded
        if byteLength > 0 {
            append(UInt32(byteLength))
            append(binaryChunk)
        }
        try file.putArray(head)
        return file
    }

    /// glTF fixes unit and axes (section 3.4).
    static func frameLosses(_ options: WriteOptions) -> [Loss] {
        var losses: [Loss] = []
        if let unit = options.unit, unit != .metre {
            losses.append(Loss(.unit, "glTF is in metres by its specification, not \(unit.plural)."))
        }
        if options.up == .z { losses.append(Loss(.upAxis, "glTF is y up by its specification, not z up.")) }
        return losses
    }
}
