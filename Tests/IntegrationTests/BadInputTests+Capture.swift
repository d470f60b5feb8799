import Foundation
import Images
import TestSupport

extension BadInputTests {
    /// Writes a posed RGB-D folder `capture` of twelve frames that look at a wall 1 m away, and spoils it.
    static func capture(
        _ root: URL, remove: String? = nil, poses: Int = 12, pose: String = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
        truncate: Bool = false, only: Int? = nil
    ) throws {
        let folder = root.appendingPathComponent("capture")
        for name in ["depth", "images"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        // Codes that differ from pixel to pixel, so that the picture does not shrink to nothing.
        let depth = Image<UInt16>(width: 80, height: 60, pixels: (0..<4800).map { UInt16(1000 + $0 * 7919 % 5) })
        let color = ColorImage(width: 80, height: 60, pixels: (0..<4800).map { SIMD4(UInt8($0 * 7919 % 251), 90, 60, 255) })
        let depthBytes = try PNG.encodeGray16(depth)
        let colorBytes = try PNG.encode(color)
        for i in 0..<12 {
            let cut = truncate && (only ?? i) == i
            let name = String(format: "%05d.png", i)
            try Data(cut ? Array(depthBytes.prefix(depthBytes.count / 2)) : depthBytes)
                .write(to: folder.appendingPathComponent("depth/\(name)"))
            try Data(colorBytes).write(to: folder.appendingPathComponent("images/\(name)"))
        }
        try text(in: folder, named: "K.txt", "70 0 39.5\n0 70 29.5\n0 0 1\n")
        try text(in: folder, named: "poses.txt", Array(repeating: pose, count: poses).joined(separator: "\n") + "\n")
        if let remove { try FileManager.default.removeItem(at: folder.appendingPathComponent(remove)) }
    }
}
