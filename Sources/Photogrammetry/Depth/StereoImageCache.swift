/// The images of the views at the sizes that matching needs, read from the scratch file; those used longest ago are dropped.
///
/// It is used by one thread at a time: views are matched one after the other, each on all cores.
final class StereoImageCache {
    private struct Key: Hashable {
        let view: Int
        let level: Int
    }

    private let views: [PosedView]
    private let store: DepthScratchFile
    private let byteLimit: Int
    private var images: [Key: (image: StereoImage, lastUse: Int)] = [:]
    private var bytes = 0
    private var time = 0

    init(views: [PosedView], store: DepthScratchFile, byteLimit: Int = 192 << 20) {
        self.views = views
        self.store = store
        self.byteLimit = byteLimit
    }

    /// The image of a view, halved `level` times.
    func image(_ view: Int, level: Int) throws(PhotogrammetryError) -> StereoImage {
        time += 1
        let key = Key(view: view, level: level)
        if let found = images[key] {
            images[key]?.lastUse = time
            return found.image
        }
        let camera = views[view].camera
        var gray = LumaImage(
            width: camera.width, height: camera.height,
            pixels: try store.read(.gray, of: view, count: views[view].pixelCount, as: UInt8.self))
        for _ in 0..<level { gray = gray.halved() }
        let image = StereoImage(gray)
        images[key] = (image, time)
        bytes += image.byteCount
        while bytes > byteLimit, let oldest = images.filter({ $0.key != key }).min(by: { $0.value.lastUse < $1.value.lastUse }) {
            images[oldest.key] = nil
            bytes -= oldest.value.image.byteCount
        }
        return image
    }
}
