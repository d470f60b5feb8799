import Foundation
import Geometry
import ModelFormats
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A device in tests of the real program: a home folder with a library and an account, and the standard input of the program that
/// runs there.
final class Home: Sendable {
    let name: String
    let folder: URL
    private let input: Int32

    /// - Parameter hasAccount: whether the device has a library with an account of its own name.
    init(_ name: String, in parent: URL, hasAccount: Bool = true) throws {
        self.name = name
        folder = parent.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Opened for both directions, so that neither end waits for the other.
        try #require(mkfifo(folder.appendingPathComponent("in").path, 0o600) == 0)
        input = open(folder.appendingPathComponent("in").path, O_RDWR | O_CLOEXEC)
        if hasAccount { #expect(try run("account create --name \(name)").code == 0) }
    }

    deinit { close(input) }

    func start(_ arguments: String) throws -> RunningProgram {
        try Program.start(line: "diorama \(arguments)", in: folder, home: folder)
    }

    func run(_ arguments: String) throws -> Program.Outcome { try start(arguments).waitUntilExit() }

    /// Writes a line to the standard input of the pairing program.
    func type(_ line: String) { _ = (line + "\n").withCString { write(input, $0, strlen($0)) } }

    /// Starts pairing here, and there with the address that is shown here; returns when both show their digits.
    /// - Parameter command: what is run there, before the address.
    func begin(_ other: Home, command: String = "pair") throws -> (shown: PairingProgram, called: PairingProgram) {
        let shown = try start("pair --host 127.0.0.1 --json < in")
        #expect(shown.waitForOutput("run there: diorama pair 127.0.0.1:"), "\(shown.output)")
        let line = try #require(shown.output.split(separator: "\n").first { $0.contains("run there: diorama pair ") })
        let address = try #require(line.split(separator: " ").last)
        let called = try other.start("\(command) \(address) --json < in")
        #expect(called.waitForOutput("Digits: ") && shown.waitForOutput("Digits: "), "\(called.output)\(shown.output)")
        return (PairingProgram(program: shown), PairingProgram(program: called))
    }

    /// Imports a triangle as a space.
    /// - Returns: the space's id.
    @discardableResult
    func importSheet(_ name: String) throws -> String {
        var sheet = TriangleMesh()
        sheet.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)]
        sheet.indices = [0, 2, 1]
        sheet.computeNormals()
        try ModelFile.write(Model(sheet), to: folder.appendingPathComponent("sheet.ply"))
        let made = try run("import sheet.ply --name \(name) --json")
        let spaces = try #require(made.json?["spaces"] as? [[String: Any]], "\(made)")
        return try #require(spaces.first?["id"] as? String)
    }

    /// The names of the spaces by their ids.
    func spaces() throws -> [String: String] {
        let spaces = try #require(try run("library list --json").json?["spaces"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: spaces.map { ($0["id"] as? String ?? "", $0["name"] as? String ?? "") })
    }

    /// Pairs with another device: people type the digits of each on the other.
    /// - Returns: how the program there ended.
    @discardableResult
    func pair(_ other: Home, command: String = "pair") throws -> Program.Outcome {
        let (shown, called) = try begin(other, command: command)
        let digits = try #require(shown.digits)
        #expect(digits == called.digits)
        type(digits)
        other.type(digits)
        let there = called.program.waitUntilExit()
        let here = shown.program.waitUntilExit()
        #expect(there.code == 0 && here.code == 0, "\(there) \(here)")
        return there
    }

    /// Whether the space arrives within a minute.
    func waits(for space: String) throws -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end {
            if try spaces()[space] != nil { return true }
            Thread.sleep(forTimeInterval: 0.2)
        }
        return false
    }
}

/// A program that shows six digits and waits for those of the other device.
struct PairingProgram {
    let program: RunningProgram

    /// The six digits that it shows.
    var digits: String? {
        program.output.split(separator: "\n").last { $0.hasPrefix("Digits: ") }.map { String($0.dropFirst(8)) }
    }
}
