import Foundation
import Images
import TestSupport
import Testing

@Suite struct ViewpointCommandTests {
    /// A square of 1 m in the plane z = 0 around the origin.
    private static func square(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("square.obj")
        try Data("v -0.5 -0.5 0\nv 0.5 -0.5 0\nv 0.5 0.5 0\nv -0.5 0.5 0\nf 1 2 3 4\n".utf8).write(to: file)
        return file
    }

    private static func view(_ arguments: [String]) throws -> ColorImage {
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("view.png")
            let square = try square(in: folder)
            let result = try Program.run(["convert", square.path, target.path, "--size", "100x80"] + arguments)
            #expect(result.code == 0, "\(result.error)")
            return try PNG.decodeColor(Array(Data(contentsOf: target)))
        }
    }

    @Test func `a view from a given position shows what a camera there sees`() throws {
        // 2 m in front of the square an angle of 53.13° has a height of 2 m: the square covers 40 x 40 pixels in the middle.
        let image = try Self.view(["--eye", "0,0,2", "--target", "0,0,0", "--field-of-view", "53.130102", "--shading", "normals"])
        let front = SIMD4<UInt8>(128, 128, 255, 255)
        func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> { image.pixels[y * 100 + x] }
        for (x, y) in [(31, 21), (68, 21), (31, 58), (68, 58), (50, 40)] { #expect(pixel(x, y) == front, "\(x), \(y)") }
        for (x, y) in [(28, 40), (71, 40), (50, 18), (50, 61)] { #expect(pixel(x, y) != front, "\(x), \(y)") }
        // From behind and twice as far away: half the size, and the normal points to the camera.
        let behind = try Self.view(["--eye", "0,0,-4", "--target", "0,0,0", "--field-of-view", "53.130102", "--shading", "normals"])
        #expect(behind.pixels[40 * 100 + 50] == SIMD4(128, 128, 0, 255))
        #expect(behind.pixels[40 * 100 + 41] == SIMD4(128, 128, 0, 255))
        #expect(behind.pixels[40 * 100 + 38] != SIMD4(128, 128, 0, 255))
    }

    @Test func `unlit colours are the same on every side, lit ones are not`() throws {
        func middle(_ shading: String) throws -> [SIMD4<UInt8>] {
            try ["1,1,2", "-2,0.5,1"].map { eye in
                try Self.view(["--eye", eye, "--target", "0,0,0", "--shading", shading]).pixels[40 * 100 + 50]
            }
        }
        let colors = try middle("colors")
        #expect(colors[0] == colors[1])
        let lit = try middle("lit")
        #expect(lit[0] != lit[1])
    }

    @Test func `positions that make no view are refused`() throws {
        try TestData.withTemporaryFolder { folder in
            let input = try Self.square(in: folder).path
            let target = folder.appendingPathComponent("view.png").path
            for (arguments, part) in [
                (["--eye", "0,0,2"], "--eye and --target go together"),
                (["--eye", "0,0,2", "--target", "0,0,2"], "two points"),
                (["--eye", "0,0", "--target", "0,0,2"], "x,y,z"),
                (["--eye", "0,0,2", "--target", "0,0,0", "--field-of-view", "180"], "1 to 150"),
                (["--eye", "0,0,2", "--target", "0,0,0", "--scale", "20"], "without --scale"),
                (["--shading", "shiny"], "'lit', 'colors' or 'normals'"),
            ] {
                let result = try Program.run(["convert", input, target] + arguments)
                #expect(result.code == 2 && result.error.contains(part), "\(arguments): \(result.error)")
            }
        }
    }
}
