import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Reconstruction
import Support

/// Transfers the anchors of a space's memories to a newer scan of the same place.
public struct AnchorTransfer: Sendable {
    private let library: Library
    private let models: SpaceModels

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        self.library = library
        models = SpaceModels(media: media)
    }

    /// What became of the anchors.
    public struct Result: Sendable {
        /// One anchor after the transfer.
        public struct Pin: Sendable {
            /// The memory that it belongs to.
            public let memory: MemoryID
            /// Whether its surface was found again, moved or is lost.
            public let state: TransferredAnchor.State
            /// Metres from where it would be if nothing had changed; nil where it is lost.
            public let distance: Double?
            /// In the new scan's frame.
            public let anchor: MemoryAnchor
        }

        /// The anchors, in the order of the space's memories; memories without one are left out.
        public let pins: [Pin]
        /// Median distance in metres between both scans' surfaces where they overlap.
        public let residual: Double
        /// 0…1: how much of the smaller one of both surfaces has a counterpart.
        public let overlap: Double
        /// With this record the transfer can be undone; nil where nothing was changed.
        public var record: AnchorTransferRecord?
    }

    /// Registers the scans, and transfers the anchors of `source` to `target` unless it `isTrial`.
    /// - Throws: `ReconstructionError.notRegistered` where the registration is not to be trusted; `LibraryError` of kind
    ///   `invalidValue` where a space has no surface, `notFound` where one is not there. Nothing is changed then.
    public func run(
        from source: SpaceID, to target: SpaceID, isTrial: Bool = false, progress: ProgressReporter = .silent
    ) async throws -> Result {
        if source == target { throw LibraryError(.invalidValue, "anchors can't be transferred from a space to itself") }
        let old = try await mesh(source, progress.part(0...0.1))
        let new = try await mesh(target, progress.part(0.1...0.2))
        let pinned = try await library.pinnedMemories(in: source)
        // A memory without an anchor is moved to the target as it is.
        let anchors = pinned.map(\.anchor)
        let surfaceAnchors = anchors.compactMap { $0 }.map {
            SurfaceAnchor(point: Self.vector($0.point), normal: Self.vector($0.normal))
        }
        let (transfer, transferred) = try await Blocking.run {
            let transfer = try SurfaceAnchorTransfer(from: old, to: new, progress: progress.part(0.2...0.8))
            return (transfer, try transfer.transfer(surfaceAnchors, progress: progress.part(0.8...0.95)))
        }
        var next = transferred.makeIterator()
        var moves: [PinnedMemory] = []
        var results: [Result.Pin] = []
        for (memory, anchor) in zip(pinned, anchors) {
            guard let anchor, let moved = next.next() else {
                moves.append(memory)
                continue
            }
            let placed = Self.placed(anchor, moved)
            moves.append(
                PinnedMemory(
                    memory: memory.memory, anchor: placed,
                    viewpoint: try memory.viewpoint.map { try Self.moved($0, transfer.alignment.transform) }))
            results.append(
                Result.Pin(memory: memory.memory, state: moved.state, distance: moved.distance.map(Double.init), anchor: placed))
        }
        var result = Result(
            pins: results, residual: transfer.alignment.residual, overlap: transfer.alignment.overlap, record: nil)
        if !isTrial { result.record = try await library.transferAnchors(moves, from: source, to: target) }
        try progress.report(1, "Done")
        return result
    }

    private func mesh(_ id: SpaceID, _ progress: ProgressReporter) async throws -> TriangleMesh {
        guard let space = try await library.space(id), space.trashed == nil else {
            throw LibraryError(.notFound, "there is no space \(id)")
        }
        guard let mesh = try await models.model(of: space, progress: progress)?.mesh else {
            throw LibraryError(.invalidValue, "\(space.name) has no surface on which memories could be anchored")
        }
        return mesh
    }

    /// The anchor at its transferred position; its offset and its screen keep their position relative to it.
    private static func placed(_ anchor: MemoryAnchor, _ transferred: TransferredAnchor) -> MemoryAnchor {
        var placed = anchor
        placed.point = numbers(transferred.anchor.point)
        placed.normal = numbers(transferred.anchor.normal)
        placed.offset = numbers(transferred.transform.rotation.rotate(vector(anchor.offset)))
        placed.state = transferred.state.rawValue
        // Each scan numbers its objects from the start; the name identifies the object.
        if let screen = anchor.screen {
            let turn = transferred.transform.rotation * quaternion(screen.rotation)
            let shift = transferred.anchor.point - transferred.transform.apply(vector(anchor.point))
            placed.screen?.position = numbers(transferred.transform.apply(vector(screen.position)) + shift)
            placed.screen?.rotation = [turn.vector.x, turn.vector.y, turn.vector.z, turn.vector.w].map(Double.init)
        }
        return placed
    }

    /// Where the creator stood, in the new frame: their view is of the place, whatever has moved in it.
    private static func moved(_ view: Viewpoint, _ transform: RigidTransform) throws -> Viewpoint {
        let m = transform.matrix.columns
        let columns = [m.0, m.1, m.2, m.3].map { c in [Double(c.x), Double(c.y), Double(c.z), Double(c.w)] }
        var matrix = [Double](repeating: 0, count: 16)
        for column in 0..<4 {
            for row in 0..<4 {
                matrix[4 * column + row] = (0..<4).reduce(0) { $0 + columns[$1][row] * view.matrix[4 * column + $1] }
            }
        }
        return try Viewpoint(matrix: matrix, fieldOfView: view.fieldOfView, aspect: view.aspect)
    }

    private static func vector(_ n: [Double]) -> Vector3 { Vector3(Float(n[0]), Float(n[1]), Float(n[2])) }
    private static func numbers(_ v: Vector3) -> [Double] { [Double(v.x), Double(v.y), Double(v.z)] }
    private static func quaternion(_ n: [Double]) -> Quaternion {
        Quaternion(Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3])).normalized
    }
}
