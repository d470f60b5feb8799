import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FBXSceneWriter {
    private static func number(_ name: String, _ x: Double) -> FBXRecord {
        FBXRecord.setting(name, type: "Number", label: "", flags: "A").double(x)
    }

    private static func choice(_ name: String, _ n: Int32) -> FBXRecord { FBXRecord.setting(name, type: "enum", label: "").int(n) }

    /// Lets a model be a camera.
    mutating func addCamera(_ number: Int, to model: Int64) {
        let camera = scene.cameras[number]
        let unit = frame.unit.perMetre
        if camera.far == nil { lose(.cameras, "FBX can't store a camera without a farthest distance; it is 100 km.") }
        var rows: [FBXRecord]
        switch camera.projection {
        case .perspective(let angle, let given):
            if given == nil { lose(.cameras, "FBX can't store a camera that is as wide as the picture; its ratio is 16 to 9.") }
            let aspect = Double(given ?? 16.0 / 9)
            let degrees = Double(angle) * 180 / .pi
            // A film of 24 mm height.
            let height = 24 / 25.4
            let tangent = tan(Double(angle) / 2)
            rows = [
                Self.choice("CameraProjectionType", 0), Self.choice("ApertureMode", 2), Self.choice("AspectRatioMode", 1),
                Self.number("AspectWidth", aspect), Self.number("AspectHeight", 1), Self.number("FieldOfView", degrees),
                Self.number("FieldOfViewX", 2 * atan(tangent * aspect) * 180 / .pi), Self.number("FieldOfViewY", degrees),
                Self.number("FocalLength", 12 / tangent), Self.number("FilmWidth", height * aspect),
                Self.number("FilmHeight", height),
                Self.number("FilmAspectRatio", aspect), Self.choice("GateFit", 1),
            ]
        case .orthographic(let width, let height):
            let aspect = Double(width / height)
            rows = [
                Self.choice("CameraProjectionType", 1), Self.choice("AspectRatioMode", 1), Self.number("AspectWidth", aspect),
                Self.number("AspectHeight", 1), Self.number("OrthoZoom", Double(height) * 2 * unit / 30), Self.choice("GateFit", 1),
                Self.number("FilmWidth", aspect), Self.number("FilmHeight", 1), Self.number("FilmAspectRatio", aspect),
            ]
        }
        rows += [
            Self.number("NearPlane", Double(camera.near) * unit), Self.number("FarPlane", Double(camera.far ?? 100_000) * unit),
        ]
        addAttribute("Camera", flags: "Camera", name: camera.name ?? "", rows: rows, to: model)
    }

    /// Lets a model be a light.
    mutating func addLight(_ number: Int, to model: Int64) {
        let light = scene.lights[number]
        let c = light.color
        var rows = [
            FBXRecord.setting("Color", type: "Color", label: "", flags: "A").double(Double(c.x)).double(Double(c.y))
                .double(Double(c.z)),
            Self.number("Intensity", Double(light.intensity) * 100), FBXRecord.setting("CastLight", type: "bool", label: "").int(1),
        ]
        switch light.kind {
        case .point: rows += [Self.choice("LightType", 0), Self.choice("DecayType", 2)]
        case .directional: rows += [Self.choice("LightType", 1), Self.choice("DecayType", 0)]
        case .spot(let inner, let outer):
            rows += [
                Self.choice("LightType", 2), Self.choice("DecayType", 2), Self.number("InnerAngle", Double(inner) * 360 / .pi),
                Self.number("OuterAngle", Double(outer) * 360 / .pi),
            ]
        }
        if let range = light.range {
            rows += [
                FBXRecord.setting("EnableFarAttenuation", type: "bool", label: "").int(1),
                Self.number("FarAttenuationEnd", Double(range) * frame.unit.perMetre),
            ]
        }
        addAttribute("Light", flags: "Light", name: light.name ?? "", rows: rows, to: model)
    }
}
