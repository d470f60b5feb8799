import Foundation
import Geometry
import DioramaLibrary
import Testing

@Suite struct SpacesTests {
    @Test func `an added space comes back with everything that the draft said`() async throws {
        try await withFolders { folder, files in
            let mesh = try makeFile("mesh", seed: 1, in: files)
            let picture = try makeFile("picture", byteCount: 3_000_000, seed: 2, in: files)
            let draft = SpaceDraft(
                name: "  Büro im 3. Stock 🛋️ ", areaSquareMetres: 12.5, triangleCount: 123_456, pointCount: 7,
                bounds: Bounds(min: Vector3(-1, 0, -2.5), max: Vector3(1, 2.25, 3)),
                capture: CaptureDraft(
                    kind: "7-Scenes", frameCount: 200, skippedFrames: 3, seconds: 4.25, notes: ["two \"lines\"", "of notes"]),
                report: #"{"coverage":0.5,"advice":["näher"]}"#,
                assets: [
                    AssetDraft(
                        kind: .mesh, contentType: "model/gltf-binary", fileName: "büro.glb", file: mesh, triangleCount: 123_456),
                    AssetDraft(kind: .thumbnail, contentType: "image/png", fileName: "büro.png", file: picture),
                ])
            let library = try Library(at: folder)
            let before = Date()
            let space = try await library.add(draft)
            #expect(space.name == "Büro im 3. Stock 🛋️")
            #expect(space.areaSquareMetres == 12.5)
            #expect(space.triangleCount == 123_456)
            #expect(space.pointCount == 7)
            #expect(space.bounds == draft.bounds)
            // Times are kept in milliseconds.
            #expect(space.created >= before.addingTimeInterval(-0.001) && space.created <= Date())
            #expect(space.modified == space.created)
            #expect(space.capture?.kind == "7-Scenes")
            #expect(space.capture?.frameCount == 200)
            #expect(space.capture?.skippedFrames == 3)
            #expect(space.capture?.seconds == 4.25)
            #expect(space.capture?.notes == ["two \"lines\"", "of notes"])
            #expect(space.report == #"{"coverage":0.5,"advice":["näher"]}"#)
            #expect(space.assets.map(\.triangleCount) == [123_456, nil])
            #expect(space.assets.map(\.kind) == [.mesh, .thumbnail])
            #expect(space.assets.map(\.byteCount) == [1000, 3_000_000])
            #expect(space.assets.map(\.fileName) == ["büro.glb", "büro.png"])
            #expect(try await library.space(space.id) == space)
            try library.close()
            let again = try Library(at: folder)
            #expect(try await again.spaces() == [space])
            #expect(try again.verify().problems == [])
        }
    }

    @Test func `levels of detail and rims are kept with their numbers`() async throws {
        try await withFolders { folder, files in
            var draft = SpaceDraft(name: "scan")
            for level in 1...2 {
                draft.assets.append(
                    AssetDraft(
                        kind: .lod, contentType: "model/gltf-binary", fileName: "\(level).glb",
                        file: try makeFile("\(level)", seed: UInt64(level), in: files), level: level, triangleCount: 1000 / level))
            }
            draft.assets.append(
                AssetDraft(
                    kind: .rims, contentType: "application/json", fileName: "rims.json", file: try makeFile("r", seed: 9, in: files)
                ))
            let library = try Library(at: folder)
            let space = try await library.add(draft)
            #expect(space.assets.map(\.kind) == [.lod, .lod, .rims])
            #expect(space.assets.map(\.level) == [1, 2, nil])
            #expect(space.assets.map(\.triangleCount) == [1000, 500, nil])
            #expect(try await library.assetFile(space.assets[1].hash)?.0.level == 2)
        }
    }

