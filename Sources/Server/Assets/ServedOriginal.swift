import DioramaLibrary
import HTTPTypes
import Hummingbird
import NIOCore
import Support

/// An original as it is sent: from its verified file, or while it is downloaded from the bucket.
struct ServedOriginal {
    let bytes: any RepresentationBytes
    /// Whether all bytes were compared with the hash before the first of them is sent.
    let isVerified: Bool

    /// Looks an original up.
    /// - Throws: `Problem`: 404 where neither this device nor the bucket has it, 503 where the bucket can't be reached, refuses
    ///   access or has only a damaged copy; 507 where the disk is full.
    init(_ hash: AssetHash, contentType: String, in media: MediaStore, for visitor: Visitor) async throws {
        do throws(LibraryError) {
            let opened = try await Self.open(hash, contentType: contentType, in: media)
            bytes = opened.bytes
            isVerified = opened.isVerified
        } catch {
            throw Self.problem(error, for: visitor) ?? error
        }
    }

    /// A file of the cache may be removed between looking it up and opening it; then it is looked up once more.
    private static func open(
        _ hash: AssetHash, contentType: String, in media: MediaStore
    ) async throws(LibraryError) -> (bytes: any RepresentationBytes, isVerified: Bool) {
        for _ in 0..<2 {
            switch try await media.originals.open(hash, contentType: contentType) {
            case .file(let url):
                if let file = try? await Blocking.run({ try OpenFile(url) }) { return (file, true) }
            case .download(let download): return (DownloadedBytes(download: download), false)
            }
        }
        throw LibraryError(.notFound, "the file \(hash) was removed")
    }

    /// The answer where an original can't be had; nil for errors of other causes.
    static func problem(_ error: LibraryError, for visitor: Visitor) -> Problem? {
        // The reason names the bucket and folders, which are the owner's business.
        func detail(_ others: String) -> String { visitor.isOwner ? Problem.sentence(error.message) : others }
        switch error.kind {
        case .notFound: return Problem(.notFound, detail("The file is not on this server at the moment."))
        case .unavailable:
            return Problem(
                .serviceUnavailable,
                detail("The file is not on this server, and where it is stored can't be reached; try again later."),
                headers: [.retryAfter: "30"])
        case .noPermission, .newerVersion, .damaged:
            return Problem(
                .serviceUnavailable, detail("The file can't be read on this server at the moment."), headers: [.retryAfter: "300"])
        case .diskFull: return .diskFull
        default: return nil
        }
    }
}

/// The bytes of a download, sent as they arrive. The last ones of a whole file are sent only after all bytes were verified; else
/// the answer is cut off, which the client sees by its length.
private struct DownloadedBytes: RepresentationBytes {
    let download: OriginalDownload
    private static let pieceByteCount = 1 << 20

    var length: Int64 { download.byteCount }

    func send(_ range: Range<Int64>, to writer: inout any ResponseBodyWriter) async throws {
        let isWhole = range == 0..<length
        var offset = range.lowerBound
        while offset < range.upperBound {
            let data = try await download.read(Int(min(Int64(Self.pieceByteCount), range.upperBound - offset)), at: offset)
            offset += Int64(data.count)
            if isWhole, offset == range.upperBound { try await download.finish() }
            try await writer.write(ByteBuffer(bytes: data))
        }
    }
}
