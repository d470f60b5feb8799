import Foundation
import Images
import TestSupport
import Testing
import Support

struct ImageFileTests {
    @Test func `the kind is known by the first bytes, not by the name`() throws {
        try TestData.withTemporaryFolder { folder in
            let image = Sample.color(6, 5)
            let png = folder.appendingPathComponent("really-a-png.jpg")
            try AtomicFile.write(try PNG.encode(image), to: png)
            #expect(try ImageFile.readColor(png) == image)
            #expect(try ImageFile.size(png) == (6, 5))
            let jpeg = folder.appendingPathComponent("photo")
            try AtomicFile.write(try JPEG.encode(image), to: jpeg)
            #expect(try ImageFile.readColor(jpeg).width == 6)
            #expect(try ImageFile.size(jpeg) == (6, 5))
        }
    }

    @Test func `errors name the file`() throws {
        try TestData.withTemporaryFolder { folder in
            func problem(_ name: String, _ bytes: [UInt8]?) throws -> String {
                let url = folder.appendingPathComponent(name)
                if let bytes { try AtomicFile.write(bytes, to: url) }
                let error = #expect(throws: ImageError.self) { try ImageFile.readColor(url) }
                let text = try #require(error).description
                #expect(text.hasPrefix(url.path + ": "))
                #expect(!text.contains("\n"))
                return text
            }
            #expect(try problem("missing.png", nil).contains("No such file"))
            #expect(try problem("text.png", Array("hello".utf8)).contains("neither a PNG nor a JPEG"))
            #expect(try problem("empty.png", []).contains("neither a PNG nor a JPEG"))
            let png = try PNG.encode(Sample.color(30, 20))
            #expect(try problem("half.png", Array(png.prefix(png.count / 2))).contains("truncated"))
            #expect(try problem("header.png", Array(png.prefix(20))).contains("truncated"))
            let jpeg = try JPEG.encode(Sample.color(30, 20))
            #expect(try problem("half.jpg", Array(jpeg.prefix(jpeg.count / 2 + 200))).contains("truncated"))
            let error = #expect(throws: ImageError.self) { try ImageFile.readGray16(folder) }
            #expect(error?.description == "\(folder.path): this is not a file")
        }
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `a real capture's images are read`() throws {
        let folder = TestData.shared("rgbd-office-hololens")
        let depth = try ImageFile.readGray16(folder.appendingPathComponent("depth/00003.png"))
        #expect(depth.width == 540 && depth.height == 360)
        let measured = depth.pixels.filter { $0 > 0 }.sorted()
        #expect((500...6000).contains(measured[measured.count / 2]), "the room's depth in millimetres")
        let color = try ImageFile.readColor(folder.appendingPathComponent("images/00003.png"))
        #expect(color.width == 540 && color.height == 360 && color.pixels.allSatisfy { $0.w == 255 })
    }
}
