import Foundation
import Images

/// The depth maps of COLMAP's dense stereo, `stereo/depth_maps/<photo>.geometric.bin` (or `.photometric.bin`): the text
/// `width&height&1&`, then a 32-bit float a pixel, row by row, in the model's unit; 0 and less where nothing was found.
struct COLMAPDepthMaps: ImageStore {
    private let root: URL
    /// For each photo its map's path, where there is one.
    private let paths: [String?]
    private let metresPerUnit: Float

    init(_ workspace: CaptureFolder, photos: [String], metresPerUnit: Double, _ index: inout FileIndex) {
        root = workspace.url
        self.metresPerUnit = Float(metresPerUnit)
        var paths: [String?] = []
        for photo in photos where workspace.has("stereo") {
            let candidates = ["geometric", "photometric"].map { "stereo/depth_maps/\(photo).\($0).bin" }
            paths.append(candidates.first { index.contains($0) })
        }
        self.paths = paths.contains { $0 != nil } ? paths : []
    }

    /// Whether there are no maps.
    var isEmpty: Bool { paths.isEmpty }

    /// Whether photo `i` has a map.
    func has(_ i: Int) -> Bool { paths.indices.contains(i) && paths[i] != nil }

    func url(_ index: Int) -> URL { root.appendingPathComponent(has(index) ? paths[index] ?? "" : "") }

    func size(_ index: Int) throws(CaptureError) -> ImageSize {
        var file = try BinaryFile(url(index))
        return try header(&file)
    }

    func image(_ index: Int) throws(CaptureError) -> DepthImage {
        var file = try BinaryFile(url(index))
        let size = try header(&file)
        let bytes = try file.read(size.width * size.height * 4)
        let scale = metresPerUnit
        let pixels = bytes.withUnsafeBytes { raw in
            (0..<size.width * size.height).map { i in
                let depth =
                    Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))) * scale
                return depth > 0 && depth < .infinity ? depth : 0
            }
        }
        return DepthImage(width: size.width, height: size.height, pixels: pixels)
    }

    /// Reads the beginning, and checks that the pixels it declares are there.
    private func header(_ file: inout BinaryFile) throws(CaptureError) -> ImageSize {
        var numbers: [Int] = []
        for _ in 0..<3 {
            var number = 0
            while true {
                let byte = try file.read(UInt8.self)
                if byte == UInt8(ascii: "&") { break }
                guard byte >= 48, byte <= 57, number < 1 << 20 else {
                    throw CaptureError(file.url, "this is not a COLMAP depth map (it begins with width&height&1&)")
                }
                number = number * 10 + Int(byte - 48)
            }
            numbers.append(number)
        }
        let width = numbers[0]
        let height = numbers[1]
        guard numbers[2] == 1, width > 0, height > 0 else {
            throw CaptureError(file.url, "this is not a COLMAP depth map (it declares \(width)x\(height)x\(numbers[2]))")
        }
        guard width * height <= file.remaining / 4 else { throw file.truncated }
        return ImageSize(width, height)
    }
}
