import Codecs
import Foundation
import Images

/// A Record3D capture's files, in an `.r3d` archive or in a folder.
struct Record3DFiles: Sendable {
    /// The archive's file, or the folder.
    let root: URL
    private let archive: ZipArchive?
    /// Names in `rgbd`.
    private let frames: Set<String>

    /// Packed or not, no file of a frame is larger.
    private static let byteLimit = 64 << 20

    init(archive: ZipArchive, _ file: URL) {
        root = file
        self.archive = archive
        frames = Set(archive.names.filter { $0.hasPrefix("rgbd/") }.map { String($0.dropFirst(5)) })
    }

    init(folder: URL) {
        root = folder
        archive = nil
        frames = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("rgbd").path)) ?? [])
    }

    func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    func has(_ path: String) -> Bool { frames.contains(String(path.dropFirst(5))) }

    func bytes(_ path: String) throws(CaptureError) -> [UInt8] {
        guard let archive else { return try TextTable.read(url(path)) }
        do throws(FormatError) {
            return try archive.bytes(path, limit: Self.byteLimit)
        } catch {
            throw CaptureError(error, url(path))
        }
    }

    /// The numbers of the frames that have depth, in order.
    var frameNumbers: [Int] {
        frames.compactMap { $0.hasSuffix(".depth") ? Int($0.dropLast(6)) : nil }.filter { $0 >= 0 }.sorted()
    }

    /// The decoded LZFSE stream of an entry, of at most `limit` bytes.
    func decoded(_ path: String, limit: Int) throws(CaptureError) -> [UInt8] {
        let encoded = try bytes(path)
        do throws(FormatError) {
            return try LZFSE.decode(encoded, limit: limit, name: url(path).path)
        } catch {
            throw CaptureError(error, url(path))
        }
    }

    /// An LZFSE stream of `count` bytes.
    fileprivate func unpacked(_ path: String, _ count: Int) throws(CaptureError) -> [UInt8] {
        let bytes = try decoded(path, limit: count)
        guard bytes.count == count else {
            throw CaptureError(url(path), "this image has \(bytes.count) bytes where \(count) are needed")
        }
        return bytes
    }
}

/// Depth as LZFSE of 32-bit floats: metres, NaN where nothing was measured.
struct Record3DDepth: ImageStore {
    let files: Record3DFiles
    let frameSize: ImageSize

    func url(_ index: Int) -> URL { files.url("rgbd/\(index).depth") }
    func size(_ index: Int) throws(CaptureError) -> ImageSize { frameSize }

    func image(_ index: Int) throws(CaptureError) -> Image<Float> {
        let count = frameSize.width * frameSize.height
        let bytes = try files.unpacked("rgbd/\(index).depth", count * 4)
        let metres = bytes.withUnsafeBytes { bytes in
            (0..<count).map { i in
                let value = Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)))
                return value > 0 && value < 1e6 ? value : 0
            }
        }
        return DepthImage(width: frameSize.width, height: frameSize.height, pixels: metres)
    }
}

/// Confidence as LZFSE of ARKit's levels.
struct Record3DConfidence: ImageStore {
    let files: Record3DFiles
    let frameSize: ImageSize

    func url(_ index: Int) -> URL { files.url("rgbd/\(index).conf") }
    func size(_ index: Int) throws(CaptureError) -> ImageSize { frameSize }

    func image(_ index: Int) throws(CaptureError) -> Image<UInt8> {
        let bytes = try files.unpacked("rgbd/\(index).conf", frameSize.width * frameSize.height)
        return ConfidenceImage(width: frameSize.width, height: frameSize.height, pixels: bytes)
    }
}

/// Colour as JPEG.
struct Record3DColor: ImageStore {
    let files: Record3DFiles

    func url(_ index: Int) -> URL { files.url("rgbd/\(index).jpg") }

    func size(_ index: Int) throws(CaptureError) -> ImageSize {
        let bytes = try files.bytes("rgbd/\(index).jpg")
        do throws(ImageError) {
            let (width, height) = try JPEG.size(bytes)
            return ImageSize(width, height)
        } catch { throw CaptureError(error, url(index)) }
    }

    func image(_ index: Int) throws(CaptureError) -> Image<SIMD4<UInt8>> {
        let bytes = try files.bytes("rgbd/\(index).jpg")
        do throws(ImageError) { return try ImageFile.decodeColor(bytes) } catch { throw CaptureError(error, url(index)) }
    }
}
