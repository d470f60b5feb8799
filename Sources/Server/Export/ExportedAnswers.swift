import Foundation
import Geometry
import DioramaLibrary
import Spaces
import Support

/// What the API would have answered to a visitor by a link, in one file, with the files that it names beside it.
struct ExportedAnswers {
    let library: Library
    let media: MediaStore
    let parts: PartStore
    let space: Space
    let part: Bounds?
    let showsMemories: Bool
    let folder: URL

    /// Every memory of an export is in the page's memory.
    private static let maximumMemories = 20_000

    private var visitor: Visitor {
        .visit(Visit(link: KSUID(), target: .space(space.id), part: part, showsMemories: showsMemories))
    }

    /// Writes `diorama.json`, `files/` and `media/`.
    /// - Returns: how many memories there are.
    func write(_ progress: ProgressReporter) async throws -> Int {
        var cut: SpacePart?
        if let part { cut = try await parts.part(part, of: space, progress: progress.part(0...0.3)) }
        let payload = SpacePayload(space: space, visitor: visitor, part: cut)
        let seen = try await memories()
        let id = space.id
        let path = "/spaces/\(id)"
        let visit = VisitPayload(ticket: "", target: .space(id), expires: .distantFuture, showsMemories: showsMemories)
        var answers: [String: Any] = [
            "POST /visits": try Self.object(visit),
            "GET /me": try Self.object(MePayload(kind: "visit", space: "\(id)", showsMemories: showsMemories)),
            "GET \(path)": try Self.object(payload),
            "GET \(path)/memories": [
                "memories": try seen.map { try Self.object(MemoryPayload(memory: $0, showsPicture: false)) }, "next": NSNull(),
                "total": seen.count,
            ] as [String: Any],
            "GET \(path)/pins": ["pins": try await pins(), "version": 0] as [String: Any],
            "GET \(path)/objects": ["objects": [Any]()],
        ]
        var files = ExportedFiles(exporting: self, seen: seen, part: cut)
        answers = try await files.localised(answers, progress.part(0.3...1)) as? [String: Any] ?? [:]
        let data = try JSONSerialization.data(
            withJSONObject: ["answers": answers], options: [.sortedKeys, .withoutEscapingSlashes])
        try AtomicFile.write(Array(data), to: folder.appendingPathComponent("diorama.json"))
        return seen.count
    }

    /// All that a visitor sees, newest first.
    private func memories() async throws -> [AuthorizedMemory] {
        guard showsMemories else { return [] }
        let visible = library.memories(for: .link(space.id, part: part))
        var found: [AuthorizedMemory] = []
        while true {
            let page = try await visible.list(in: space.id, after: found.last?.entry.id, limit: 200)
            found += page.memories
            if !page.hasMore { return found }
            if found.count >= Self.maximumMemories {
                throw SpacesError(
                    .notPossible, "it has more than the \(Self.maximumMemories) memories that an export may hold",
                    input: space.name,
                    remedy: "export it without them")
            }
        }
    }

    private func pins() async throws -> Any {
        guard showsMemories else { return [Any]() }
        let text = try await library.memories(for: .link(space.id, part: part)).pins(in: space.id)
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private static func object(_ value: some Encodable) throws -> Any {
        try JSONSerialization.jsonObject(with: JSONBody.encode(value))
    }
}

/// The files that answers name by their addresses on the server: each is copied once, under a name made of its hash, and its
/// address becomes that. No name of a file or memory becomes a path.
struct ExportedFiles {
    private let answers: ExportedAnswers
    private let media: [String: Entry<Media>]
    private let assets: [String: (hash: AssetHash, contentType: String)]
    private var known: [String: String?] = [:]

    init(exporting answers: ExportedAnswers, seen: [AuthorizedMemory], part: SpacePart?) {
        self.answers = answers
        let entries = seen.flatMap(\.media).map { ($0.id.description, $0) }
        media = Dictionary(entries) { first, _ in first }
        var assets: [String: (hash: AssetHash, contentType: String)] = [:]
        if answers.part == nil {
            for asset in answers.space.assets { assets[asset.hash.description] = (asset.hash, asset.contentType) }
        } else {
            for file in part?.files ?? [] { assets[file.hash.description] = (file.hash, file.contentType) }
        }
        self.assets = assets
    }

