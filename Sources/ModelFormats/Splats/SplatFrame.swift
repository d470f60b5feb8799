import Codecs
import Geometry
import Splats

/// The axes and the unit of a splat file's coordinates.
struct SplatFrame: Equatable, CustomStringConvertible {
    enum Axes: String, CaseIterable { case yUp = "y up", zUp = "z up", yDown = "y down" }

    var unit: LengthUnit
    var axes: Axes

    /// Metres, y up.
    static let ours = SplatFrame(unit: .metre, axes: .yUp)
    /// What trained splats have by custom: the axes of COLMAP's cameras, x to the right, y down, z forward. Viewers turn such files
    /// over.
    static let customary = SplatFrame(unit: .metre, axes: .yDown)

    init(unit: LengthUnit, axes: Axes) {
        self.unit = unit
        self.axes = axes
    }

    /// What is asked for, or else what is customary.
    init(_ options: WriteOptions, else axes: Axes) {
        self.init(unit: options.unit ?? .metre, axes: options.up.map { $0 == .y ? .yUp : .zUp } ?? axes)
    }

    /// "metres, y down".
    var description: String { "\(unit.plural), \(axes.rawValue)" }

    /// The frame declared in a comment by Diorama ("Diorama: metres, y down"); nil if there is none.
    init?(declaredIn text: String) {
        guard text.contains("Diorama") else { return nil }
        for unit in LengthUnit.allCases {
            for axes in Axes.allCases where text.contains(" " + SplatFrame(unit: unit, axes: axes).description) {
                self.init(unit: unit, axes: axes)
                return
            }
        }
        return nil
    }

    /// The rotation from the file's axes to y up.
    var turn: Quaternion {
        let half = Float(0.5).squareRoot()
        switch axes {
        case .yUp: return .identity
        case .yDown: return Quaternion(1, 0, 0, 0)
        case .zUp: return Quaternion(-half, 0, 0, half)
        }
    }

    /// Converts splats (metres, y up) to the file's frame.
    func toFile(_ cloud: consuming SplatCloud) -> SplatCloud {
        cloud.rotate(by: turn.inverse)
        cloud.scale(by: Float(unit.perMetre))
        return cloud
    }

    /// Calls `body` for stretches of the cloud in the file's frame, in their order: no copy of the whole is made.
    func toFile(
        stretches cloud: SplatCloud, degree: Int = SphericalHarmonics.maximumDegree,
        _ body: (_ first: Int, SplatCloud) throws(FormatError) -> Void
    ) throws(FormatError) {
        // As much as the second-level caches hold.
        let size = 1 << 13
        for first in stride(from: 0, to: cloud.count, by: size) {
            try body(first, toFile(cloud.stretch(first..<min(cloud.count, first + size)).limited(toDegree: degree)))
        }
    }
}
