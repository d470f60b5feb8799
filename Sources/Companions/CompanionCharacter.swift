import Foundation
import Live
import Models
import ModelFormats

/// One of the six companions: a modelled, rigged and animated character of a live session.
///
/// A companion stands on y = 0, faces +z as glTF assets do, and is 0.35 to 0.45 m high. Its scene has one skinned mesh and an
/// animation for each action, named as the action.
public struct CompanionCharacter: Sendable {
    /// Its number in the protocol, 0 to 5.
    public let model: CompanionModel
    /// Its shapes, skeleton and way of moving.
    let design: CompanionDesign

    /// The companion of a model.
    public init(_ model: CompanionModel) {
        self.model = model
        design = Self.designs[Int(model.index)]
    }

    /// All six, in the order of their numbers.
    public static let all = (0..<CompanionModel.count).compactMap { CompanionModel($0) }.map { CompanionCharacter($0) }

    private static let designs: [CompanionDesign] = [.cat, .bird, .robot, .sprout, .snail, .cloud]

    /// Its name.
    public var name: String { design.name }

    /// The name of its files, without an extension: its number and its name in lower case.
    public var fileName: String { "\(model.index)-\(name.lowercased())" }

    /// Metres per second over the floor that match the walk.
    public var walkingSpeed: Float { design.manner.speed }

    /// Seconds of an action's animation.
    public func duration(of action: CompanionAction) -> Float { Clip.duration(action, design.manner) }

    /// The scene: the same each time. It takes a fraction of a second to build.
    public func scene() -> Scene { design.scene() }

    /// The companion as a binary glTF: the same bytes each time.
    /// - Throws: if the temporary file can't be written.
    public func glb() throws -> Data {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("companion-\(UUID().uuidString).glb")
        defer { try? FileManager.default.removeItem(at: url) }
        try GLB.write(scene(), to: url)
        return try Data(contentsOf: url)
    }
}
