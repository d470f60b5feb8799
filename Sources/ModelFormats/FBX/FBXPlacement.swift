import Geometry
import Models

/// How a model stands in its parent: its transform, how it inherits scale, and a turn that its camera or light needs.
struct FBXPlacement {
    /// How the scale of the parent reaches a model.
    enum Inheritance {
        /// As in a product of matrices.
        case normal
        /// Scales are multiplied along the axes of each (RrSs).
        case componentwise
        /// The parent's own scale is left out (Rrs).
        case none
    }

    let transform: FBXTransform
    let inheritance: Inheritance
    /// The node above.
    let parent: Int?
    /// The turn behind everything, in metres, y up; nil for none.
    let tail: SIMD4<Double>?
    /// The scale of the parent as it stands.
    var parentScale = SIMD3<Double>(repeating: 1)

    init(_ model: FBXObject, parent: Int?, tail: SIMD4<Double>?) {
        transform = FBXTransform(model)
        self.parent = parent
        self.tail = tail
        switch model.setting(integer: "InheritType") {
        case 0: inheritance = .componentwise
        case 2: inheritance = .none
        default: inheritance = .normal
        }
    }

    /// Whether the parent's scale, which may be different along its axes, changes how the model is scaled.
    func isCompensated(_ parentScale: SIMD3<Double>) -> Bool {
        let isUniform = parentScale.x == parentScale.y && parentScale.y == parentScale.z
        switch inheritance {
        case .normal: return false
        case .componentwise: return !isUniform
        case .none: return parentScale != SIMD3(repeating: 1)
        }
    }

    /// The node's transform in metres, y up: a matrix where it shears.
    func nodeTransform(_ parts: FBXTransform.Parts, _ parentScale: SIMD3<Double>, frame: FBXFrame) -> NodeTransform {
        guard isCompensated(parentScale) else { return turned(converted(parts, frame)).nodeTransform }
        let isUniform = parentScale.x == parentScale.y && parentScale.y == parentScale.z
        if isUniform, inheritance == .none, parentScale.x != 0 {
            var copy = parts
            copy.scale /= parentScale
            return turned(converted(copy, frame)).nodeTransform
        }
        // T · P⁻¹ · R · S, or T · P⁻¹ · R · P · S.
        var linear = parts
        linear.translation = .zero
        if inheritance == .componentwise { linear.scale *= parentScale }
        let inverse = parentScale.replacing(with: 1, where: parentScale .== 0)
        let matrix = AffineMap.translation(parts.translation) * .scale(1 / inverse) * linear.affine
        var map = frame.transform(matrix)
        if let tail { map = map * FBXTransform.Parts(rotation: tail).affine }
        return .matrix(map)
    }

    private func converted(_ parts: FBXTransform.Parts, _ frame: FBXFrame) -> FBXTransform.Parts {
        FBXTransform.Parts(
            translation: frame.point(parts.translation), rotation: frame.rotation(parts.rotation), scale: frame.scale(parts.scale))
    }

    /// With the tail: S · C is C · S' where C turns by quarters.
    private func turned(_ parts: FBXTransform.Parts) -> FBXTransform.Parts {
        guard let tail else { return parts }
        var result = parts
        result.rotation = FBXTransform.product(parts.rotation, tail)
        result.scale = Self.permuted(parts.scale, by: tail)
        return result
    }

    /// Factors along the axes that a turn by quarters takes x, y and z to.
    static func permuted(_ scale: SIMD3<Double>, by turn: SIMD4<Double>) -> SIMD3<Double> {
        let map = FBXTransform.Parts(rotation: turn).affine
        func factor(_ axis: SIMD3<Double>) -> Double {
            let k = (0..<3).max { abs(axis[$0]) < abs(axis[$1]) } ?? 0
            return scale[k]
        }
        return SIMD3(factor(map.x), factor(map.y), factor(map.z))
    }

    /// Translation, rotation and scale in metres, y up; nil where the transform shears.
    func parts(_ parts: FBXTransform.Parts, _ parentScale: SIMD3<Double>, _ frame: FBXFrame) -> FBXTransform.Parts? {
        nodeTransform(parts, parentScale, frame: frame).parts.map {
            FBXTransform.Parts(translation: $0.translation, rotation: $0.rotation, scale: $0.scale)
        }
    }
}
