import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a texture of an FBX material is for.
enum FBXMap: Hashable {
    case baseColor, emissive, normal, bump, occlusion, roughness, glossiness, metallic, opacity, other

    /// By the property that the texture is connected to: those of Phong and Lambert, or of the physical materials of Maya
    /// (Stingray, Arnold) and 3ds Max. Nil for none of them.
    init?(property: String) {
        switch property {
        case "DiffuseColor", "Diffuse": self = .baseColor
        case "EmissiveColor", "Emissive": self = .emissive
        case "NormalMap": self = .normal
        case "Bump": self = .bump
        case "TransparentColor", "TransparencyFactor", "Opacity": self = .opacity
        case "ReflectionFactor": self = .metallic
        case "SpecularColor", "SpecularFactor", "ShininessExponent", "Shininess", "AmbientColor", "ReflectionColor": self = .other
        default:
            guard property.contains("|"), let term = FBXPhysicalTerms.plainName(property) else { return nil }
            guard let map = Self.physical[term] else { return nil }
            self = map
        }
    }

    private static let physical: [String: FBXMap] = [
        "basecolor": .baseColor, "color": .baseColor, "diffuse": .baseColor, "diffusecolor": .baseColor,
        "emission": .emissive, "emissive": .emissive, "emitcolor": .emissive, "emissioncolor": .emissive, "selfillum": .emissive,
        "norm": .normal, "normal": .normal, "normalcamera": .normal, "bump": .bump, "ao": .occlusion,
        "ambientocclusion": .occlusion, "occlusion": .occlusion, "roughness": .roughness, "specularroughness": .roughness,
        "glossiness": .glossiness, "metallic": .metallic, "metalness": .metallic, "opacity": .opacity, "cutout": .opacity,
        "alpha": .opacity,
    ]
}

/// The properties of physically based materials of Maya and 3ds Max, whose names differ by the kind of material.
struct FBXPhysicalTerms {
    enum Term {
        case baseColor, baseWeight, metallic, roughness, emissive, emissiveFactor, opacity
    }

    private var values: [String: FBXSetting] = [:]

    private static let names: [Term: [String]] = [
        .baseColor: ["basecolor"], .baseWeight: ["baseweight", "base"], .metallic: ["metalness", "metallic"],
        .roughness: ["roughness", "specularroughness"], .emissive: ["emissive", "emitcolor", "emissioncolor", "emissivecolor"],
        .emissiveFactor: ["emissiveintensity", "emission"], .opacity: ["opacity", "alpha"],
    ]

    init(_ material: FBXObject) {
        for (name, setting) in material.node.settings where name.contains("|") && !name.hasPrefix(FBXMaterials.ownPrefix) {
            // Maps of the same name hold no numbers.
            guard let plain = Self.plainName(name), !name.lowercased().hasSuffix("map"), setting.number != nil else { continue }
            values[plain] = setting
        }
    }

    /// The last part of a name in lower case, without what marks an image: "Maya|TEX_color_map" is "color".
    static func plainName(_ property: String) -> String? {
        guard let last = property.split(separator: "|").last else { return nil }
        var name = last.lowercased()
        if name.hasPrefix("tex_") { name.removeFirst(4) }
        name.removeAll { $0 == "_" }
        if name.hasSuffix("map") { name.removeLast(3) }
        return name
    }

    /// Whether the material has such terms; those of Phong and Lambert beside them do not count then.
    var isPhysical: Bool { vector(.baseColor) != nil && (number(.metallic) != nil || number(.roughness) != nil) }

    private func setting(_ term: Term) -> FBXSetting? { Self.names[term]?.lazy.compactMap { values[$0] }.first }

    func number(_ term: Term) -> Double? { setting(term)?.number }
    func vector(_ term: Term) -> SIMD3<Double>? { setting(term)?.vector }

    /// 3ds Max may store the inverse of roughness.
    var roughness: Double? {
        guard let value = number(.roughness) else { return nil }
        if let inverse = values["roughnessinv"]?.integer, inverse != 0 { return 1 - value }
        if let gloss = values["useglossiness"]?.integer, gloss == 1 { return 1 - value }
        return value
    }

    /// A number, or the mean of a colour.
    var opacity: Double? {
        guard let setting = setting(.opacity) else {
            return values["transparency"]?.number.map { 1 - $0 }
        }
        return setting.vector.map { $0.sum() / 3 } ?? setting.number
    }
}

