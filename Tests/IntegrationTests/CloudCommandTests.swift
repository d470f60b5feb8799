import Foundation
import ModelFormats
import Geometry
import TestSupport
import Testing
import Support

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct CloudCommandTests {
    /// Two small balls above a floor, 10,000 points, with normals for those who need them.
    private func write(_ folder: URL, _ name: String, shift: Vector3 = Vector3(0, 0, 0)) throws -> String {
        var random = SplitMix64(seed: 3)
        var cloud = PointCloud()
        for i in 0..<10_000 {
            let u = random.unit()
            let v = random.unit()
            if i % 2 == 0 {
                cloud.positions.append(Vector3(u * 2, 0, v * 2) + shift)
                cloud.normals.append(Vector3(0, 1, 0))
            } else {
                let n = Vector3(random.normal(), random.normal(), random.normal()).normalized
                cloud.positions.append(Vector3(i % 4 == 1 ? 0.5 : 1.5, 0.6, 1) + n * 0.2 + shift)
                cloud.normals.append(n)
            }
            cloud.colors.append(Vector3(u, v, 0.5))
        }
        let url = folder.appendingPathComponent(name)
        try ModelFile.write(Model(cloud), to: url)
        return url.path
    }

    @Test func `each operation writes what it says`() throws {
        try TestData.withTemporaryFolder { folder in
            let input = try write(folder, "in.ply")
            let output = folder.appendingPathComponent("out.ply").path
            func run(_ arguments: [String]) throws -> [String: Any] {
                let result = try Program.run(["cloud"] + arguments + ["--output", output, "--json"])
                #expect(result.code == 0, "\(arguments): \(result.error)")
                let json = try #require(result.json)
                #expect(json["seconds"] as? Double ?? 0 > 0)
                return json
            }
            for arguments in [
                ["downsample", input, "--voxel", "0.1"], ["downsample", input, "--poisson", "0.1"],
                ["outliers", input, "--ratio", "1"],
                ["outliers", input, "--radius", "0.05", "--minimum", "4"],
            ] {
                let json = try run(arguments)
                let points = try #require(json["points"] as? Int)
                #expect(json["points_before"] as? Int == 10_000 && points > 100 && points < 10_000)
                #expect(try ModelFile.read(URL(fileURLWithPath: output)).positions.count == points)
            }
            _ = try run(["normals", input, "--k", "12", "--up"])
            #expect(try ModelFile.read(URL(fileURLWithPath: output)).normals.allSatisfy { $0.y >= 0 })
            let planes = try run(["planes", input, "--minimum", "4000"])
            #expect((planes["parts"] as? [[String: Any]])?.count == 1)
            let clusters = try run(["clusters", input, "--eps", "0.1", "--split"])
            #expect((clusters["parts"] as? [[String: Any]])?.compactMap { $0["points"] as? Int } == [5000, 2500, 2500])
            #expect((clusters["output"] as? [String])?.count == 3)
            for file in clusters["output"] as? [String] ?? [] { #expect(FileManager.default.fileExists(atPath: file)) }
            let other = try write(folder, "moved.ply", shift: Vector3(0.01, 0.02, -0.01))
            for method in ["point", "plane", "color"] {
                let json = try run(["align", input, other, "--method", method, "--distance", "0.1", "--iterations", "200"])
                #expect(json["fitness"] as? Double ?? 0 > 0.99)
                let rows = try #require(json["transform"] as? [[Double]])
                #expect(abs(rows[1][3] - 0.02) < 0.003, "\(method): \(rows)")
            }
        }
    }

    @Test func `map coordinates survive every operation`() throws {
        try TestData.withTemporaryFolder { folder in
            let origin = SIMD3<Double>(512_345, 0, -5_412_345)
            func write(_ name: String, _ origin: SIMD3<Double>, shift: Vector3) throws -> String {
                let path = try self.write(folder, name, shift: shift)
                var model = try ModelFile.read(URL(fileURLWithPath: path))
                model.origin = origin
                try ModelFile.write(model, to: URL(fileURLWithPath: path))
                return path
            }
            let input = try write("in.ply", origin, shift: Vector3(0, 0, 0))
            // The same place by another origin, a centimetre aside.
            let other = try write("other.ply", origin + SIMD3(40, 0, -30), shift: Vector3(-39.99, 0, 30))
            let output = folder.appendingPathComponent("out.ply")
            for arguments in [
                ["downsample", input, "--voxel", "0.1"], ["normals", input], ["outliers", input, "--ratio", "1"],
                ["planes", input, "--minimum", "4000"],
                ["clusters", input, "--eps", "0.1"], ["align", input, other, "--distance", "0.1"], ["register", input, other],
            ] {
                let result = try Program.run(["cloud"] + arguments + ["--output", output.path])
                #expect(result.code == 0, "\(arguments): \(result.error)")
                let model = try ModelFile.read(output)
                let low = model.bounds.min
                let high = model.bounds.max
                let west = model.origin + SIMD3(Double(low.x), Double(low.y), Double(low.z)) - origin
                let east = model.origin + SIMD3(Double(high.x), Double(high.y), Double(high.z)) - origin
                for k in 0..<3 where k != 1 {
                    #expect(abs(west[k]) < 0.1 && abs(east[k] - 2) < 0.1, "\(arguments): from \(west) to \(east)")
                }
            }
        }
    }

    @Test func `wrong usage and bad input end with one line`() throws {
        try TestData.withTemporaryFolder { folder in
            let input = try write(folder, "in.ply")
            let output = ["--output", folder.appendingPathComponent("out.ply").path]
            // A bare floor, far away.
            let apart = folder.appendingPathComponent("apart.ply").path
            var random = SplitMix64(seed: 5)
            let floor = PointCloud(positions: (0..<2000).map { _ in Vector3(random.unit() * 3 + 50, 0, random.unit() * 3) })
            try ModelFile.write(Model(floor), to: URL(fileURLWithPath: apart))
            for arguments in [
                ["downsample", input], ["downsample", input, "--voxel", "0"],
                ["downsample", input, "--voxel", "1", "--poisson", "1"],
                ["clusters", input], ["normals", input, "--viewpoint", "a,b"], ["register", input], ["align", input],
            ] {
                #expect(try Program.run(["cloud"] + arguments + output).code == 2, "\(arguments)")
            }
            for arguments in [
                ["downsample", "nowhere.ply", "--voxel", "1"], ["clusters", input, "--eps=-1"],
                ["planes", input, "--minimum", "20000"],
                ["outliers", input, "--neighbours", "0"], ["register", input, apart], ["align", input, apart],
                ["normals", input, "--radius=-1"], ["downsample", input, "--voxel", "1e-9"],
            ] {
                let result = try Program.run(["cloud"] + arguments + output)
                #expect(result.code == 1 && result.errors.count == 1 && result.out.isEmpty, "\(arguments): \(result.error)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["apart.ply", "in.ply"])
        }
    }

    @Test func `the bytes are the same on one thread and on many`() throws {
        try TestData.withTemporaryFolder { folder in
            let input = try write(folder, "in.ply")
            let other = try write(folder, "moved.ply", shift: Vector3(0.01, 0.02, -0.01))
            for arguments in [
                ["normals", input], ["outliers", input, "--ratio", "1"], ["clusters", input, "--eps", "0.05"],
                ["align", input, other, "--method", "color"],
            ] {
                let files = try ["1", "3"].map { threads in
                    let output = folder.appendingPathComponent("\(threads).ply")
                    let result = try Program.run(
                        ["cloud"] + arguments + ["--output", output.path], shell: "DIORAMA_THREADS=\(threads) exec \"$0\" \"$@\"")
                    #expect(result.code == 0, "\(result.error)")
                    return try Data(contentsOf: output)
                }
                #expect(files[0] == files[1], "\(arguments)")
            }
        }
    }
}
