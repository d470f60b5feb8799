import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension DAESceneWriter {
    /// The scene with its nodes, and the end of the document.
    mutating func visualScene() -> String {
        var nodes = ""
        // From metres, y up: the axes of the file in units of it.
        let isOurs = frame.isMetresYUp
        let scale = frame.unit.perMetre
        let axes = frame.up == .y ? AffineMap.identity : AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, 1), z: SIMD3(0, -1, 0))
        let movesRoots = scene.origin != .zero && scene.roots.contains { animated.contains($0) }
        let hasRoot = !isOurs || movesRoots
        for root in scene.roots { nodes += node(root, shift: hasRoot ? .zero : scene.origin, indent: 3) }
        if hasRoot {
            let map = AffineMap.scale(SIMD3(repeating: scale)) * axes * .translation(scene.origin)
            nodes =
                "      <node id=\"root\" name=\"root\" type=\"NODE\"><matrix>\(DAE.text(DAE.rows(map)))</matrix>\n"
                + "\(nodes)      </node>\n"
        }
        return """
              <library_visual_scenes>
                <visual_scene id="scene"\(name(scene.name))>
            \(nodes)    </visual_scene>
              </library_visual_scenes>
              <scene><instance_visual_scene url="#scene"/></scene>
            </COLLADA>

            """
    }

    private mutating func node(_ number: Int, shift: SIMD3<Double>, indent: Int) -> String {
        // Iterative for the sake of deep trees: an entry is a node to begin, or the end of one.
        var text = ""
        var stack: [(node: Int, isEnd: Bool, depth: Int)] = [(number, false, indent)]
        while let (current, isEnd, depth) = stack.popLast() {
            let blanks = String(repeating: "  ", count: min(depth, 64))
            if isEnd {
                text += ending(current) + "\(blanks)</node>\n"
                continue
            }
            text += blanks + beginning(current, shift: current == number ? shift : .zero)
            stack.append((current, true, depth))
            for child in scene.nodes[current].children.reversed() { stack.append((child, false, depth + 1)) }
        }
        return text
    }

    /// A node's start tag, transform and instances.
    private mutating func beginning(_ number: Int, shift: SIMD3<Double>) -> String {
        let node = scene.nodes[number]
        let type = joints.contains(number) ? "type=\"JOINT\" sid=\"joint\(number)\"" : "type=\"NODE\""
        var text = "<node id=\"node\(number)\"\(name(node.name)) \(type)>\(transform(number, shift: shift))"
        if let camera = node.camera { text += "<instance_camera url=\"#camera\(camera)\"/>" }
        let instances =
            node.mesh.map { mesh in pieces[mesh].indices.map { instance(number, mesh: mesh, piece: $0) }.joined() } ?? ""
        if node.instances.isEmpty { text += instances }
        if let light = node.light { text += "<instance_light url=\"#light\(light)\"/>" }
        for instance in node.instances {
            text += "<node type=\"NODE\"><matrix>\(DAE.text(DAE.rows(instance.affine)))</matrix>\(instances)</node>"
        }
        return text + "\n"
    }

    private func ending(_ number: Int) -> String {
        scene.nodes[number].isVisible
            ? "" : "<extra><technique profile=\"FCOLLADA\"><visibility>0</visibility></technique></extra>\n"
    }

    private func transform(_ number: Int, shift: SIMD3<Double>) -> String {
        if animated.contains(number) {
            let map = AffineMap.translation(shift) * scene.nodes[number].transform.affine
            return "<matrix sid=\"transform\">\(DAE.text(DAE.rows(map)))</matrix>"
        }
        switch scene.nodes[number].transform {
        case .matrix(let map): return "<matrix>\(DAE.text(DAE.rows(.translation(shift) * map)))</matrix>"
        case .parts(var t, let q, let s):
            t += shift
            var text = t == .zero ? "" : "<translate>\(DAE.text([t.x, t.y, t.z]))</translate>"
            let length = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
            if length > 0 {
                let angle = 2 * atan2(length, q.w) * 180 / .pi
                text += "<rotate>\(DAE.text([q.x / length, q.y / length, q.z / length, angle]))</rotate>"
            }
            if s != SIMD3(repeating: 1) { text += "<scale>\(DAE.text([s.x, s.y, s.z]))</scale>" }
            return text
        }
    }

    private func instance(_ node: Int, mesh: Int, piece: Int) -> String {
        var bound = ""
        for material in Set(pieces[mesh][piece].compactMap(\.material)).sorted() {
            let inputs = (0..<2).map { "<bind_vertex_input semantic=\"UV\($0)\" input_semantic=\"TEXCOORD\" input_set=\"\($0)\"/>" }
            bound +=
                "<instance_material symbol=\"m\(material)\" target=\"#material\(material)\">\(inputs.joined())</instance_material>"
        }
        if !bound.isEmpty { bound = "<bind_material><technique_common>\(bound)</technique_common></bind_material>" }
        if isSkinned(node), let skin = scene.nodes[node].skin {
            let joints = Set(scene.skins[skin].joints)
            let roots = scene.skins[skin].joints.filter { joint in
                var parent = parents[joint]
                while let above = parent {
                    if joints.contains(above) { return false }
                    parent = parents[above]
                }
                return true
            }
            let skeletons = roots.map { "<skeleton>#node\($0)</skeleton>" }.joined()
            return "<instance_controller url=\"#\(Self.id(controller: "skin", node: node, piece: piece))\">\(skeletons)\(bound)"
                + "</instance_controller>"
        }
        if scene.meshes[mesh].targetCount > 0 {
            return
                "<instance_controller url=\"#\(Self.id(controller: "morph", node: node, piece: piece))\">\(bound)"
                + "</instance_controller>"
        }
        return "<instance_geometry url=\"#\(Self.id(mesh: mesh, piece: piece))\">\(bound)</instance_geometry>"
    }
}
