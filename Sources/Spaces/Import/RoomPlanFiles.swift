import FloorPlans
import Foundation
import Support

/// RoomPlan's exports as files: a JSON for each room or structure.
public enum RoomPlanFiles {
    /// One plan of all rooms.
    /// - Throws: `FloorPlanError` that names the file.
    public static func read(_ files: [URL], name: String? = nil) throws -> RoomPlanImport {
        var sources: [RoomPlanImport.Source] = []
        for file in files {
            let bytes: Data
            do { bytes = try Data(contentsOf: file, options: .mappedIfSafe) } catch {
                throw FloorPlanError("couldn't read \(file.path): \(ErrorLine.text(error))")
            }
            do throws(FloorPlanError) {
                sources.append(RoomPlanImport.Source(try CapturedRoom(json: bytes), name: title(of: file)))
            } catch {
                throw FloorPlanError("\(file.path): \(error.reason)")
            }
        }
        let only = files.count == 1 ? files.first.flatMap(title) : nil
        return try RoomPlanImport(sources, name: name ?? only ?? "Floor plan")
    }

    /// What the user called the scan: Apple's own sample names every file `capturedRoom.json`, in a folder with the room's name.
    public static func title(of file: URL) -> String? {
        let name = file.deletingPathExtension().lastPathComponent
        let isPlain = ["capturedroom", "capturedstructure", "room", "roomplan", "structure"].contains(name.lowercased())
        return isPlain ? file.deletingLastPathComponent().lastPathComponent : name
    }
}

extension RoomPlanFiles {
    /// What RoomPlan wrote of a room or a home.
    public struct Export: Sendable {
        /// The JSON files.
        public var rooms: [URL]
        /// RoomPlan's own model (USDZ), in the frame of the first room.
        public var model: URL?

        /// `model` is nil where only JSON was exported.
        public init(rooms: [URL], model: URL? = nil) {
            self.rooms = rooms
            self.model = model
        }

        /// A JSON by itself, or a folder that holds one JSON with one USDZ beside it and no capture; nil for anything else.
        public init?(at source: URL) {
            if source.pathExtension.lowercased() == "json" {
                self.init(rooms: [source])
                return
            }
            let found = (try? FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil)) ?? []
            func files(_ type: String) -> [URL] { found.filter { $0.pathExtension.lowercased() == type } }
            guard files("json").count == 1, files("usdz").count == 1 else { return nil }
            self.init(rooms: files("json"), model: files("usdz")[0])
        }
    }
}
