import DioramaLibrary
import Exhibits
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Spaces
import TestSupport
import Testing

/// Exhibits in a library: models, changes, conflicts, the trash.
struct ExhibitCatalogueTests {
    /// A board of 4 x 2 x 0 m, which doesn't stand at the origin, in a red material.
    private static func writeBoard(to file: URL) throws {
        var primitive = Primitive()
        primitive.positions = [Vector3(1, 1, 5), Vector3(5, 1, 5), Vector3(5, 3, 5), Vector3(1, 3, 5)]
        primitive.indices = [0, 1, 2, 0, 2, 3]
        primitive.material = 0
        var scene = Scene()
        var red = Material(name: "Red")
        red.baseColor = SIMD4(0.8, 0.05, 0.02, 1)
        scene.materials = [red]
        scene.meshes = [Mesh(name: "Board", primitives: [primitive])]
        var node = Node(name: "Board")
        node.mesh = 0
        scene.nodes = [node]
        scene.roots = [0]
        try SceneFile.write(scene, to: file)
    }

    private func withCatalogue(_ body: (ExhibitCatalogue, URL) async throws -> Void) async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = try Library(at: folder.appendingPathComponent("library"))
            let board = folder.appendingPathComponent("board.glb")
            try Self.writeBoard(to: board)
            try await body(ExhibitCatalogue(library: library, media: MediaStore(library)), board)
            #expect(try library.verify().problems == [])
            try library.close()
        }
    }

    @Test func `an added model keeps its nodes and materials, is scaled, and stands on the floor`() async throws {
        try await withCatalogue { catalogue, board in
            let empty = try await catalogue.create(title: "Shelf")
            let draft = ExhibitModelDraft(source: board, name: "Böard!", size: .init(metres: 19, axis: .x))
            let exhibit = try await catalogue.add(draft, to: empty)
            let model = try #require(exhibit.exhibit.models.first)
            #expect(model.id == "board" && model.tableScale == 0.021)
            // The poster has the model alone: nothing in the corners, its red in the middle.
            let poster = try #require(model.poster)
            #expect(poster.min == [-9.5, 0, 0] && poster.max == [9.5, 9.5, 0])
            let image = try ImageFile.readColor(try await catalogue.file(poster.image, of: exhibit))
            #expect(image.width == 960 && image.height == 720 && image[0, 0].w == 0 && image[959, 719].w == 0)
            let middle = image[480, 360]
            #expect(middle.w == 255 && middle.x > 100 && middle.y < 90)
            #expect(exhibit.files.map(\.path) == exhibit.exhibit.files.sorted())
            let scene = try SceneFile.read(try await catalogue.file(model.file, of: exhibit))
            let box = scene.bounds
            #expect(abs(box.size.x - 19) < 1e-3 && abs(box.size.y - 9.5) < 1e-3)
            #expect(abs(box.min.y) < 1e-4 && abs(box.center.x) < 1e-3 && abs(box.center.z) < 1e-3)
            #expect(scene.nodes.contains { $0.name == "Board" } && scene.materials.map(\.name) == ["Red"])
            let table = try SceneFile.read(try await catalogue.file(try #require(model.tableUSDZ), of: exhibit)).bounds
            #expect(abs(table.size.x - 19 * 0.021) < 1e-3)
            // A second one of the same name has names of its own.
            let two = try await catalogue.add(draft, to: exhibit)
            #expect(two.exhibit.models.map(\.id) == ["board", "board-2"])
            let report = try await catalogue.package(two).check()
            #expect(report.problems == [])
        }
    }

    @Test func `images of the built-in exhibit are there before its files are made`() async throws {
        try await withCatalogue { catalogue, _ in
            let exhibit = try await catalogue.exhibit("artemis")
            for model in exhibit.exhibit.models {
                let poster = try await catalogue.file(try #require(model.poster).image, of: exhibit)
                #expect(try ImageFile.readColor(poster).width == 960)
                let draft = try await catalogue.file(try #require(model.image), of: exhibit, allowsDraft: true)
                #expect(try ImageFile.readColor(draft).width == 400)
            }
            let folder = catalogue.library.folder.appendingPathComponent("exhibits")
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    /// A wavy sheet of 2 x `side` x `side` triangles with texture coordinates.
    private static func writeSheet(to file: URL, side: Int) throws {
        var primitive = Primitive()
        var coordinates: [Vector2] = []
        for i in 0...side {
            for k in 0...side {
                let x = Float(i) / Float(side)
                let z = Float(k) / Float(side)
                primitive.positions.append(Vector3(x, 0.1 * (x * x + z * z * x), z))
                coordinates.append(Vector2(x, z))
            }
        }
        primitive.textureCoordinates = [coordinates]
        let row = UInt32(side + 1)
        for i in 0..<UInt32(side) {
            for k in 0..<UInt32(side) {
                let a = i * row + k
                primitive.indices += [a, a + 1, a + row, a + 1, a + row + 1, a + row]
            }
        }
        var scene = Scene()
        scene.meshes = [Mesh(name: "Sheet", primitives: [primitive])]
        var node = Node(name: "Sheet")
        node.mesh = 0
        scene.nodes = [node]
        scene.roots = [0]
        try SceneFile.write(scene, to: file)
    }

    @Test func `a large model gets coarser levels with the same nodes, a small one none`() async throws {
        try await withCatalogue { catalogue, board in
            let sheet = board.deletingLastPathComponent().appendingPathComponent("sheet.glb")
            try Self.writeSheet(to: sheet, side: 110)
            var exhibit = try await catalogue.create(title: "Shelf")
            exhibit = try await catalogue.add(ExhibitModelDraft(source: board, name: "Board"), to: exhibit)
            exhibit = try await catalogue.add(ExhibitModelDraft(source: sheet, name: "Sheet"), to: exhibit)
            #expect(exhibit.exhibit.models[0].levels.isEmpty)
            let model = exhibit.exhibit.models[1]
            let level = try #require(model.levels.first)
            #expect(model.levels.count == 1 && (5_000...10_500).contains(level.triangleCount), "\(model.levels)")
            let scene = try SceneFile.read(try await catalogue.file(level.file, of: exhibit))
            #expect(scene.triangleCount == level.triangleCount && scene.nodes.contains { $0.name == "Sheet" })
            #expect(scene.meshes.first?.primitives.first?.textureCoordinates.count == 1)
            #expect(try await catalogue.package(exhibit).check().problems.isEmpty)
        }
    }

    @Test func `files that nothing names are removed by a change after days without one, and not before`() async throws {
        try await withCatalogue { catalogue, board in
            let empty = try await catalogue.create(title: "Shelf")
            let full = try await catalogue.add(ExhibitModelDraft(source: board, name: "Board"), to: empty)
            var document = full.exhibit
            document.models = []
            let removed = try await catalogue.save(document, of: full, basedOn: full.revision)
            #expect(removed.files == full.files && removed.published.files.isEmpty)
            document.title = "Rack"
            let soon = try await catalogue.save(document, of: removed, basedOn: removed.revision)
            #expect(soon.files == full.files)
            document.title = "Board"
            let later = Date(timeIntervalSinceNow: 8 * 86_400)
            let clean = try await catalogue.save(document, of: soon, basedOn: soon.revision, at: later)
            #expect(clean.files.isEmpty)
        }
    }

    @Test func `a change that is based on an earlier revision is refused, and one of the newest is kept`() async throws {
        try await withCatalogue { catalogue, board in
            let first = try await catalogue.create(title: "Shelf")
            var document = first.exhibit
            document.summary = "One"
            let second = try await catalogue.save(document, of: first, basedOn: first.revision)
            #expect(second.exhibit.summary == "One" && second.revision != first.revision)
            document.summary = "Two"
            await #expect(throws: SpacesError.self) { try await catalogue.save(document, of: first, basedOn: first.revision) }
            #expect(try await catalogue.exhibit(first.id).exhibit.summary == "One")
            // A model that is added meanwhile doesn't lose the change.
            let added = try await catalogue.add(ExhibitModelDraft(source: board, name: "Board"), to: first)
            #expect(added.exhibit.summary == "One" && added.exhibit.models.count == 1)
            document.models = [ExhibitModel(id: "ghost", name: "Ghost", file: "models/ghost.glb")]
            await #expect(throws: SpacesError.self, "the file is missing") {
                try await catalogue.save(document, of: added, basedOn: added.revision)
            }
        }
    }

    @Test func `an exhibit goes to the trash and comes back with its files; purged, its files are gone`() async throws {
        try await withCatalogue { catalogue, board in
            let exhibit = try await catalogue.add(
                ExhibitModelDraft(source: board, name: "Board"), to: try await catalogue.create(title: "Shelf"))
            let file = try await catalogue.file("models/board.glb", of: exhibit)
            try await catalogue.trash(exhibit)
            #expect(try await catalogue.list().exhibits.allSatisfy(\.isBuiltIn))
            let items = try await Trash(library: catalogue.library).items()
            #expect(items.map(\.kind) == [.exhibit] && items[0].name == "Shelf")
            let back = try await catalogue.restore(exhibit.id)
            #expect(back.files == exhibit.files && back.exhibit == exhibit.exhibit)
            try await catalogue.trash(back)
            try await Trash(library: catalogue.library).purge(items)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try await catalogue.library.namedFiles().isEmpty)
        }
    }

    @Test func `an exhibit of a later version is named, and doesn't hide the others`() async throws {
        try await withCatalogue { catalogue, _ in
            let mine = try await catalogue.create(title: "Shelf")
            let later = ExhibitRecord(title: "Later", document: #"{"version":2,"title":"Later","rooms":[]}"#)
            let id = try await catalogue.library.exhibits.add(later).id.description
            let list = try await catalogue.list()
            #expect(list.exhibits.map(\.id) == [BuiltInExhibit.name, mine.id])
            #expect(list.unreadable.map(\.id) == [id] && list.unreadable[0].title == "Later")
            #expect(list.unreadable[0].problem.contains("version 2"))
            await #expect(throws: SpacesError.self) { try await catalogue.exhibit(id) }
        }
    }

    @Test func `files that are no models and no images are refused with the reason, and nothing is kept`() async throws {
        try await withCatalogue { catalogue, board in
            let exhibit = try await catalogue.create(title: "Shelf")
            let text = board.deletingLastPathComponent().appendingPathComponent("notes.glb")
            try Data("not a model".utf8).write(to: text)
            await #expect(throws: SpacesError.self) {
                try await catalogue.add(ExhibitModelDraft(source: text, name: "N"), to: exhibit)
            }
            await #expect(throws: SpacesError.self) { try await catalogue.add(image: text, named: "a.jpg", to: exhibit) }
            await #expect(throws: SpacesError.self) { try await catalogue.add(image: text, named: "../a.jpg", to: exhibit) }
            await #expect(throws: SpacesError.self) {
                try await catalogue.add(ExhibitModelDraft(source: board, name: "N", size: .init(metres: 2, axis: .z)), to: exhibit)
            }
            #expect(try await catalogue.exhibit(exhibit.id).files.isEmpty)
            #expect(try await catalogue.library.namedFiles().isEmpty)
        }
    }

    @Test func `a package that is exported is imported again, as a folder and as an archive`() async throws {
        try await withCatalogue { catalogue, board in
            let exhibit = try await catalogue.add(
                ExhibitModelDraft(source: board, name: "Board"), to: try await catalogue.create(title: "Shelf"))
            let folder = board.deletingLastPathComponent()
            let export = ExhibitExport(catalogue: catalogue)
            _ = try await export.writePackage(exhibit, to: folder.appendingPathComponent("shelf"))
            let again = try await catalogue.add(try ExhibitPackage(folder: folder.appendingPathComponent("shelf")))
            #expect(again.exhibit == exhibit.exhibit && again.files == exhibit.files && again.id != exhibit.id)
            let archive = folder.appendingPathComponent("shelf.zip")
            _ = try await export.writePackage(exhibit, to: archive)
            let unpacked = folder.appendingPathComponent("unpacked")
            try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: true)
            #expect(try await catalogue.add(archive: archive, unpackedTo: unpacked).exhibit == exhibit.exhibit)
            let copy = try await catalogue.copy(exhibit)
            #expect(copy.exhibit.title == "Shelf (copy)" && copy.files == exhibit.files)
        }
    }
}
