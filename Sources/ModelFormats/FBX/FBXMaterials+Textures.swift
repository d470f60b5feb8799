import Codecs
import Models

extension FBXMaterials {
    /// How a material looks up a texture object; nil where it names no image.
    mutating func reference(_ object: FBXObject?, _ coordinates: [String], scene: inout Scene) -> TextureReference? {
        guard var object else { return nil }
        if object.type == "LayeredTexture" {
            let layers = document.children(object.index, "Texture")
            if layers.count > 1 { scene.note("Of several layers of a texture the first one is read.") }
            guard let first = layers.first else { return nil }
            object = first
        }
        guard let number = texture(object, &scene) else { return nil }
        let set = object.setting("UVSet")?.text ?? ""
        return TextureReference(
            number, coordinates: coordinates.firstIndex(of: set) ?? 0, transform: FBXTextureTransform.read(object, &scene))
    }

    private mutating func texture(_ object: FBXObject, _ scene: inout Scene) -> Int? {
        var sampling = Texture(image: nil)
        if object.setting(integer: "WrapModeU") == 1 { sampling.wrapU = .clamped }
        if object.setting(integer: "WrapModeV") == 1 { sampling.wrapV = .clamped }
        func filter(_ name: String) -> Texture.Filter? {
            object.own(Self.ownPrefix + name)?.text.flatMap { Texture.Filter(rawValue: $0) }
        }
        sampling.magnification = filter("magnification")
        sampling.minification = filter("minification")
        sampling.mipmaps = filter("mipmaps")
        if object.own(Self.ownPrefix + "mirrorU") != nil { sampling.wrapU = .mirrored }
        if object.own(Self.ownPrefix + "mirrorV") != nil { sampling.wrapV = .mirrored }
        let video = document.children(object.index, "Video").first
        let names = Self.fileNames(object) + (video.map { Self.fileNames($0) } ?? [])
        let holder =
            video.flatMap { Self.hasContent($0) ? $0 : nil }
            ?? names.compactMap { videosByName[SiblingImages.lastPart($0)] }.first
        if let holder, let image = image(holder, &scene) {
            let key = "\(image) \(sampling)"
            if let known = textures[key] { return known }
            sampling.image = image
            scene.textures.append(sampling)
            textures[key] = scene.textures.count - 1
            return scene.textures.count - 1
        }
        // Relative names first: the others are often those of another machine.
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        return images.texture(name, like: sampling, in: &scene)
    }

    /// The names of an object's file, the relative one first.
    static func fileNames(_ object: FBXObject) -> [String] {
        let records = ["RelativeFilename", "FileName", "Filename"].compactMap { object.node.child($0)?.text(0) }
        let settings = ["RelPath", "Path"].compactMap { object.setting($0)?.text }
        return (records + settings).filter { !$0.isEmpty }
    }

    static func hasContent(_ video: FBXObject) -> Bool {
        video.node.child("Content")?.properties.contains { !($0.bytes?.isEmpty ?? true) } ?? false
    }

    /// The number of an embedded image.
    private mutating func image(_ video: FBXObject, _ scene: inout Scene) -> Int? {
        if let known = embedded[video.index] { return known }
        let parts = video.node.child("Content")?.properties.compactMap(\.bytes) ?? []
        var bytes = parts.flatMap { Array($0) }
        if document.isText {
            guard let decoded = Self.base64(bytes) else {
                scene.note("An embedded image is not valid base64; it was skipped.")
                return nil
            }
            bytes = decoded
        }
        guard !bytes.isEmpty else { return nil }
        let name = Self.fileNames(video).first.map { SiblingImages.lastPart($0) }
        scene.images.append(EncodedImage(bytes, name: name ?? (video.name.isEmpty ? nil : video.name)))
        embedded[video.index] = scene.images.count - 1
        return scene.images.count - 1
    }

    /// The bytes of a base64 text in one or more padded pieces; nil where a character is none of it.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var word: UInt32 = 0
        var digits = 0
        for c in text where c > 0x20 {
            let value: UInt32
            switch c {
            case 0x41...0x5A: value = UInt32(c) - 0x41
            case 0x61...0x7A: value = UInt32(c) - 0x61 + 26
            case 0x30...0x39: value = UInt32(c) - 0x30 + 52
            case 0x2B: value = 62
            case 0x2F: value = 63
            case 0x3D:
                // The end of a piece.
                if digits == 2 { result.append(UInt8(truncatingIfNeeded: word >> 4)) }
                if digits == 3 { result += [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)] }
                word = 0
                digits = 0
                continue
            default: return nil
            }
            word = word << 6 | value
            digits += 1
            if digits == 4 {
                result += [
                    UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word),
                ]
                word = 0
                digits = 0
            }
        }
        if digits == 2 { result.append(UInt8(truncatingIfNeeded: word >> 4)) }
        if digits == 3 { result += [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)] }
        return result
    }
}
