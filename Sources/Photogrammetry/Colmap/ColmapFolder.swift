import Foundation

/// Where COLMAP and the program that runs it are: what `make photos` sets up.
public struct ColmapFolder: Sendable, Equatable {
    /// The folder.
    public let url: URL

    /// A folder of one's own.
    public init(_ url: URL) { self.url = url }

    /// `$DIORAMA_PHOTOS`, or `~/.local/share/diorama/photos`.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let path = environment["DIORAMA_PHOTOS"], !path.isEmpty {
            url = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            let home = environment["HOME"].map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
            url = home.appendingPathComponent(".local/share/diorama/photos", isDirectory: true)
        }
    }

    /// The Python that has pycolmap.
    var python: URL { url.appendingPathComponent("venv/bin/python") }
    /// The program that runs COLMAP.
    var program: URL { url.appendingPathComponent("program/diorama_colmap.py") }

    /// Whether photos without poses can be used.
    public var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: python.path) && FileManager.default.fileExists(atPath: program.path)
    }

    /// - Throws: `PhotogrammetryError` with what to do, where it isn't installed.
    func require() throws(PhotogrammetryError) {
        guard isInstalled else {
            throw PhotogrammetryError(
                "COLMAP", "it finds the poses of photos, and is not installed here",
                remedy: "run make photos, or set DIORAMA_PHOTOS to the folder that holds it")
        }
    }
}
