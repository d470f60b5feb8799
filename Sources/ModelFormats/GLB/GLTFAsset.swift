import Foundation

/// The `asset` of a glTF document (specification section 5.8) and what Diorama keeps in its `extras`: the coordinate reference
/// system, which glTF has no place for.
struct GLTFAsset: Decodable {
    var version: String
    /// As WKT.
    var crs: String?

    init(crs: String?) {
        version = "2.0"
        self.crs = crs
    }

    /// Extras of other programs may be anything: unknown ones are ignored.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        version = try fields.decode(String.self, forKey: .version)
        let extras = try? fields.nestedContainer(keyedBy: Extra.self, forKey: .extras)
        crs = try? extras?.decode(String.self, forKey: .crs)
    }

    /// The property of the document, without a comma.
    var json: String {
        var extras = ""
        // Encoding a string as JSON doesn't fail.
        if let crs, let text = try? JSONEncoder().encode(crs) {
            extras = ",\"extras\":{\"crs\":\(String(decoding: text, as: UTF8.self))}"
        }
        return "\"asset\":{\"version\":\"\(version)\",\"generator\":\"Diorama\"\(extras)}"
    }

    private enum Field: String, CodingKey { case version, extras }
    private enum Extra: String, CodingKey { case crs }
}
