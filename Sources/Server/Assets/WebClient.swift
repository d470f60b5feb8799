import Foundation
import Support
import HTTPTypes
import Hummingbird

/// The built web client: a few small files, held in memory, each with its entity tag and, where there is one, its gzip copy.
struct WebClient: Sendable {
    /// Files by their path under the client's folder, with a leading slash: `/assets/main-6Z2MBBSN.js`.
    private let files: [String: File]
    struct File: Sendable {
        let contentType: String
        let plain: ByteBuffer
        let tag: EntityTag
        let gzip: ByteBuffer?
        /// Whether its name changes with its content, so that browsers need not ask again.
        let isImmutable: Bool
    }

    /// Larger folders are no built client.
    private static let maximumBytes = 64 << 20

    /// Whether there is a client to serve.
    var isBuilt: Bool { files["/index.html"] != nil }

    /// Reads the client in `folder`; without one (nil, or a folder without `index.html`) it is a client that is not built.
    init(folder: URL?) {
        var files: [String: File] = [:]
        if let folder {
            let found = Self.read(folder)
            for (path, data) in found where !path.hasSuffix(".gz") {
                files[path] = File(
                    contentType: MediaTypes.contentType(fileName: path), plain: ByteBuffer(bytes: data),
                    tag: EntityTag(hashing: data),
                    gzip: found[path + ".gz"].map { ByteBuffer(bytes: $0) }, isImmutable: Self.isNamedByContent(path))
            }
        }
        self.files = files
    }

    /// Whether a path is one that scripts/bundle-web.py gave a file by its content: `/assets/NAME-HASH.EXTENSION`.
    private static func isNamedByContent(_ path: String) -> Bool {
        path.wholeMatch(of: /\/assets\/[^\/]+-[A-Z2-7]{8}\.[a-z0-9.]+/) != nil
    }

    /// The folder that travels with the program: the resource bundle beside the executable (or, in tests, beside the test bundle).
    ///
    /// `Bundle.module` is not used because it ends the program where the bundle is missing.
    static var bundled: URL? {
        let bundle = "diorama_Server"
        var places = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap { $0 }
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() {
            places.append(program)
            places.append(program.deletingLastPathComponent().appendingPathComponent("share/diorama"))
        }
        places += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        return
            places
            .flatMap { place in ["resources", "bundle"].map { place.appendingPathComponent("\(bundle).\($0)/WebClient") } }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The answer for `path`, or nil where the client has no such file.
    func response(to request: Request, path: String) -> Response? {
        guard let file = files[path] else { return nil }
        let zipped = file.gzip.flatMap { AcceptEncoding.takesGzip(request.headers[.acceptEncoding]) ? $0 : nil }
        let caching = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        var headers: HTTPFields = [.cacheControl: caching, .contentType: file.contentType]
        let tag = zipped == nil ? file.tag : file.tag.ofVariant("gzip")
        headers[.eTag] = tag.field
        if file.gzip != nil { headers[.vary] = "Accept-Encoding" }
        if zipped != nil { headers[.contentEncoding] = "gzip" }
        if file.contentType.hasPrefix("text/html") { headers[.contentSecurityPolicy] = ContentSecurity.pagePolicy() }
        if tag.isListed(inIfNoneMatch: request.headers[.ifNoneMatch]) {
            headers[.contentType] = nil
            headers[.contentEncoding] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: zipped ?? file.plain))
    }

    /// The page that stands in for a client that was not built.
    static func missingPage() -> Response {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Diorama</title>
            <h1>The web client isn't built</h1>
            <p>This server runs, and its interface under <code>/api/v1</code> works, but the program carries no web client.
            Run <code>make web</code>, build the program again, and start it again.</p>
            </html>

            """
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .contentSecurityPolicy: ContentSecurity.pagePolicy(),
        ]
        return Response(status: .serviceUnavailable, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }

    /// All regular files of `folder` by their path in it, hidden ones and the folder's own note left out.
    private static func read(_ folder: URL) -> [String: Data] {
        let root = folder.resolvingSymlinksInPath().path
        let keys: [URLResourceKey] = [.isRegularFileKey]
        guard
            let items = FileManager.default.enumerator(
                at: URL(fileURLWithPath: root), includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        else { return [:] }
        var found: [String: Data] = [:]
        var bytes = 0
        for case let item as URL in items {
            guard (try? item.resourceValues(forKeys: Set(keys)))?.isRegularFile == true, item.path.hasPrefix(root + "/"),
                let data = try? Data(contentsOf: item)
            else { continue }
            bytes += data.count
            if bytes > maximumBytes { return [:] }
            let path = String(item.path.dropFirst(root.count))
            if path != "/README.md" { found[path] = data }
        }
        return found
    }
}

/// Whether a client takes gzip (RFC 9110, section 12.5.3).
enum AcceptEncoding {
    static func takesGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        var any: Bool?
        for element in field.split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if coding == "gzip" || coding == "x-gzip" { return weight > 0 }
            if coding == "*" { any = weight > 0 }
        }
        return any ?? false
    }
}
