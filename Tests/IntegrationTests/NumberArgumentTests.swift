import Foundation
import TestSupport
import Testing

/// Numbers on the command line may begin with a minus sign.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct NumberArgumentTests {
    @Test func `boxes, points, directions and viewpoints may be negative`() throws {
        try SheetLibrary.with { library, space, folder in
            let link = try Program.run(["share", space, "--part", "-6,-3,-6,1,3,6", "--json"] + library)
            #expect(link.json?["part"] as? [Double] == [-6, -3, -6, 1, 3, 6], "\(link.error)")
            let part = folder.appendingPathComponent("part.glb").path
            let export = ["export", space, "--format", "glb", "--output", part] + library
            #expect(try Program.run(export + ["--part", "-1,-1,-1,1,1,1"]).code == 0)
            #expect(try Program.run(export + ["--part=-1,-1,-1,1,1,1"]).code == 0)
            let sheet = folder.appendingPathComponent("sheet.ply").path
            let output = ["--output", folder.appendingPathComponent("normals.ply").path]
            #expect(try Program.run(["cloud", "normals", sheet, "--viewpoint", "-1,-2,-3"] + output).code == 0)
            let path = try Program.run(["measure", sheet, "path", "-0,0,0", "1,-0.01,1", "--snap", "none", "--json"])
            #expect(path.code == 0, "\(path.error)")
            let clearance = try Program.run(["measure", sheet, "clearance", "1,0,1", "--along", "-1,0,0"])
            // Nothing is on both sides of a point of a sheet: the direction was understood.
            #expect(clearance.code != 2, "\(clearance.error)")
        }
    }

    @Test func `an option's name is not taken for a number`() throws {
        for arguments in [
            ["share", "SPACE", "--part", "--json"], ["cloud", "normals", "a.ply", "--output", "b.ply", "--viewpoint", "--up"],
            ["measure", "a.ply", "clearance", "0,0,0", "--along", "--json"], ["measure", "a.ply", "distance", "-1,0,0", "--plane"],
            ["reconstruct", "demo", "--output", "a.glb", "--voxel", "--json"],
        ] {
            let result = try Program.run(arguments)
            #expect(result.code == 2 && result.error.contains("is invalid for"), "\(arguments): \(result.error)")
        }
        let unknown = try Program.run(["measure", "a.ply", "distance", "-1,0,0", "--plane"])
        #expect(unknown.error.contains("Unknown option '--plane'"))
    }

    @Test func `each option that takes numbers takes negative ones`() throws {
        /// Options whose values are words: their values can't begin with a minus sign.
        let words: Set<String> = [
            "A,B=length", "A=photo:x,y", "account", "address", "allow-host", "axis", "bucket", "cloud", "code", "color", "contact",
            "csv", "device",
            "exhibit", "expires", "features", "files", "language", "on|off",
            "file", "name=text", "name=file",
            "folder",
            "format", "from", "host", "id", "link", "local", "message", "method", "mode", "name", "output", "paper", "parts",
            "path",
            "persona",
            "postgresql-url", "room",
            "setting=value", "shading", "space", "text", "tier", "title", "unit", "url", "when", "words", "WxH",
        ]
        let dump = try Program.run(["--experimental-dump-help"])
        var count = 0
        func check(_ command: [String: Any], _ path: [String]) throws {
            for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String == "option" {
                let value = argument["valueName"] as? String ?? ""
                if words.contains(value) { continue }
                let names = (argument["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                let name = try #require(names.first { $0.count > 1 } ?? names.first)
                let option = name.count > 1 ? "--\(name)" : "-\(name)"
                let result = try Program.run(path + [option, "-1"])
                #expect(!result.error.contains("Missing value"), "\(path) \(option): \(result.error)")
                count += 1
            }
            for subcommand in command["subcommands"] as? [[String: Any]] ?? [] {
                try check(subcommand, path + [subcommand["commandName"] as? String ?? ""])
            }
        }
        try check(try #require(dump.json?["command"] as? [String: Any]), [])
        #expect(count > 50)
    }
}
