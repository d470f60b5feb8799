import Codecs
import Foundation
import Geometry
import Models

/// Reads the chunks of a 3DS file: each has an identifier, a size and content, which may be chunks again.
struct ThreeDSParser {
    let bytes: UnsafeRawBufferPointer
    var file = ThreeDSFile()
    private var isCut = false

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// A chunk's content.
    struct Chunk {
        let id: UInt16
        var range: Range<Int>
    }

    mutating func read() throws(FormatError) -> ThreeDSFile {
        for main in chunks(0..<bytes.count) where main.id == 0x4D4D || main.id == 0x3DC2 {
            for chunk in chunks(main.range) {
                if chunk.id == 0x3D3D { try readEditor(chunk.range) }
                if chunk.id == 0xB000 { try readKeyframer(chunk.range) }
            }
            break
        }
        if isCut { file.notes.append("The sizes of chunks exceed the file, which may be truncated; what is there was read.") }
        return file
    }

    // MARK: Chunks

    /// The chunks in a range; one that goes beyond its end ends there.
    mutating func chunks(_ range: Range<Int>) -> [Chunk] {
        var list: [Chunk] = []
        var offset = range.lowerBound
        while offset + 6 <= range.upperBound {
            let id = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            let size = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt32.self)))
            guard size >= 6 else { break }
            if size > range.upperBound - offset { isCut = true }
            let end = min(offset + size, range.upperBound)
            list.append(Chunk(id: id, range: offset + 6..<end))
            offset = end
        }
        return list
    }

    /// Reads values from the front of a chunk.
    struct Cursor {
        let bytes: UnsafeRawBufferPointer
        var range: Range<Int>

        mutating func half() throws(FormatError) -> Int {
            Int(UInt16(littleEndian: try load(2, as: UInt16.self)))
        }

        mutating func word() throws(FormatError) -> UInt32 { UInt32(littleEndian: try load(4, as: UInt32.self)) }

        mutating func float() throws(FormatError) -> Float { Float(bitPattern: try word()) }

        /// A float as a double; what is not finite is 0.
        mutating func double() throws(FormatError) -> Double {
            let value = Double(try float())
            return value.isFinite ? value : 0
        }

        mutating func vector() throws(FormatError) -> SIMD3<Double> { SIMD3(try double(), try double(), try double()) }

        private mutating func load<T: FixedWidthInteger & BitwiseCopyable>(_ size: Int, as: T.Type) throws(FormatError) -> T {
            guard range.count >= size else {
                throw .unreadable("ends in a chunk at byte \(range.lowerBound); the file is truncated or damaged, get it again")
            }
            defer { range = range.lowerBound + size..<range.upperBound }
            return bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: T.self)
        }

        /// A count of items, each of so many bytes.
        mutating func count(_ what: String, bytesEach size: Int, isWord: Bool = false) throws(FormatError) -> Int {
            let count = isWord ? Int(try word()) : try half()
            guard count <= range.count / size else {
                throw .unreadable(
                    "promises \(count) \(what) at byte \(range.lowerBound), but only \(Text.bytes(range.count)) follow; "
                        + "the file is truncated or damaged, get it again")
            }
            return count
        }

        /// A text up to a byte 0, or to the end.
        mutating func text() -> String {
            let end = range.first { bytes[$0] == 0 } ?? range.upperBound
            let raw = bytes[range.lowerBound..<end].prefix(4096)
            range = min(end + 1, range.upperBound)..<range.upperBound
            return String(validating: raw, as: UTF8.self) ?? String(raw.map { Character(Unicode.Scalar($0)) })
        }
    }

    func cursor(_ range: Range<Int>) -> Cursor { Cursor(bytes: bytes, range: range) }

    // MARK: Editor

    private mutating func readEditor(_ range: Range<Int>) throws(FormatError) {
        for chunk in chunks(range) {
            switch chunk.id {
            case 0x4000: try readObject(chunk.range)
            case 0xAFFF: file.materials.append(try material(chunk.range))
            case 0x0100:
                var cursor = cursor(chunk.range)
                let scale = try cursor.float()
                if scale.isFinite, scale != 1, scale != 0 {
                    file.notes.append("The master scale of \(scale) is not applied: the numbers were taken as they are.")
                }
            default: break
            }
        }
    }

    private mutating func readObject(_ range: Range<Int>) throws(FormatError) {
        var cursor = cursor(range)
        let name = cursor.text()
        for chunk in chunks(cursor.range) {
            switch chunk.id {
            case 0x4100:
                var mesh = try mesh(chunk.range)
                mesh.name = name
                file.meshes.append(mesh)
            case 0x4600: file.lights.append(try light(chunk.range, name: name))
            case 0x4700: file.cameras.append(try camera(chunk.range, name: name))
            default: break
            }
        }
    }

    private mutating func mesh(_ range: Range<Int>) throws(FormatError) -> ThreeDSMesh {
        var mesh = ThreeDSMesh()
        for chunk in chunks(range) {
            var cursor = cursor(chunk.range)
            switch chunk.id {
            case 0x4110:
                let count = try cursor.count("vertices", bytesEach: 12)
                mesh.positions = []
                mesh.positions.reserveCapacity(count)
                for _ in 0..<count {
                    mesh.positions.append(Vector3(try cursor.float(), try cursor.float(), try cursor.float()))
                }
            case 0x4140:
                let count = try cursor.count("texture coordinates", bytesEach: 8)
                mesh.textureCoordinates = []
                for _ in 0..<count { mesh.textureCoordinates.append(Vector2(try cursor.float(), try cursor.float())) }
            case 0x4160:
                let x = try cursor.vector()
                let y = try cursor.vector()
                let z = try cursor.vector()
                mesh.matrix = AffineMap(x: x, y: y, z: z, translation: try cursor.vector())
            case 0x4120: try readFaces(&cursor, &mesh)
            default: break
            }
        }
        return mesh
    }

    private mutating func readFaces(_ cursor: inout Cursor, _ mesh: inout ThreeDSMesh) throws(FormatError) {
        let count = try cursor.count("faces", bytesEach: 8)
        mesh.faces = []
        mesh.faces.reserveCapacity(3 * count)
        for _ in 0..<count {
            for _ in 0..<3 { mesh.faces.append(UInt32(try cursor.half())) }
            _ = try cursor.half()
        }
        for chunk in chunks(cursor.range) {
            var cursor = self.cursor(chunk.range)
            if chunk.id == 0x4130 {
                let name = cursor.text()
                let faces = try cursor.count("faces of a material", bytesEach: 2)
                var numbers: [UInt32] = []
                for _ in 0..<faces { numbers.append(UInt32(try cursor.half())) }
                mesh.materials.append((name, numbers))
            } else if chunk.id == 0x4150 {
                mesh.smoothing = []
                for _ in 0..<min(count, cursor.range.count / 4) { mesh.smoothing.append(try cursor.word()) }
            }
        }
    }

    private mutating func camera(_ range: Range<Int>, name: String) throws(FormatError) -> ThreeDSCamera {
        var cursor = cursor(range)
        var camera = ThreeDSCamera(name: name)
        camera.position = try cursor.vector()
        camera.target = try cursor.vector()
        camera.bank = try cursor.double()
        camera.lens = try cursor.double()
        for chunk in chunks(cursor.range) where chunk.id == 0x4720 {
            var cursor = self.cursor(chunk.range)
            camera.near = try cursor.float()
            camera.far = try cursor.float()
        }
        return camera
    }

    private mutating func light(_ range: Range<Int>, name: String) throws(FormatError) -> ThreeDSLight {
        var cursor = cursor(range)
        var light = ThreeDSLight(name: name)
        light.position = try cursor.vector()
        if let color = color(cursor.range) { light.color = color }
        for chunk in chunks(cursor.range) {
            var cursor = self.cursor(chunk.range)
            switch chunk.id {
            case 0x4610:
                light.target = try cursor.vector()
                light.hotspot = try cursor.float()
                light.falloff = try cursor.float()
            case 0x4620: light.isOff = true
            case 0x465A: light.outerRange = try cursor.float()
            case 0x465B: light.multiplier = try cursor.float()
            default: break
            }
        }
        return light
    }
}
