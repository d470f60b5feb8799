import Foundation
import Images
import Support

/// Makes the previews of one original: JPEG files `previews/ab/<hash>-<size>.jpg`.
struct PreviewMaker {
    let layout: LibraryFolder
    private static let quality = 82

    /// Makes those previews of `hash` that are missing.
    func make(_ hash: AssetHash, from original: URL, kind: PreviewKind) throws {
        let missing = PreviewSize.allCases.filter { !FileManager.default.fileExists(atPath: layout.preview(hash, $0).path) }
        guard let largest = missing.max() else { return }
        var image: ColorImage
        switch kind {
        case .image:
            image = try ImageFile.decodeShown(ImageFile.read(original), longEdge: largest.rawValue)
        case .video:
            let details = try VideoDetails(original)
            image = try VideoDetails.poster(original, duration: details.duration, longEdge: largest.rawValue)
        }
        image.layOnWhite()
        let folder = layout.preview(hash, largest).deletingLastPathComponent()
        try LibraryOpening.makeFolder(folder)
        for size in missing.sorted(by: >) {
            // Each from the next larger one: made from the full image they would look the same.
            image = image.fitting(size.rawValue)
            try AtomicFile.write(try JPEG.encode(image, quality: Self.quality), to: layout.preview(hash, size))
        }
    }
}

extension ColorImage {
    /// No longer than `edge` pixels on either side.
    fileprivate func fitting(_ edge: Int) -> ColorImage {
        let long = Swift.max(width, height)
        guard long > edge else { return self }
        return resized(
            toWidth: Swift.max(1, (width * edge + long / 2) / long), height: Swift.max(1, (height * edge + long / 2) / long))
    }

    /// JPEG has no alpha: what is seen through is white.
    mutating func layOnWhite() {
        for i in pixels.indices where pixels[i].w != 255 {
            let pixel = SIMD4<UInt16>(truncatingIfNeeded: pixels[i])
            let alpha = UInt16(pixels[i].w)
            let mixed = (pixel &* SIMD4(repeating: alpha) &+ SIMD4(repeating: 255 * (255 - alpha) + 127)) / SIMD4(repeating: 255)
            pixels[i] = SIMD4(truncatingIfNeeded: mixed)
            pixels[i].w = 255
        }
    }
}
