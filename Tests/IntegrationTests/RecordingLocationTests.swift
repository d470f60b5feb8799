import Capture
import Foundation
import Geometry
import Images
import ModelFormats
import TestSupport
import Testing

/// The location where a capture was recorded is kept in the library, and is in nothing that leaves it unless the owner asks for it.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct RecordingLocationTests {
    private static let latitude = 47.376887
    private static let longitude = 8.541694

    /// Texts and numbers by which the location would be found in a file.
    private static let marks: [Data] = {
        var marks = ["47.3768", "8.54169", "8,54169", "47,3768"].map { Data($0.utf8) }
        for value in [latitude, longitude] {
            marks.append(withUnsafeBytes(of: value.bitPattern.littleEndian) { Data($0) })
            marks.append(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) })
            marks.append(withUnsafeBytes(of: Float(value).bitPattern.littleEndian) { Data($0) })
            marks.append(withUnsafeBytes(of: Float(value).bitPattern.bigEndian) { Data($0) })
        }
        return marks
    }()

    private static func marks(in folder: URL) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { path in
            let file = folder.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            guard isThere, !isFolder.boolValue else { return false }
            let bytes = try Data(contentsOf: file)
            return marks.contains { bytes.range(of: $0) != nil }
        }
    }

    /// A room as the 3D Scanner App exports it, with the location in `info.json` and in each frame.
    private static func capture(in folder: URL) throws -> URL {
        let room = TriangleMesh.box(Vector3(0, 0, 0), Vector3(4, 2.5, 3), inwards: true)
        let poses = (0..<12).map { i -> RigidTransform in
            let (s, c) = Trigonometry.sincos(Float(i) * 0.5)
            return .lookingAt(Vector3(2 + c, 1.1, 1.5 + s), from: Vector3(2, 1.4, 1.5))
        }
        let target = folder.appendingPathComponent("room")
        try ScannerAppWriter.write(MadeScene(room, poses: poses).capture, to: target)
        let info = "{\"gpsLatitude\": \(latitude), \"gpsLongitude\": \(longitude), \"gpsAltitude\": 408.5}"
        try Data(info.utf8).write(to: target.appendingPathComponent("info.json"))
        for i in 0..<12 {
            let file = target.appendingPathComponent("frame_\(digits(i)).json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let place = "\"hasGPS\": true, \"latitude\": \(latitude), \"longitude\": \(longitude), \"horizontalAccuracy\": 12.5,"
            try Data(text.replacingOccurrences(of: "{\"camera", with: "{\(place)\"camera").utf8).write(to: file)
        }
        return target
    }

    private static func digits(_ number: Int) -> String { String(String(100_000 + number).dropFirst()) }

    @Test func `exports have no location unless it is asked for`() throws {
        try TestData.withTemporaryFolder { folder in
            let capture = try Self.capture(in: folder)
            let place = try #require(try Capture.open(capture).details.place)
            #expect(place.latitude == Self.latitude && place.longitude == Self.longitude && place.altitude == 408.5)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            let made = try Program.run(["import", capture.path, "--texture", "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let space = try #require((made.json?["spaces"] as? [[String: Any]])?.first?["id"] as? String)
            // Kept in the library.
            #expect(try !Self.marks(in: folder.appendingPathComponent("library")).isEmpty)

            let out = folder.appendingPathComponent("out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            var written = 0
            for format in ModelFormat.written.map(\.rawValue) {
                let file = out.appendingPathComponent("room.\(format)").path
                let result = try Program.run(["export", space, "--format", format, "--output", file] + library)
                if result.code == 0 { written += 1 }
            }
            #expect(written > 8)
            let website = out.appendingPathComponent("web").path
            let web = try Program.run(["export", space, "--format", "web", "--output", website] + library)
            #expect(web.code == 0, "\(web.error)")
            let model = out.appendingPathComponent("direct.glb").path
            let direct = try Program.run(["reconstruct", capture.path, "--noise", "--texture", "--output", model])
            #expect(direct.code == 0 && direct.out.contains("it is not in the files written here"), "\(direct.out)\(direct.error)")
            #expect(try Self.marks(in: out) == [])

            let asked = folder.appendingPathComponent("asked")
            try FileManager.default.createDirectory(at: asked, withIntermediateDirectories: true)
            for (format, name) in [("glb", "room.glb"), ("web", "web")] {
                let target = asked.appendingPathComponent(name).path
                let options = ["--format", format, "--output", target, "--with-location"]
                let result = try Program.run(["export", space] + options + library)
                #expect(result.code == 0, "\(result.error)")
            }
            let again = asked.appendingPathComponent("direct.ply").path
            #expect(try Program.run(["reconstruct", capture.path, "--with-location", "--output", again]).code == 0)
            #expect(try Self.marks(in: asked).sorted() == ["direct.geojson", "room.geojson", "web/location.geojson"])
        }
    }

    @Test func `a space without a location can't be exported with one`() throws {
        try SheetLibrary.with { library, space, folder in
            let file = folder.appendingPathComponent("sheet.glb").path
            let result = try Program.run(["export", space, "--format", "glb", "--output", file, "--with-location"] + library)
            #expect(result.code == 1 && result.errors.count == 1 && result.error.contains("no location was recorded"))
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test func `a capture of Diorama's layout is written without the location, except where it is asked for`() throws {
        try TestData.withTemporaryFolder { folder in
            let capture = try Capture.open(try Self.capture(in: folder))
            try DioramaCaptureWriter.write(capture, to: folder.appendingPathComponent("plain"), progress: .silent)
            #expect(try Self.marks(in: folder.appendingPathComponent("plain")) == [])
            try DioramaCaptureWriter.write(capture, to: folder.appendingPathComponent("located"), keepsLocation: true)
            #expect(try Self.marks(in: folder.appendingPathComponent("located")) == ["capture.json"])
        }
    }
}
