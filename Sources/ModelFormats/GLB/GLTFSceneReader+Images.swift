import Codecs
import Foundation
import Models

/// Encoded images (specification section 3.9.7), byte for byte.
extension GLTFSceneReader {
    /// Reads the images that textures use, in the order of the file.
    mutating func readImages() throws(FormatError) {
        let pictures = document.images ?? []
        for (i, texture) in scene.textures.enumerated() {
            if let image = texture.image, !pictures.indices.contains(image) {
                throw .unreadable("texture \(i) refers to image \(image), which does not exist")
            }
        }
        let used = Set(scene.textures.compactMap(\.image))
        var numbers: [Int: Int] = [:]
        for (i, picture) in pictures.enumerated() where used.contains(i) {
            try progress.step(Double(i) / Double(pictures.count), "Reading images")
            let bytes = try content(of: picture, number: i)
            guard !bytes.isEmpty else { continue }
            numbers[i] = scene.images.count
            scene.images.append(EncodedImage(bytes, name: picture.name ?? Self.fileName(picture.uri)))
        }
        if pictures.count > used.count { scene.note("Images that no texture uses were omitted.") }
        for i in scene.textures.indices { scene.textures[i].image = scene.textures[i].image.flatMap { numbers[$0] } }
    }

    /// The bytes of an image; none, and a note, where they are missing.
    private mutating func content(of picture: GLTFDocument.Picture, number: Int) throws(FormatError) -> [UInt8] {
        if let view = picture.bufferView {
            let key = "\(view)"
            if let known = imageContents[key] { return known }
            let bytes = Array(try buffers.view(view))
            try take(bytes.count / 4)
            imageContents[key] = bytes
            return bytes
        }
        guard let uri = picture.uri else {
            scene.note("Texture image \(number) has no content.")
            return []
        }
        if uri.hasPrefix("data:") {
            guard let data = GLTFBuffers.decode(uri) else {
                scene.note("Texture image \(number) is not valid base64.")
                return []
            }
            return Array(data)
        }
        guard let folder = buffers.folder else {
            scene.note("Texture image \(number) is in another file, which is not read.")
            return []
        }
        guard let file = SiblingFile.find(uri.removingPercentEncoding ?? uri, in: folder) else {
            scene.note("Texture image \(Text.quote(uri)) is not in the model's folder.")
            return []
        }
        // One file under several names is read once.
        let key = "file " + file.resolvingSymlinksInPath().standardizedFileURL.path
        if let known = imageContents[key] { return known }
        do throws(FormatError) {
            let content = try FileBytes(file)
            let bytes = withExtendedLifetime(content) { Array(content.bytes) }
            imageContents[key] = bytes
            return bytes
        } catch {
            scene.note("Texture image \(Text.quote(uri)) cannot be read: \(error.reason).")
            return []
        }
    }

    /// The name of the file that an address means, without its folder.
    private static func fileName(_ uri: String?) -> String? {
        guard let uri, !uri.hasPrefix("data:") else { return nil }
        let name = (uri.removingPercentEncoding ?? uri).split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
        return name.map(String.init)
    }
}
