import DioramaLibrary

extension MediaItem {
    /// Parses the key of a media file in a bucket, `images/HASH-SIZE.jpg`, `images/HASH` or `recordings/HASH`; nil for any other.
    package init?(_ key: BucketKey) {
        let parts = key.description.split(separator: "/")
        guard parts.count == 2, Self.folders.contains(where: { $0.description == parts[0] }) else { return nil }
        let name = parts[1]
        let contentType = parts[0] == "images" ? "image/jpeg" : "application/octet-stream"
        if let hash = AssetHash(String(name)) {
            self.init(hash: hash, contentType: contentType)
        } else if name.hasSuffix(".jpg"), let dash = name.lastIndex(of: "-"), let hash = AssetHash(String(name[..<dash])),
            let size = Int(name[name.index(after: dash)...].dropLast(4)), size > 0
        {
            self.init(hash: hash, variant: .preview(size), contentType: contentType)
        } else {
            return nil
        }
        guard self.key == key else { return nil }
    }
}