/// The transform of texture coordinates of FBX, which says where the image is: it is the inverse of that of glTF.
enum FBXTextureTransform {
    /// The transform of a texture; nil where it changes nothing, or shears.
    static func read(_ object: FBXObject, _ scene: inout Scene) -> TextureTransform? {
        let translation = object.setting(vector: "Translation") ?? .zero
        let angle = (object.setting(vector: "Rotation")?.z ?? 0) * .pi / 180
        let scaling = object.setting(vector: "Scaling") ?? SIMD3(repeating: 1)
        let rotationPivot = object.setting(vector: "TextureRotationPivot") ?? .zero
        let scalingPivot = object.setting(vector: "TextureScalingPivot") ?? .zero
        guard translation != .zero || angle != 0 || scaling != SIMD3(repeating: 1) else { return nil }
        guard scaling.x != 0, scaling.y != 0 else { return nil }
        // From the image to the texture coordinates: x' = M x + t, with v upwards.
        let c = cos(angle)
        let s = sin(angle)
        func turned(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(c * v.x - s * v.y, s * v.x + c * v.y) }
        let scale = SIMD2(scaling.x, scaling.y)
        let sp = SIMD2(scalingPivot.x, scalingPivot.y)
        let rp = SIMD2(rotationPivot.x, rotationPivot.y)
        let shift = turned(sp - sp * scale - rp) + rp + SIMD2(translation.x, translation.y)
        // The inverse: rows of S⁻¹ R⁻¹.
        let row0 = SIMD2(c, s) / scale.x
        let row1 = SIMD2(-s, c) / scale.y
        let offset = SIMD2<Double>() - SIMD2((row0 * shift).sum(), (row1 * shift).sum())
        // With v downwards: u' = row0 · (u, 1 − v) + o.x and 1 − v' = row1 · (u, 1 − v) + o.y.
        let a = SIMD2(row0.x, -row0.y)
        let b = SIMD2(-row1.x, row1.y)
        let moved = SIMD2(offset.x + row0.y, 1 - offset.y - row1.y)
        // Columns of the matrix are those of a rotation times the scale.
        let x = SIMD2(a.x, b.x)
        let y = SIMD2(a.y, b.y)
        let lengthX = (x * x).sum().squareRoot()
        var lengthY = (y * y).sum().squareRoot()
        guard lengthX > 0, lengthY > 0, abs((x * y).sum()) < 1e-6 * lengthX * lengthY else {
            scene.note("Transforms of textures that shear are not read.")
            return nil
        }
        if x.x * y.y - x.y * y.x < 0 { lengthY = -lengthY }
        var result = TextureTransform()
        result.scale = Vector2(Float(lengthX), Float(lengthY))
        result.rotation = Float(atan2(-x.y, x.x))
        result.offset = Vector2(Float(moved.x), Float(moved.y))
        guard [result.scale.x, result.scale.y, result.rotation, result.offset.x, result.offset.y].allSatisfy(\.isFinite) else {
            return nil
        }
        return result
    }

    /// Translation, rotation in degrees and scaling as FBX stores them; nil where the transform can't be stored.
    static func written(_ transform: TextureTransform) -> (translation: SIMD2<Double>, degrees: Double, scaling: SIMD2<Double>)? {
        let sx = Double(transform.scale.x)
        let sy = Double(transform.scale.y)
        guard sx != 0, sy != 0, transform.rotation == 0 || abs(sx) == abs(sy) else { return nil }
        // Of glTF: p' = R S p + o with v downwards; R = (c s; −s c).
        let c = cos(Double(transform.rotation))
        let s = sin(Double(transform.rotation))
        // With v upwards the rotation turns the other way: u' = c·sx·u − s·sy·(v − 1)… = row0 · (u, v) + o.x
        let row0 = SIMD2(c * sx, -s * sy)
        let row1 = SIMD2(s * sx, c * sy)
        let o = SIMD2(Double(transform.offset.x) + s * sy, 1 - Double(transform.offset.y) - c * sy)
        // Its inverse is where the image is.
        let determinant = row0.x * row1.y - row0.y * row1.x
        let inverse0 = SIMD2(row1.y, -row0.y) / determinant
        let inverse1 = SIMD2(-row1.x, row0.x) / determinant
        let translation = SIMD2<Double>() - SIMD2((inverse0 * o).sum(), (inverse1 * o).sum())
        let degrees = atan2(inverse1.x, inverse0.x) * 180 / .pi
        let length = (inverse0.x * inverse0.x + inverse1.x * inverse1.x).squareRoot()
        let other = (inverse0.y * inverse0.y + inverse1.y * inverse1.y).squareRoot()
        return (translation, degrees, SIMD2(length, determinant < 0 ? -other : other))
    }
}
