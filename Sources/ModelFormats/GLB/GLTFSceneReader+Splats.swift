import Codecs
import Foundation
import Geometry
import Models
import Splats

/// Gaussian splats as attributes of points (KHR_gaussian_splatting, ratified): rotations as x y z w, linear sizes, opacities 0…1, a
/// vector a coefficient of the harmonics.
extension GLTFSceneReader {
    /// The splats of all nodes as one field, in place of a scene; nil where there are none.
    mutating func readSplats() throws(FormatError) -> Model? {
        let meshes = document.meshes ?? []
        // Only where the nodes are counts.
        scene = Scene()
        scene.meshes = meshes.map { Mesh(name: $0.name) }
        try readNodes()
        for i in scene.nodes.indices {
            scene.nodes[i].skin = nil
            scene.nodes[i].camera = nil
            scene.nodes[i].light = nil
            scene.nodes[i].weights = []
        }
        if let flaw = scene.flaw { throw .unreadable(flaw) }
        shift { mesh in meshes[mesh].primitives.contains { $0.extensions?.splats != nil } }
        let pose = ScenePose(scene)
        var splats = SplatCloud()
        var omitsOthers = false
        for placement in ScenePlacement.all(scene, pose) {
            for primitive in meshes[placement.mesh].primitives {
                guard let field = primitive.extensions?.splats, primitive.mode == GLTFTopology.points,
                    let part = try splatsRead(primitive, field: field, place: placement.map)
                else {
                    omitsOthers = true
                    continue
                }
                append(part, to: &splats)
            }
        }
        if splats.count == 0 { return nil }
        if omitsOthers { scene.note("Faces and points besides the splats were omitted.") }
        var model = try Model.finish(splats, .ours, customary: .yUp, origin: scene.origin, notes: scene.notes)
        model.crs = document.asset.crs
        return model
    }

    /// The splats of a primitive; nil where the attributes that make splats out of points are missing.
    private mutating func splatsRead(
        _ primitive: GLTFDocument.Primitive, field: GLTFDocument.Splats, place: AffineMap
    ) throws(FormatError) -> SplatCloud? {
        guard let positions = try attribute("POSITION", primitive: primitive, width: 3),
            let rotations = try attribute(Self.name("ROTATION"), primitive: primitive, width: 4),
            let scales = try attribute(Self.name("SCALE"), primitive: primitive, width: 3),
            let opacities = try attribute(Self.name("OPACITY"), primitive: primitive, width: 1),
            let base = try attribute(Self.name("SH_DEGREE_0_COEF_0"), primitive: primitive, width: 3)
        else {
            scene.note("Splats without rotation, scale, opacity or colour were read as points.")
            return nil
        }
        if let kernel = field.kernel, kernel != "ellipse" {
            scene.note("The splats' kernel \(Text.quote(kernel)) was read as ellipse.")
        }
        if let space = field.colorSpace, space != "srgb_rec709_display" {
            scene.note("The splats' colour space \(Text.quote(space)) was read as srgb_rec709_display.")
        }
        var coefficients = [base]
        var degree = 0
        while degree < 3 {
            var more: [GLTFAccessor] = []
            for k in 0...2 * degree + 2 {
                guard let found = try attribute(Self.name("SH_DEGREE_\(degree + 1)_COEF_\(k)"), primitive: primitive, width: 3)
                else { break }
                more.append(found)
            }
            guard more.count == 2 * degree + 3 else { break }
            coefficients += more
            degree += 1
        }
        let count = positions.count
        guard ([rotations, scales, opacities] + coefficients).allSatisfy({ $0.count == count }) else {
            throw .unreadable("the attributes of its splats have different lengths")
        }
        try take(64 + count * (11 + 3 * coefficients.count))
        // Drafts of the extension had logarithms; sizes are never negative.
        let isLog = (0..<count).contains { i in
            let s = scales.vector(i)
            return s.x < 0 || s.y < 0 || s.z < 0
        }
        if isLog { scene.note("Sizes of splats are negative; they were read as logarithms, as in a draft of the extension.") }
        var part = try SplatBuilder.build(count, degree: degree, frame: .ours, .silent) { i, harmonics in
            for (k, coefficient) in coefficients.enumerated() {
                let v = coefficient.vector(i)
                for channel in 0..<3 { harmonics[3 * k + channel] = v[channel] }
            }
            let p = positions.vector(i)
            let q = rotations.vector(i)
            let s = scales.vector(i)
            let scale = Vector3(s.x, s.y, s.z)
            return SplatBuilder.Splat(
                position: Vector3(p.x, p.y, p.z), rotation: Quaternion(q.x, q.y, q.z, q.w),
                scale: isLog ? SplatValues.exponential(scale) : scale, opacity: opacities.vector(i).x)
        }
        part.move(place) { scene.note($0) }
        return part
    }

    static func name(_ attribute: String) -> String { "KHR_gaussian_splatting:\(attribute)" }

    private mutating func attribute(
        _ name: String, primitive: GLTFDocument.Primitive, width: Int
    ) throws(FormatError) -> GLTFAccessor? {
        guard let number = primitive.attributes[name] else { return nil }
        let found = try accessor(number)
        guard found.width == width else {
            throw .unreadable("the attribute \(name) (accessor \(number)) is not of \(Text.count(width, "number"))")
        }
        return found
    }

    /// Fields of different degrees meet at the lower one.
    private mutating func append(_ part: SplatCloud, to splats: inout SplatCloud) {
        if splats.count == 0 {
            splats = part
            return
        }
        let degree = min(splats.degree, part.degree)
        if splats.degree != part.degree { scene.note("Harmonics above degree \(degree) were omitted: not all splats have them.") }
        let part = part.limited(toDegree: degree)
        splats = splats.limited(toDegree: degree)
        splats.positions += part.positions
        splats.rotations += part.rotations
        splats.scales += part.scales
        splats.opacities += part.opacities
        splats.harmonics += part.harmonics
    }
}

extension SplatCloud {
    /// Applies a node's transform to splats. Anything but rotation, translation and uniform scale is reported.
    fileprivate mutating func move(_ place: AffineMap, _ note: (String) -> Void) {
        func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
        let sizes = [place.x, place.y, place.z].map { length($0) }
        let size = (sizes[0] * sizes[1] * sizes[2]).magnitude
        let even = cbrt(size)
        let square = [(place.x * place.y).sum(), (place.y * place.z).sum(), (place.z * place.x).sum()]
        let isEven =
            even > 0 && sizes.allSatisfy { abs($0 / even - 1) < 1e-4 } && square.allSatisfy { abs($0) < 1e-4 * even * even }
            && !place.mirrors
        if isEven {
            let matrix = Matrix3(Vector3(place.x / even), Vector3(place.y / even), Vector3(place.z / even))
            if matrix != .identity { rotate(by: Quaternion(matrix)) }
            scale(by: Float(even))
            if place.translation != .zero { translate(by: Vector3(place.translation)) }
        } else {
            place.apply(&positions)
            for i in scales.indices { scales[i] *= Float(even) }
            note("A node shears or mirrors its splats; this is applied to their positions, only its scale to their shapes.")
        }
    }
}
