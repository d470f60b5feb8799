import Foundation
import DioramaLibrary
import Testing

/// A catalogue of every version there ever was opens in this one with all that it held.
///
/// For a new version: leave the SQL of the earlier ones as it is, add what the last version wrote as `version<N>` below, and a row
/// to `all`. The SQL is what that version's program made, not what this one's would.
@Suite struct MigrationTests {
    struct Earlier: CustomTestStringConvertible, Sendable {
        let version: Int
        let sql: String
        var testDescription: String { "version \(version)" }
    }

    static let all = [
        Earlier(version: 1, sql: version1), Earlier(version: 2, sql: version2), Earlier(version: 3, sql: CatalogueOfVersion3.sql),
    ]

    @Test(arguments: all)
    func `a catalogue of an earlier version opens with all that it held`(earlier: Earlier) async throws {
        try await withFolders { folder, _ in
            try write(earlier, to: folder)
            let library = try Library(at: folder)
            #expect(try library.verify().problems == [])
            let id = try #require(SpaceID("2yVNHQYV6Vn4Z8rJYzUCyAZfJc3"))
            let space = try #require(try await library.space(id))
            #expect(space.name == "Küche")
            #expect(space.created == Date(timeIntervalSince1970: 1_750_000_000.123))
            #expect(space.modified == Date(timeIntervalSince1970: 1_750_000_001))
            #expect(space.areaSquareMetres == 9.5)
            #expect(space.triangleCount == 12)
            #expect(space.pointCount == 0)
            #expect(space.bounds?.min.y == -0.5)
            #expect(space.bounds?.max.z == 3)
            #expect(space.capture?.kind == "TUM")
            #expect(space.capture?.notes == ["dark"])
            #expect(space.assets.map(\.fileName) == ["küche.glb"])
            #expect(space.assets.map(\.contentType) == ["model/gltf-binary"])
            #expect(space.report == (earlier.version < 2 ? nil : #"{"coverage":0.5}"#))
            #expect(space.assets.map(\.triangleCount) == [earlier.version < 2 ? nil : 12])
            #expect(space.assets.map(\.level) == [nil])
            let jobID = try #require(JobID("2yVNHQYV6Vn4Z8rJYzUCyAZfJc5"))
            let job = try #require(try await library.job(jobID))
            #expect(job.state == .done)
            #expect(job.space == space.id)
            _ = try await library.add(SpaceDraft(name: "new"))
            #expect(try await library.spaceCount() == 2)
        }
    }

