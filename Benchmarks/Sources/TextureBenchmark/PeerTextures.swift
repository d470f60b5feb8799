import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Meshes
import ModelFormats
import Reconstruction

/// The same surface and the same images textured by other programs, and judged by the same held-out frames.
enum PeerTextures {
    /// What a peer needs, in FOLDER/views.json: an image and its camera.
    private struct View: Encodable {
        let image: String
        let width: Int
        let height: Int
        /// fx, fy, cx, cy in pixels; the centre of the first pixel is at 0.
        let camera: [Float]
        /// Row-major 4 x 4, metres; the camera looks along +z with y downwards (OpenCV, COLMAP).
        let cameraToWorld: [Float]
    }

    /// Writes `mesh.ply`, `views.json` and `images/`, without the held-out frames, and our texture of the mesh as `ours.obj`.
    static func export(_ frames: HeldOutFrames, to folder: URL) throws {
        let images = folder.appending(path: "images")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        let mesh = try frames.surfaces(triangles: HeldOut.triangles).mesh
        try ModelFile.write(Model(mesh), to: folder.appending(path: "mesh.ply"))
        let cpu = Meter.cpuSeconds()
        let ours = try Texturing.texture(mesh, capture: frames.others)
        let seconds = Meter.cpuSeconds() - cpu
        try ModelFile.write(Model(ours.mesh, texture: ours.atlas), to: folder.appending(path: "ours.obj"))
        var views: [View] = []
        for index in 0..<frames.others.frameCount where frames.others.pose(at: index) != nil {
            guard let frame = try? frames.others.frame(at: index), let image = frame.color else { continue }
            let name = "images/" + String(repeating: "0", count: max(0, 5 - "\(index)".count)) + "\(index).png"
            try Data(PNG.encode(image)).write(to: folder.appending(path: name))
            let k = frame.colorIntrinsics
            let (x, y, z) = frame.pose.rotation.matrix.columns
            let t = frame.pose.translation
            views.append(
                View(
                    image: name, width: k.width, height: k.height, camera: [k.fx, k.fy, k.cx, k.cy],
                    cameraToWorld: [x.x, -y.x, -z.x, t.x, x.y, -y.y, -z.y, t.y, x.z, -y.z, -z.z, t.z, 0, 0, 0, 1]))
        }
        try JSONEncoder().encode(views).write(to: folder.appending(path: "views.json"))
        try Report.print([
            "views": views.count, "held_out": frames.held.count, "triangles": mesh.triangleCount, "our_cpu": seconds,
            "our_width": ours.atlas.width, "our_height": ours.atlas.height, "our_views": ours.views,
        ])
    }

    /// Judges textured models of the exported mesh, and the colours at its vertices, where the held-out images show the mesh.
    static func score(_ frames: HeldOutFrames, folder: URL, models: [String], images: String?) throws {
        func read(_ url: URL) throws -> (mesh: TriangleMesh, texture: ColorImage?) {
            let model = try ModelFile.read(url)
            guard let mesh = model.mesh else { throw BenchmarkError("\(url.path): it has no mesh") }
            return (mesh, model.texture)
        }
        let surface = try read(folder.appending(path: "mesh.ply")).mesh
        var contestants = [(name: "vertex colours", mesh: surface, texture: ColorImage?.none)]
        for path in models {
            let url = URL(fileURLWithPath: path)
            let (mesh, texture) = try read(url)
            guard texture != nil else { throw BenchmarkError("\(path): no single texture colours the mesh") }
            contestants.append((url.deletingPathExtension().lastPathComponent, mesh, texture))
        }
        var tallies = [Tally](repeating: Tally(), count: contestants.count)
        var confirmed = tallies
        for view in frames.held.compactMap({ HeldOutView(frames.capture, $0) }) {
            let masks = view.masks(of: surface)
            if let images { try view.write(view.real, "photo", to: images) }
            for (number, one) in contestants.enumerated() {
                let image = view.render(one.mesh, texture: one.texture)
                tallies[number].add(view.real, image, where: masks.mesh)
                confirmed[number].add(view.real, image, where: masks.confirmed)
                if let images { try view.write(image, one.name, to: images) }
            }
        }
        for (number, one) in contestants.enumerated() {
            try Report.print([
                "who": one.name, "psnr": tallies[number].psnr, "matched_psnr": tallies[number].matched,
                "confirmed_psnr": confirmed[number].psnr, "confirmed_matched_psnr": confirmed[number].matched,
            ])
        }
    }
}