    @Test func `a report that is no JSON object, and a level that is none, are refused`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            for report in ["", "x", "[]", "5", "{", "{\"a\":\"" + String(repeating: "x", count: 300_000) + "\"}"] {
                let error = await libraryError { _ = try await library.add(SpaceDraft(name: "x", report: report)) }
                #expect(error?.kind == .invalidValue, "\(report.prefix(10))")
            }
            let file = try makeFile("f", in: files)
            let wrong: [(AssetKind, Int?, Int?)] = [(.lod, nil, 1), (.lod, 0, 1), (.mesh, 1, 1), (.mesh, nil, -1)]
            for (kind, level, count) in wrong {
                let asset = AssetDraft(
                    kind: kind, contentType: "model/gltf-binary", fileName: "f.glb", file: file, level: level, triangleCount: count)
                let error = await libraryError { _ = try await library.add(SpaceDraft(name: "x", assets: [asset])) }
                #expect(error?.kind == .invalidValue, "\(kind) \(String(describing: level))")
            }
            #expect(try await library.spaceCount() == 0)
        }
    }

    @Test func `a space of nothing but a name is kept`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "x", bounds: .empty))
            #expect(space.bounds == nil)
            #expect(space.capture == nil)
            #expect(space.areaSquareMetres == nil)
            #expect(space.assets == [])
        }
    }

    @Test func `spaces are listed newest first, a page at a time, also when spaces come and go between pages`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            var ids: [SpaceID] = []
            for i in 0..<25 { ids.append(try await library.add(SpaceDraft(name: "Space \(i)")).id) }
            #expect(ids == ids.sorted())
            #expect(try await library.spaceCount() == 25)
            #expect(try await library.spaces().map(\.id) == ids.reversed())
            let first = try await library.spaces(limit: 10)
            #expect(first.map(\.id) == ids[15...].reversed())
            // A newer space does not move the pages, and the page after a deleted space is still found.
            _ = try await library.add(SpaceDraft(name: "later"))
            #expect(try await library.delete(ids[15]))
            let second = try await library.spaces(limit: 10, after: ids[15])
            #expect(second.map(\.id) == ids[5..<15].reversed())
            let third = try await library.spaces(limit: 10, after: ids[5])
            #expect(third.map(\.id) == ids[..<5].reversed())
            #expect(try await library.spaces(limit: 10, after: ids[0]) == [])
        }
    }

    @Test(arguments: [0, -1, 1001, Int.max])
    func `a page of no size or too great a size is refused`(limit: Int) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            #expect(await libraryError { _ = try await library.spaces(limit: limit) }?.kind == .invalidValue)
            #expect(await libraryError { _ = try await library.jobs(limit: limit) }?.kind == .invalidValue)
        }
    }

    @Test func `a renamed space keeps everything but its name`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("Before", in: files))
            try await Task.sleep(for: .milliseconds(5))
            let renamed = try #require(try await library.rename(space.id, to: " After "))
            #expect(renamed.name == "After")
            #expect(renamed.modified > space.modified)
            #expect(renamed.created == space.created)
            #expect(renamed.assets == space.assets)
            #expect(try await library.space(space.id) == renamed)
            #expect(try await library.rename(SpaceID(), to: "Nobody") == nil)
        }
    }

    @Test func `a deleted space is gone with its capture and its files`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("Short-lived", in: files)
            draft.capture = CaptureDraft(kind: "TUM", frameCount: 3)
            let space = try await library.add(draft)
            let (_, file) = try #require(try await library.assetFile(space.assets[0].hash))
            #expect(FileManager.default.fileExists(atPath: file.path))
            #expect(try await library.delete(space.id))
            #expect(try await library.space(space.id) == nil)
            #expect(try await library.assetFile(space.assets[0].hash) == nil)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try await library.delete(space.id) == false)
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test(arguments: [
        "", "   ", "\n\t ", "a\nb", "a\tb", "a\u{0}b", "bell\u{7}", "del\u{7F}", "c1\u{85}x", "line\u{2028}end",
        String(repeating: "x", count: 201), "a" + String(repeating: "\u{0301}", count: 4000),
    ])
    func `a name that is empty, too long or has control characters is refused`(name: String) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "good"))
            let adding = await libraryError { _ = try await library.add(SpaceDraft(name: name)) }
            let renaming = await libraryError { _ = try await library.rename(space.id, to: name) }
            #expect(adding?.kind == .invalidValue)
            #expect(renaming == adding)
            #expect(adding?.message.contains("\n") == false)
            #expect(try await library.spaces().map(\.name) == ["good"])
        }
    }

    @Test(arguments: [
        "x", String(repeating: "ü", count: 200), "👩‍👩‍👧‍👦 at home", "\n trimmed \t", "'; DROP TABLE spaces; --", "שלום",
        "a\u{200F}b",
    ])
    func `a name of 1 to 200 characters of any script is kept`(name: String) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: name))
            #expect(space.name == name.trimmingCharacters(in: .whitespacesAndNewlines))
            #expect(try await library.space(space.id)?.name == space.name)
        }
    }

    @Test func `numbers that can't be are refused and nothing is added`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let good = try makeDraft("x", in: files)
            let changes: [(inout SpaceDraft) -> Void] = [
                { $0.triangleCount = -1 }, { $0.pointCount = .min }, { $0.areaSquareMetres = .nan }, { $0.areaSquareMetres = -0.5 },
                { $0.areaSquareMetres = .infinity },
                { $0.bounds = Bounds(min: Vector3(repeating: 0), max: Vector3(repeating: .infinity)) },
                { $0.capture = CaptureDraft(kind: "", frameCount: 1) }, { $0.capture = CaptureDraft(kind: "x", frameCount: -1) },
                { $0.capture = CaptureDraft(kind: "x", frameCount: 1, seconds: .nan) }, { $0.assets[0].fileName = "../x" },
                { $0.assets[0].fileName = "" }, { $0.assets[0].fileName = ".." },
                { $0.assets[0].contentType = "text/html\r\nX-Evil: 1" }, { $0.assets[0].contentType = "" },
            ]
            for change in changes {
                var draft = good
                change(&draft)
                #expect(await libraryError { _ = try await library.add(draft) }?.kind == .invalidValue)
            }
            #expect(try await library.spaceCount() == 0)
            #expect(filesBelow(folder.appendingPathComponent("assets")) == [])
            #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
        }
    }
}
