import Codecs
import Geometry

/// Diffuse colours and images of a COLLADA file's materials.
struct DAEMaterials {
    private let elements: [String: XMLTreeNode]

    init(_ elements: [String: XMLTreeNode]) { self.elements = elements }

    func material(_ id: String) -> SceneMaterial {
        var result = SceneMaterial()
        guard let effect = elements[id]?.child("instance_effect")?.target("url").flatMap({ elements[$0] }),
            let profile = effect.child("profile_COMMON"), let technique = profile.child("technique")
        else { return result }
        let shading = technique.children.first { ["phong", "lambert", "blinn", "constant"].contains($0.name) }
        guard let diffuse = shading?.child(shading?.name == "constant" ? "emission" : "diffuse") else { return result }
        if let texture = diffuse.child("texture")?.attribute("texture") {
            let parameters = (effect.all("newparam") + profile.all("newparam") + technique.all("newparam"))
            result.picture = picture(texture, parameters)
        } else if let numbers = try? diffuse.child("color")?.doubles(), numbers.count >= 3 {
            var one = [Vector3(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]))]
            if one[0].x <= 1, one[0].y <= 1, one[0].z <= 1 { _ = EncodedColor.linearise(&one) }
            result.color = one[0]
        }
        return result
    }

    /// The file of an image that a sampler, a surface or the image itself names.
    private func picture(_ name: String, _ parameters: [XMLTreeNode]) -> String? {
        func parameter(_ sid: String) -> XMLTreeNode? { parameters.first { $0.attribute("sid") == sid } }
        var image = name
        if let sampler = parameter(name)?.child("sampler2D") {
            if let target = sampler.child("instance_image")?.target("url") {
                image = target
            } else if let surface = sampler.child("source")?.trimmedText {
                image = parameter(surface)?.at("surface", "init_from")?.trimmedText ?? surface
            }
        }
        let source = elements[image]?.child("init_from")
        let file = source?.child("ref")?.trimmedText ?? source?.trimmedText
        return file?.isEmpty == false ? file : nil
    }
}
