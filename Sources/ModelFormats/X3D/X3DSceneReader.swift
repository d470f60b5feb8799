import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes a scene of the nodes of an X3D document.
struct X3DSceneReader {
    let document: X3DDocument
    var scene = Scene()
    var images: SiblingImages
    var removed = 0
    private var meshes: [ObjectIdentifier: Int?] = [:]
    var materials: [MaterialKey: Int] = [:]
    /// Positions that several sets may use.
    var coordinates: [ObjectIdentifier: [Vector3]] = [:]
    /// How much may still be made: USE must not let a small file fill the memory.
    private var budget: Int

    /// A material as an appearance makes it for a shape.
    struct MaterialKey: Hashable {
        let appearance: ObjectIdentifier?
        let isDoubleSided: Bool
        let hasColors: Bool
        let isUnlit: Bool
    }

    init(_ document: X3DDocument, fileSize: Int, folder: URL?) {
        self.document = document
        images = SiblingImages(folder)
        budget = 2_000_000 + 16 * fileSize
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        for note in document.notes { scene.note(note) }
        scene.name = document.metadata["title"]
        if !document.metadata.isEmpty { scene.extras = .object(document.metadata.mapValues { .string($0) }) }
        for (i, root) in document.roots.enumerated() {
            try progress.step(0.3 + 0.7 * Double(i) / Double(document.roots.count), "Reading nodes")
            try add(root, below: nil)
        }
        if document.unit != 1, !scene.roots.isEmpty {
            scene.addRoot(.scale(SIMD3(repeating: document.unit)), name: "unit")
        }
        scene.chooseOrigin()
        try scene.finish(removed: removed)
        return scene
    }

    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("uses its nodes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    // MARK: Nodes

    private static let groups: Set = [
        "Transform", "Group", "StaticGroup", "Anchor", "Billboard", "Collision", "Switch", "LOD", "CADAssembly", "CADPart",
        "CADFace",
        "CADLayer", "HAnimHumanoid", "HAnimJoint", "HAnimSegment", "HAnimSite", "Layer", "LayerSet", "ViewpointGroup", "Scene",
    ]

    /// Nodes without geometry that need no note.
    private static let silent: Set = [
        "WorldInfo", "NavigationInfo", "Background", "TextureBackground", "Fog", "MetadataString", "MetadataSet", "MetadataFloat",
        "MetadataDouble", "MetadataInteger", "MetadataBoolean", "Viewport", "EnvironmentLight", "TouchSensor", "ProximitySensor",
        "VisibilitySensor", "Sound", "AudioClip", "component", "IMPORT", "EXPORT",
    ]

    private mutating func add(_ node: X3DNode, below parent: Int?) throws(FormatError) {
        try take(64)
        switch node.type {
        case "Shape": try addShape(node, below: parent)
        case "Viewpoint", "OrthoViewpoint": try addViewpoint(node, below: parent)
        case "DirectionalLight", "PointLight", "SpotLight": try addLight(node, below: parent)
        case _ where Self.groups.contains(node.type): try addGroup(node, below: parent)
        case "Inline": scene.note("Inlined files are not read.")
        case "ProtoInstance": scene.note("Prototypes are not read.")
        case "ROUTE", "TimeSensor": scene.note("Animations (interpolators and routes) are not read.")
        case _ where node.type.hasSuffix("Interpolator") || node.type.hasSuffix("Sequencer"):
            scene.note("Animations (interpolators and routes) are not read.")
        case _ where Self.silent.contains(node.type): break
        default: scene.note("Nodes of the type \(Text.quote(node.type, limit: 40)) are not read.")
        }
    }

    private mutating func addGroup(_ node: X3DNode, below parent: Int?) throws(FormatError) {
        var group = Node(name: node.name)
        if ["Transform", "HAnimJoint", "HAnimHumanoid", "HAnimSite", "CADPart"].contains(node.type) {
            group.transform = try transform(node)
        }
        if node.value("visible") != nil { group.isVisible = node.bool("visible", true) }
        let number = scene.add(group, below: parent)
        var children = node.children
        // Shown instead of the others, or not at all.
        children.removeAll { $0.field == "proxy" || $0.field == "metadata" || $0.field == "skin" || $0.field == "viewpoints" }
        switch node.type {
        case "LOD":
            if children.count > 1 { scene.note("Of levels of detail the first was read.") }
            children = Array(children.prefix(1))
        case "Switch":
            let choice = Int(try node.double("whichChoice", -1).rounded(.towardZero).clamped(to: -1...1e6))
            if !children.indices.contains(choice) {
                scene.nodes[number].isVisible = false
            } else {
                if children.count > 1 { scene.note("Of the choices of a Switch the current one was read.") }
                children = [children[choice]]
            }
        case "HAnimHumanoid":
            if node.children.contains(where: { $0.field == "skin" }) { scene.note("Skins of humanoids are not read.") }
            // Joints are listed again beside the skeleton.
            children.removeAll { ["joints", "segments", "sites", "skinCoord", "skinNormal"].contains($0.field ?? "") }
        default: break
        }
        for child in children { try add(child.node, below: number) }
    }

    /// Translation · center · rotation · scaleOrientation · scale, and back.
    private func transform(_ node: X3DNode) throws(FormatError) -> NodeTransform {
        let translation = try node.vector("translation", .zero)
        let center = try node.vector("center", .zero)
        let rotation = try node.rotation("rotation", angle: document.angle)
        let scale = try node.vector("scale", SIMD3(repeating: 1))
        let orientation = try node.rotation("scaleOrientation", angle: document.angle)
        let isUniform = scale.x == scale.y && scale.y == scale.z
        if center == .zero, isUniform || orientation == .identity, let turn = rotation.parts {
            return .parts(translation: translation, rotation: turn.rotation, scale: scale)
        }
        return .matrix(
            .translation(translation + center) * rotation * orientation * .scale(scale) * orientation.inverse
                * .translation(-center))
    }

    private mutating func addShape(_ node: X3DNode, below parent: Int?) throws(FormatError) {
        let mesh: Int?
        if let known = meshes[ObjectIdentifier(node)] {
            mesh = known
        } else {
            mesh = try self.mesh(of: node)
            meshes[ObjectIdentifier(node)] = .some(mesh)
        }
        guard let mesh else { return }
        let isVisible = node.bool("visible", true)
        if let parent, node.name == nil, isVisible, scene.nodes[parent].mesh == nil {
            scene.nodes[parent].mesh = mesh
            return
        }
        var shape = Node(name: node.name)
        shape.mesh = mesh
        shape.isVisible = isVisible
        _ = scene.add(shape, below: parent)
    }

    private mutating func mesh(of shape: X3DNode) throws(FormatError) -> Int? {
        let others: Set = ["Appearance", "MetadataString", "MetadataSet"]
        guard let geometry = shape.children.first(where: { $0.field == "geometry" || !others.contains($0.node.type) })?.node else {
            return nil
        }
        let appearance = shape.child(field: "appearance", types: "Appearance")
        guard let part = try X3DGeometry.read(geometry, reader: &self, isTextured: hasTexture(appearance)) else { return nil }
        let isLit = part.primitive.topology == .triangles
        var primitive = part.primitive
        primitive.material = try material(
            appearance, isDoubleSided: isLit && !part.isSolid, hasColors: !primitive.colors.isEmpty, isUnlit: !isLit)
        return scene.add(Mesh(name: geometry.name ?? shape.name, primitives: [primitive]), removed: &removed)
    }

    // MARK: Cameras and lights

    private mutating func addViewpoint(_ node: X3DNode, below parent: Int?) throws(FormatError) {
        let name = node.strings("description").first ?? node.name
        var camera: Camera
        if node.type == "OrthoViewpoint" {
            let f = try node.doubles("fieldOfView", [-1, -1, 1, 1])
            camera = Camera(
                name: name,
                .orthographic(halfWidth: Float(max(abs(f[2] - f[0]) / 2, 1e-6)), halfHeight: Float(max(abs(f[3] - f[1]) / 2, 1e-6)))
            )
        } else {
            let field = try node.double("fieldOfView", .pi / 4 / document.angle) * document.angle
            camera = Camera(name: name, .perspective(fieldOfView: Float(field.clamped(to: 0.001...3.1)), aspect: nil))
        }
        let near = try node.double("nearDistance", -1)
        if near > 0 { camera.near = Float(near) }
        let far = try node.double("farDistance", -1)
        if far > near, far > 0 { camera.far = Float(far) }
        scene.cameras.append(camera)
        let rotation = try node.rotation("orientation", angle: document.angle).parts?.rotation ?? SIMD4(0, 0, 0, 1)
        var place = Node(
            name: name,
            transform: .parts(
                translation: try node.vector("position", SIMD3(0, 0, 10)), rotation: rotation, scale: SIMD3(repeating: 1)))
        place.camera = scene.cameras.count - 1
        _ = scene.add(place, below: parent)
    }

    private mutating func addLight(_ node: X3DNode, below parent: Int?) throws(FormatError) {
        guard node.bool("on", true) else { return scene.note("Lights that are off were left out.") }
        var light = Light(name: node.name, .point)
        if node.type == "DirectionalLight" { light.kind = .directional }
        if node.type == "SpotLight" {
            let outer = (try node.double("cutOffAngle", .pi / 4 / document.angle) * document.angle).clamped(to: 0.001...(.pi / 2))
            let inner = (try node.double("beamWidth", .pi / 2 / document.angle) * document.angle).clamped(to: 0...outer)
            light.kind = .spot(inner: Float(inner), outer: Float(outer))
        }
        light.color = try node.color("color", 1)
        light.intensity = Float(max(0, try node.double("intensity", 1)))
        if node.type != "DirectionalLight", node.value("radius") != nil {
            let radius = try node.double("radius", 100)
            if radius > 0 { light.range = Float(radius) }
        }
        scene.lights.append(light)
        var place = Node(name: node.name)
        let direction = try node.vector("direction", SIMD3(0, 0, -1))
        place.transform = .parts(
            translation: try node.vector("location", .zero), rotation: Self.turn(to: direction), scale: SIMD3(repeating: 1))
        place.light = scene.lights.count - 1
        _ = scene.add(place, below: parent)
    }

    /// The quaternion that turns −z to a direction.
    private static func turn(to direction: SIMD3<Double>) -> SIMD4<Double> {
        let length = (direction * direction).sum().squareRoot()
        guard length > 1e-12 else { return SIMD4(0, 0, 0, 1) }
        let d = direction / length
        // Half way round about y where it is opposite.
        if d.z > 1 - 1e-12 { return SIMD4(0, 1, 0, 0) }
        let q = SIMD4(d.y, -d.x, 0, 1 - d.z)
        return q / (q * q).sum().squareRoot()
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