    @Test(arguments: all)
    func `a catalogue of an earlier version is brought up to date once, however many open it at the same time`(earlier: Earlier)
        async throws
    {
        try await withFolders { folder, _ in
            try write(earlier, to: folder)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { try await Library(at: folder).spaceCount() } }
                for try await count in group { #expect(count == 1) }
            }
        }
    }

    @Test func `what version 3 kept beside spaces opens whole`() async throws {
        try await withFolders { folder, _ in
            try write(Earlier(version: 3, sql: CatalogueOfVersion3.sql), to: folder)
            let library = try Library(at: folder)
            #expect(try await library.activeAccount()?.name == "Ada")
            #expect(try await library.tier() == .premium)
            let thing = try #require(try await library.things.list([.text("bohr"), .tag("lend")]).entries.first)
            var expected = ThingsTests.full
            expected.name = "Bohrmaschine"
            expected.account = thing.account
            expected.space = thing.space
            expected.place = thing.place
            #expect(thing.content == expected)
            #expect(try await library.path(to: #require(thing.place)).map(\.name) == ["Keller", "Regal"])
            let recording = try #require(try await library.recordings.list([.isUsable]).entries.first)
            #expect(recording.answers.steps["whole"]?.fields["name"] == .text("Bohrer"))
            let media = try #require(try await library.media.list([.recording(recording.id)]).entries.first)
            #expect(try await library.original(media.hash) != nil)
            #expect(media.latitude == 48.137154)
            // Not a viewpoint: read as none, and kept as it is.
            #expect(try await library.memories.list().entries.first?.viewpoint == nil)
            #expect(try query(folder, "SELECT hex(viewpoint) FROM memories") == ["00FF01"])
            #expect(try await library.shares.list().entries.first?.items == [RowReference(thing.id)])
            #expect(try await library.requests.list().entries.first?.steps == Workflow.predefined[1].workflow.steps)
            #expect(try await library.workflows.list().entries.first?.steps == Workflow.predefined[0].workflow.steps)
            #expect(try await library.setting("units") == "m")
            #expect(try await library.things.trashed().entries.map(\.name) == ["Altes Radio"])
            #expect(try library.verify().problems == [])
        }
    }

    /// Writes the catalogue that the present version makes of version 2's and of something in every table, as SQL, to the file that
    /// the environment names: what the next version's tests are to open. The program sqlite3 is needed.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DIORAMA_FIXTURE"] != nil, "only by hand, for a new version's tests"))
    func `the catalogue of this version can be written down for later ones`() async throws {
        let target = try #require(ProcessInfo.processInfo.environment["DIORAMA_FIXTURE"])
        try await withFolders { folder, files in
            try write(Earlier(version: 2, sql: Self.version2), to: folder)
            let library = try Library(at: folder)
            try await fill(library, files)
            try library.close()
            let script = "sqlite3 '\(folder.appendingPathComponent("library.sqlite").path)' .dump > '\(target)'"
            #expect(try runProgram("/bin/sh", ["-c", script]) == 0)
        }
    }

    private func fill(_ library: Library, _ files: URL) async throws {
        let account = try await library.useAccount(.premium)
        let space = try #require(try await library.spaces().first)
        let cellar = try await library.places.add(Place(name: "Keller", space: space.id, account: account.id))
        let shelf = try await library.places.add(Place(name: "Regal", parent: cellar.id))
        var full = ThingsTests.full
        full.name = "Bohrmaschine"
        full.account = account.id
        full.space = space.id
        full.place = shelf.id
        let thing = try await library.things.add(full)
        let radio = try await library.things.add(Thing(name: "Altes Radio"))
        _ = try await library.things.trash([radio.id])
        let recording = try await library.recordings.add(
            Recording(
                title: "Bohrer", space: space.id, thing: thing.id, workflow: Workflow.predefined[0].id,
                answers: WorkflowAnswers(steps: ["whole": .init(fields: ["name": .text("Bohrer")])]), account: account.id))
        let file = files.appendingPathComponent("hello.jpg")
        try Data("hello".utf8).write(to: file)
        _ = try await library.add(
            Media(
                kind: .photo, contentType: "image/jpeg", fileName: "hello.jpg", recording: recording.id, latitude: 48.137154,
                longitude: 11.576124), file: file)
        _ = try await library.memories.add(
            Memory(title: "Hier", space: space.id, anchor: MemoryAnchor(point: [1, 2, 3]), account: account.id))
        _ = try await library.shares.add(Share(peer: "bea", title: "Bohrer", items: [RowReference(thing.id)]))
        _ = try await library.requests.add(Request(peer: "bea", title: "Bitte", steps: Workflow.predefined[1].workflow.steps))
        _ = try await library.workflows.add(Workflow.predefined[0].workflow)
        _ = try await library.giveConsent(of: account.id, words: "Ja.", language: "de")
        _ = try await library.giveConsent(for: recording.id, words: "Ja.", language: "de")
        try await library.setSetting("units", to: "m")
    }

    private func write(_ earlier: Earlier, to folder: URL) throws {
        let file = folder.appendingPathComponent("assets/2c/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("incoming"), withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: file)
        try edit(folder, earlier.sql)
    }

    private static let version1 = """
        PRAGMA journal_mode = WAL;
        PRAGMA application_id = 1147760498;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1');
        CREATE TABLE spaces (id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27), name TEXT NOT NULL CHECK (name <> ''),
            created INTEGER NOT NULL, modified INTEGER NOT NULL, area REAL CHECK (area >= 0),
            triangle_count INTEGER NOT NULL CHECK (triangle_count >= 0), point_count INTEGER NOT NULL CHECK (point_count >= 0),
            min_x REAL, min_y REAL, min_z REAL, max_x REAL, max_y REAL, max_z REAL) STRICT, WITHOUT ROWID;
        CREATE TABLE captures (id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            space TEXT NOT NULL UNIQUE REFERENCES spaces (id) ON DELETE CASCADE, kind TEXT NOT NULL,
            frame_count INTEGER NOT NULL CHECK (frame_count >= 0), skipped_frames INTEGER NOT NULL CHECK (skipped_frames >= 0),
            seconds REAL NOT NULL CHECK (seconds >= 0), notes TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE assets (hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0)) STRICT, WITHOUT ROWID;
        CREATE TABLE space_assets (space TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position >= 0), hash TEXT NOT NULL REFERENCES assets (hash), kind TEXT NOT NULL,
            content_type TEXT NOT NULL, file_name TEXT NOT NULL, PRIMARY KEY (space, position)) STRICT, WITHOUT ROWID;
        CREATE INDEX space_assets_by_hash ON space_assets (hash);
        CREATE TABLE jobs (id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27), kind TEXT NOT NULL, title TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
            fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1), what TEXT NOT NULL, remaining REAL, error TEXT,
            space TEXT REFERENCES spaces (id) ON DELETE SET NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL)
            STRICT, WITHOUT ROWID;
        CREATE INDEX jobs_by_state ON jobs (state, modified);
        CREATE INDEX jobs_by_space ON jobs (space);
        INSERT INTO spaces VALUES ('2yVNHQYV6Vn4Z8rJYzUCyAZfJc3', 'Küche', 1750000000123, 1750000001000, 9.5, 12, 0,
            -1, -0.5, -2, 1, 2.5, 3);
        INSERT INTO captures VALUES ('2yVNHQYV6Vn4Z8rJYzUCyAZfJc4', '2yVNHQYV6Vn4Z8rJYzUCyAZfJc3', 'TUM', 30, 1, 2.5, '["dark"]');
        INSERT INTO assets VALUES ('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 5);
        INSERT INTO space_assets VALUES ('2yVNHQYV6Vn4Z8rJYzUCyAZfJc3', 0,
            '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 'mesh', 'model/gltf-binary', 'küche.glb');
        INSERT INTO jobs VALUES ('2yVNHQYV6Vn4Z8rJYzUCyAZfJc5', 'import', 'küche.tar', 'done', 1, 'Saving', NULL, NULL,
            '2yVNHQYV6Vn4Z8rJYzUCyAZfJc3', 1750000000000, 1750000001000);
        """

    /// Version 1 brought up to date, as the program of version 2 did it, with a report of its own.
    private static let version2 =
        version1 + """

            INSERT INTO grdb_migrations VALUES ('2');
            ALTER TABLE spaces ADD COLUMN report TEXT;
            ALTER TABLE space_assets ADD COLUMN level INTEGER CHECK (level >= 1);
            ALTER TABLE space_assets ADD COLUMN triangle_count INTEGER CHECK (triangle_count >= 0);
            UPDATE spaces SET report = '{"coverage":0.5}';
            UPDATE space_assets SET triangle_count = 12;
            """
}
