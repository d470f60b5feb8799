import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FBXSceneReader {
    /// The attributes of a model that are cameras or lights.
    private func optics(of model: Int) -> [FBXObject] {
        document.children(model, "NodeAttribute").filter { $0.subtype == "Camera" || $0.subtype == "Light" }
    }

    /// Whether a model is a camera or light and nothing else, so that its node can look along −z itself.
    private func isOptic(_ model: Int) -> Bool {
        optics(of: model).count == 1 && document.children(model, "Model").isEmpty && document.children(model, "Geometry").isEmpty
    }

    /// The turn from a node that looks along −z to the model; nil where the model is something else, too.
    func tail(of model: Int) -> SIMD4<Double>? {
        guard isOptic(model), let optic = optics(of: model).first else { return nil }
        return turn(of: optic)
    }

    private func turn(of optic: FBXObject) -> SIMD4<Double> {
        FBXFrame.turn(isCamera: optic.subtype == "Camera", axes: frame.axes)
    }

    /// Lets the node, or one below it, show the model's cameras and lights.
    mutating func addOptics(of model: Int, to node: Int) {
        let isAlone = isOptic(model)
        for optic in optics(of: model) {
            let isCamera = optic.subtype == "Camera"
            let number = isCamera ? camera(optic) : light(optic)
            guard let number else { continue }
            var target = node
            if !isAlone {
                let name = optic.name.isEmpty ? scene.nodes[node].name : optic.name
                target = addNode(
                    Node(name: name, transform: FBXTransform.Parts(rotation: turn(of: optic)).nodeTransform), below: node)
            }
            if isCamera { scene.nodes[target].camera = number } else { scene.nodes[target].light = number }
        }
    }

    // MARK: Cameras

    private mutating func camera(_ object: FBXObject) -> Int? {
        if let known = cameras[object.index] { return known }
        guard let projection = projection(object) else {
            scene.note("A camera without a usable projection was skipped.")
            cameras[object.index] = .some(nil)
            return nil
        }
        let unit = frame.unit
        func distance(_ name: String) -> Float? {
            guard let value = object.setting(number: name), value > 0, value < 1e12 else { return nil }
            return Float(value * unit)
        }
        let name = object.name.isEmpty ? document.parents(object.index, "Model").first?.name : object.name
        scene.cameras.append(Camera(name: name, projection, near: distance("NearPlane") ?? 0.01, far: distance("FarPlane")))
        cameras[object.index] = .some(scene.cameras.count - 1)
        return scene.cameras.count - 1
    }

    private func projection(_ object: FBXObject) -> Camera.Projection? {
        func number(_ name: String) -> Double? {
            guard let value = object.setting(number: name), value > 0, value < 1e6 else { return nil }
            return value
        }
        let filmWidth = number("FilmWidth")
        let squeeze = number("FilmSqueezeRatio") ?? 1
        let filmHeight = number("FilmHeight").map { $0 * squeeze }
        var aspect: Double = 4.0 / 3
        if let filmWidth, let filmHeight { aspect = filmWidth / filmHeight }
        let givenWidth = number("AspectWidth") ?? number("AspectW")
        let givenHeight = number("AspectHeight") ?? number("AspectH")
        if let width = givenWidth, let height = givenHeight {
            switch object.setting(integer: "AspectRatioMode") ?? 0 {
            case 3: aspect = 1 / height
            case 4: aspect = width
            default: aspect = width / height
            }
        }
        if object.setting(integer: "CameraProjectionType") == 1 {
            // Motion Builder's view is 30 units high.
            let zoom = number("OrthoZoom") ?? 1
            let height: Double = 15 * zoom * frame.unit
            return .orthographic(halfWidth: Float(height * aspect), halfHeight: Float(height))
        }
        var vertical: Double?
        let view = number("FieldOfView")
        func degrees(_ tangent: Double) -> Double { 2 * atan(tangent) * 180 / .pi }
        func tangent(_ degrees: Double) -> Double { tan(min(degrees, 179.9) * .pi / 360) }
        switch object.setting(integer: "ApertureMode") ?? 2 {
        case 0:
            vertical = number("FieldOfViewY")
            if let x = number("FieldOfViewX"), let y = vertical, x < 179.9, y < 179.9 { aspect = tangent(x) / tangent(y) }
        case 1: vertical = view.map { degrees(tangent($0) / aspect) }
        case 3:
            if let focal = number("FocalLength") {
                let fit = object.setting(integer: "GateFit") ?? 0
                var height = filmHeight ?? 0.612
                if fit == 2, let filmWidth { height = filmWidth / aspect }
                vertical = degrees(height * 12.7 / focal)
            }
        default: vertical = view
        }
        guard let angle = vertical ?? view, angle < 179.9 else { return nil }
        return .perspective(fieldOfView: Float(angle * .pi / 180), aspect: Float(aspect))
    }

    // MARK: Lights

    private mutating func light(_ object: FBXObject) -> Int? {
        if let known = lights[object.index] { return known }
        let name = object.name.isEmpty ? document.parents(object.index, "Model").first?.name : object.name
        var light: Light
        func angle(_ names: [String]) -> Float? {
            guard let degrees = names.lazy.compactMap({ object.setting(number: $0) }).first else { return nil }
            return Float(min(max(degrees, 0), 180) * .pi / 360)
        }
        switch object.setting(integer: "LightType") ?? 0 {
        case 0: light = Light(name: name, .point)
        case 1: light = Light(name: name, .directional)
        case 2:
            let outer = max(angle(["OuterAngle", "ConeAngle", "Cone angle"]) ?? .pi / 4, 0.001)
            light = Light(name: name, .spot(inner: min(angle(["InnerAngle", "HotSpot"]) ?? 0, outer), outer: outer))
        default:
            scene.note("Area and volume lights were read as points.")
            light = Light(name: name, .point)
        }
        // Percent; programs show the number as it is.
        light.intensity = Float(max(object.setting(number: "Intensity") ?? 100, 0) / 100)
        if let color = object.setting(vector: "Color"), color.min() >= 0, color.max() < 1e6 { light.color = Vector3(color) }
        if object.setting(integer: "EnableFarAttenuation") ?? 0 != 0, let end = object.setting(number: "FarAttenuationEnd"), end > 0
        {
            light.range = Float(end * frame.unit)
        }
        scene.lights.append(light)
        lights[object.index] = .some(scene.lights.count - 1)
        return scene.lights.count - 1
    }
}
