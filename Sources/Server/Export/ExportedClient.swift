import Foundation
import Spaces

/// The web client in an exported folder: the same files, with addresses relative to the folder.
struct ExportedClient {
    let folder: URL?

    /// Copies the client's files.
    /// - Parameter exhibit: the id of the exhibit that the page shows; nil where it shows a space.
    /// - Returns: its page, which knows what it shows.
    /// - Throws: `SpacesError` of kind `unavailable` where the client is not built.
    func copy(to target: URL, exhibit: String? = nil) throws -> String {
        guard let folder, let page = try? String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8) else {
            throw SpacesError(
                .unavailable, "the web client isn't built, so no page can be exported",
                remedy: "run make web and build the program again")
        }
        let assets = folder.appendingPathComponent("assets", isDirectory: true)
        for path in FileManager.default.enumerator(atPath: assets.path)?.compactMap({ $0 as? String }).sorted() ?? [] {
            // Hosts compress by themselves.
            if path.hasSuffix(".gz") || path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
            let from = assets.appendingPathComponent(path)
            let to = target.appendingPathComponent("assets/\(path)")
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: from, to: to)
        }
        return Self.exported(page, exhibit: exhibit)
    }

    /// The page with the mark of an export, and with the policy that a server would have sent beside it.
    static func exported(_ page: String, exhibit: String? = nil) -> String {
        // Modules find each other by relative addresses; the page names them below the server's root.
        let page = page.replacingOccurrences(of: "\"/assets/", with: "\"./assets/")
        // A page can't say who may frame it; only a server can.
        let policy = ContentSecurity.pagePolicy().split(separator: ";")
            .filter { !$0.contains("frame-ancestors") }.joined(separator: ";")
        let marks = """
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <meta name="diorama-export" content="diorama.json">
            """ + (exhibit.map { "\n<meta name=\"diorama-exhibit\" content=\"\($0)\">" } ?? "")
        guard let head = page.range(of: "<meta charset=\"utf-8\">") ?? page.range(of: "<head>") else { return marks + "\n" + page }
        return page.replacingCharacters(in: head, with: page[head] + "\n" + marks)
    }
}
