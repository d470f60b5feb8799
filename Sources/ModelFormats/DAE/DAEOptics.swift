import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Cameras and lights of COLLADA.
enum DAEOptics {
    /// A camera; nil and a note where it is of no known kind.
    /// - Parameter unit: metres in one unit of the file.
    static func camera(_ element: XMLTreeNode, unit: Double, _ scene: inout Scene) -> Camera? {
        let common = element.at("optics", "technique_common")
        let kind = common?.child("perspective") ?? common?.child("orthographic")
        func number(_ name: String) -> Double? {
            guard let v = (try? kind?.child(name)?.doubles().first) ?? nil, v.isFinite, v > 0, v < 1e9 else { return nil }
            return v
        }
        let aspect = number("aspect_ratio")
        var projection: Camera.Projection?
        if kind?.name == "perspective" {
            let x = number("xfov").map { $0 * .pi / 180 }
            let y = number("yfov").map { $0 * .pi / 180 }
            if let y, y < .pi {
                let ratio = aspect ?? x.map { tan($0 / 2) / tan(y / 2) }
                projection = .perspective(fieldOfView: Float(y), aspect: ratio.map { Float($0) })
            } else if let x, x < .pi {
                projection = .perspective(
                    fieldOfView: Float(2 * atan(tan(x / 2) / (aspect ?? 1))), aspect: aspect.map { Float($0) })
            }
        } else if kind?.name == "orthographic" {
            let x = number("xmag") ?? number("ymag").map { $0 * (aspect ?? 1) }
            let y = number("ymag") ?? number("xmag").map { $0 / (aspect ?? 1) }
            if let x, let y { projection = .orthographic(halfWidth: Float(x * unit), halfHeight: Float(y * unit)) }
        }
        guard let projection else {
            scene.note("A camera without a usable projection was skipped.")
            return nil
        }
        return Camera(
            name: element.attribute("name") ?? element.attribute("id"), projection,
            near: Float((number("znear") ?? 0.01 / unit) * unit),
            far: number("zfar").map { Float($0 * unit) })
    }

    /// A light; nil and a note where it is of no known kind, or ambient. Its intensity is the largest part of its colour.
    static func light(_ element: XMLTreeNode, _ scene: inout Scene) -> Light? {
        guard let kind = element.child("technique_common")?.children.first else { return nil }
        var light: Light
        let name = element.attribute("name") ?? element.attribute("id")
        switch kind.name {
        case "directional": light = Light(name: name, .directional)
        case "point": light = Light(name: name, .point)
        case "spot":
            let angle = ((try? kind.child("falloff_angle")?.doubles().first) ?? nil) ?? 180
            // Programs take it as the whole angle of the cone.
            let outer = Float(min(max(angle.isFinite ? angle : 180, 0.1), 180) * .pi / 360)
            let inner = ((try? kind.child("falloff_exponent")?.doubles().first) ?? nil) ?? 0 > 0 ? Float(0) : outer
            light = Light(name: name, .spot(inner: inner, outer: outer))
        default:
            scene.note("Ambient light is not read.")
            return nil
        }
        if let v = try? kind.child("color")?.doubles(), v.count >= 3, v.allSatisfy({ $0.isFinite && $0 >= 0 }) {
            let color = Vector3(Float(v[0]), Float(v[1]), Float(v[2]))
            let largest = color.max()
            light.color = largest > 1 ? color / largest : color
            light.intensity = max(largest, 1)
        }
        return light
    }
}
