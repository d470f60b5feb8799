import Capture
import Foundation
import Images

/// The text files of each capture layout: the first byte says which file of which layout the rest of the bytes become.
private struct Layout {
    var name: String
    var text: [(file: String, content: String)]
    var depth: String
    var color: String
}

private let pose = "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"
private let layouts = [
    Layout(
        name: "posed",
        text: [("K.txt", "4 0 1.5\n0 4 1\n0 0 1\n"), ("poses.txt", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n")], depth: "depth/0.png",
        color: "images/0.png"),
    Layout(
        name: "scenes", text: [("intrinsics.txt", "4 4 1.5 1\n"), ("frame-000000.pose.txt", pose)], depth: "frame-000000.depth.png",
        color: "frame-000000.color.png"),
    Layout(
        name: "tum",
        text: [
            ("rgb.txt", "# t f\n1.0 rgb/0.png\n"), ("depth.txt", "1.0 depth/0.png\n"),
            ("groundtruth.txt", "0.9 0 0 0 0 0 0 1\n1.1 0 0 0 0 0 0 1\n"), ("camera.txt", "4 4 1.5 1\n"),
        ], depth: "depth/0.png", color: "rgb/0.png"),
    Layout(
        name: "log",
        text: [
            ("trajectory.log", "0 0 1\n" + pose),
            ("intrinsic.json", #"{"width":4,"height":3,"intrinsic_matrix":[4,0,0,0,4,0,1.5,1,1]}"#),
        ], depth: "depth/0.png", color: "color/0.png"),
    Layout(
        name: "transforms",
        text: [
            (
                "transforms.json",
                #"{"fl_x":4,"fl_y":4,"cx":2,"cy":1.5,"w":4,"h":3,"frames":[{"file_path":"images/0.png","#
                    + #""depth_file_path":"depth/0.png","#
                    + #""transform_matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}]}"#
            )
        ], depth: "depth/0.png", color: "images/0.png"),
    Layout(
        name: "diorama",
        text: [
            ("capture.json", #"{"format":"diorama-capture","version":1,"color":{"width":4,"height":3},"frames":1}"#),
            (
                "frames.jsonl",
                #"{"time":0,"color":"color/0.png","depth":"depth/0.png","intrinsics":[4,4,1.5,1],"position":[0,0,0],"#
                    + #""rotation":[0,0,0,1]}"#
                    + "\n"
            ),
        ], depth: "depth/0.png", color: "color/0.png"),
    Layout(
        name: "arkit",
        text: [
            ("lowres_wide.traj", "1.0 0.1 0 0 0 0 0\n1.1 0.2 0 0 1 0 0\n"),
            ("lowres_wide_intrinsics/9_1.050.pincam", "4 3 4 4 1.5 1"),
        ], depth: "lowres_depth/9_1.050.png", color: "lowres_wide/9_1.050.png"),
    Layout(
        name: "colmaptext",
        text: [
            ("sparse/0/cameras.txt", "1 RADIAL 4 3 4 2 1.5 0.1 -0.01\n"),
            ("sparse/0/images.txt", "1 1 0 0 0 0 0 0 1 0.png\n1 1 -1\n"),
            ("sparse/0/points3D.txt", "1 0 0 1 9 8 7 0.5 1 0\n"),
        ], depth: "depth/0.png", color: "images/0.png"),
]
private let places = layouts.indices.flatMap { l in layouts[l].text.indices.map { (l, $0) } }

/// Each layout's folder, whole.
private let folders: [URL] = layouts.map { layout in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(layout.name)
    try? FileManager.default.removeItem(at: folder)
    func put(_ bytes: [UInt8]?, _ name: String) {
        let file = folder.appendingPathComponent(name)
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(bytes ?? []).write(to: file)
    }
    for (name, content) in layout.text { put(Array(content.utf8), name) }
    put(try? PNG.encodeGray16(Image<UInt16>(width: 4, height: 3, repeating: 1000)), layout.depth)
    put(try? PNG.encode(ColorImage(width: 4, height: 3, repeating: SIMD4(9, 8, 7, 255))), layout.color)
    return folder
}

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let (l, t) = places[Int(first) % places.count]
    let file = folders[l].appendingPathComponent(layouts[l].text[t].file)
    try? Data(bytes.dropFirst()).write(to: file)
    if let capture = try? Capture.open(folders[l]) {
        for i in 0..<min(3, capture.frameCount) { _ = try? capture.frame(at: i) }
    }
    try? Data(layouts[l].text[t].content.utf8).write(to: file)
}

func seeds() -> [[UInt8]] {
    places.indices.map { [UInt8($0)] + Array(layouts[places[$0].0].text[places[$0].1].content.utf8) }
}
