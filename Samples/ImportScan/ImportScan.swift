import DioramaLibrary
import Foundation
import Spaces

/// Imports a scan (a capture's folder, a model file or RoomPlan's JSON) into a library.
///
///     swift run ImportScan LIBRARY SCAN
@main enum ImportScan {
    static func main() async throws {
        guard CommandLine.arguments.count == 3 else { fatalError("usage: ImportScan LIBRARY SCAN") }
        let library = try Library(at: URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true))
        let scan = URL(fileURLWithPath: CommandLine.arguments[2])
        let space = try await SpaceImporter(library: library).importSpace(from: scan, name: nil)
        print("\(space.name): \(space.triangleCount) triangles, \(space.id)")
    }
}
