import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Cameras and lights of USD.
enum USDOptics {
    /// A camera; nil and a note where its numbers are of no use.
    ///
    /// Apertures and focal length are tenths of the unit, of which only the ratio counts in perspective.
    /// - Parameter unit: metres in one unit of the stage.
    static func camera(_ prim: USDPrim, unit: Double, _ scene: inout Scene) -> Camera? {
        func number(_ name: String, _ plain: Double) -> Double {
            let v = prim.number(name) ?? plain
            return v > 0 && v < 1e9 ? v : plain
        }
        let width = number("horizontalAperture", 20.955)
        let height = number("verticalAperture", 15.2908)
        let range = prim.numbers("clippingRange")
        let near = range.count == 2 && range[0] > 0 && range[0] < 1e9 ? range[0] : 1
        let far = range.count == 2 ? range[1] : 1_000_000
        for name in ["focalLength", "horizontalAperture", "verticalAperture"] where prim.properties[name]?.isSampled == true {
            scene.note("Cameras whose lens changes over time are read as they are at the first time.")
        }
        let projection: Camera.Projection
        if prim.word("projection") == "orthographic" {
            projection = .orthographic(halfWidth: Float(width / 20 * unit), halfHeight: Float(height / 20 * unit))
        } else {
            let angle = 2 * atan(height / (2 * number("focalLength", 50)))
            projection = .perspective(fieldOfView: Float(angle), aspect: Float(width / height))
        }
        return Camera(
            name: prim.displayName ?? prim.name, projection, near: Float(near * unit),
            far: far > near && far < 1_000_000 ? Float(far * unit) : nil)
    }

    static func isLight(_ type: String) -> Bool { ["SphereLight", "DistantLight", "DiskLight", "RectLight"].contains(type) }

    /// A light; nil and a note where it has no counterpart.
    ///
    /// UsdLux gives luminance, which times the area that is seen is candela, and times the solid angle lux; normalised lights give
    /// power, of which their area or angle is a divisor.
    static func light(_ prim: USDPrim, unit: Double, _ scene: inout Scene) -> Light? {
        guard isLight(prim.type) else {
            scene.note("Lights of the type \(prim.type) are not read.")
            return nil
        }
        func number(_ name: String, _ plain: Double) -> Double {
            let v = prim.number("inputs:" + name) ?? plain
            return v >= 0 && v < 1e12 ? v : plain
        }
        let exposure = prim.number("inputs:exposure") ?? 0
        let luminance = number("intensity", prim.type == "DistantLight" ? 50_000 : 1) * exp2(min(max(exposure, -60), 60))
        let isNormalized = prim.number("inputs:normalize") == 1 || prim.word("inputs:normalize") == "true"
        var light = Light(name: prim.displayName ?? prim.name, .point)
        // What is seen of the light from straight ahead, over its whole area.
        var area = 1.0
        var share = 1.0
        switch prim.type {
        case "DistantLight":
            light.kind = .directional
            let half = sin(min(number("angle", 0.53), 360) * .pi / 360)
            area = .pi * half * half
        case "SphereLight":
            let radius = number("radius", 0.5) * unit
            area = .pi * radius * radius
            share = 0.25
        case "DiskLight":
            let radius = number("radius", 0.5) * unit
            area = .pi * radius * radius
        default: area = number("width", 1) * number("height", 1) * unit * unit
        }
        let isPoint = prim.number("inputs:treatAsPoint") == 1 || prim.word("treatAsPoint") == "true"
        light.intensity = Float(isPoint || area == 0 ? luminance : isNormalized ? luminance * share : luminance * area)
        if prim.type == "DiskLight" || prim.type == "RectLight" {
            light.kind = .spot(inner: 0, outer: .pi / 2)
            scene.note("Lights with an area were read as lights of one point.")
        }
        if let cone = prim.number("inputs:shaping:cone:angle"), cone > 0, cone < 90, prim.type != "DistantLight" {
            let softness = Float(min(max(prim.number("inputs:shaping:cone:softness") ?? 0, 0), 1))
            let outer = Float(cone * .pi / 180)
            light.kind = .spot(inner: outer * (1 - softness), outer: outer)
        }
        let c = prim.numbers("inputs:color")
        if c.count == 3, c.allSatisfy({ $0 >= 0 && $0 < 1e9 }) { light.color = Vector3(Float(c[0]), Float(c[1]), Float(c[2])) }
        if prim.word("inputs:enableColorTemperature") == "true" || prim.number("inputs:enableColorTemperature") == 1 {
            scene.note("Colour temperatures of lights are not read.")
        }
        guard light.intensity.isFinite else { return nil }
        return light
    }
}