    /// The same JSON with addresses of copied files. An address whose file can't be had for others is null.
    mutating func localised(_ json: Any, _ progress: ProgressReporter) async throws -> Any {
        switch json {
        case let text as String where text.hasPrefix("/api/v1/"):
            if let name = known[text] { return name ?? NSNull() as Any }
            try progress.report(Double(known.count) / Double(known.count + 20), "Copying files")
            let name = try await copy(text)
            known[text] = .some(name)
            return name ?? NSNull() as Any
        case let list as [Any]:
            var result: [Any] = []
            for item in list {
                let item = try await localised(item, progress)
                // What has no file for others is left out.
                if let object = item as? [String: Any], object["url"] is NSNull { continue }
                result.append(item)
            }
            return result
        case let object as [String: Any]:
            var result: [String: Any] = [:]
            for (key, value) in object.sorted(by: { $0.key < $1.key }) { result[key] = try await localised(value, progress) }
            return result
        default: return json
        }
    }

    /// Copies the file of an address.
    /// - Returns: its path from the page.
    private func copy(_ address: String) async throws -> String? {
        let parts = address.split(separator: "?", maxSplits: 1)
        let path = parts[0].split(separator: "/").map(String.init)
        if path.count == 4, path[2] == "assets", let asset = assets[path[3]] {
            let file: URL
            if let box = answers.part {
                guard let (_, url) = try await answers.parts.file(asset.hash, of: box, in: answers.space) else { return nil }
                file = url
            } else {
                guard let whole = answers.space.assets.first(where: { $0.hash == asset.hash }) else { return nil }
                file = try await SpaceModels(media: answers.media).file(of: whole)
            }
            return try place(file, "files/\(asset.hash)\(Self.fileExtension(asset.contentType))")
        }
        guard path.count == 6, path[2] == "memories", path[4] == "media", let entry = media[path[5]] else { return nil }
        let hash = entry.hash
        let type = entry.contentType
        let sizes: [String: PreviewSize] = ["small": .small, "medium": .medium, "large": .large, "poster": .large]
        if parts.count > 1 {
            guard let (name, size) = sizes.first(where: { parts[1] == "size=\($0.key)" }),
                let file = try await answers.media.preview(hash, contentType: type, size: size)
            else { return nil }
            return try place(file, "media/\(hash)-\(name).jpg")
        }
        // A recording contains what everybody in its session saw: there is nothing to remove.
        if entry.kind == .session {
            return try place(try await answers.media.original(hash, contentType: type), "media/\(hash).live")
        }
        if let file = try await answers.media.sharedCopy(hash, contentType: type) {
            return try place(file, "media/\(hash)\(Self.fileExtension(type))")
        }
        // An image whose location can't be removed is exported as a preview.
        guard let file = try await answers.media.preview(hash, contentType: type, size: .large) else { return nil }
        return try place(file, "media/\(hash)-large.jpg")
    }

    private func place(_ file: URL, _ path: String) throws -> String {
        let target = answers.folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: target.path) { try FileManager.default.copyItem(at: file, to: target) }
        return "./" + path
    }

    /// The file extension by which web hosts detect a file's type.
    private static func fileExtension(_ contentType: String) -> String {
        let extensions = [
            "model/gltf-binary": ".glb", "application/json": ".json", "image/jpeg": ".jpg", "image/png": ".png",
            "image/webp": ".webp",
            "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg", "audio/webm": ".weba", "audio/wav": ".wav",
            "video/mp4": ".mp4", "video/webm": ".webm", "video/quicktime": ".mov",
        ]
        return extensions[contentType.split(separator: ";").first.map(String.init) ?? ""] ?? ".bin"
    }
}
