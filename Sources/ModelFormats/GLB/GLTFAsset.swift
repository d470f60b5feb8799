import Foundation

/// The `asset` of a glTF document (specification section 5.8) and what Diorama keeps in its `extras`: the coordinate reference
/// system, which glTF has no place for.
struct GLTFAsset: Codable {
    var version: String
    /// Who holds the rights, of files that were read.
    private(set) var copyright: String?
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
        copyright = try? fields.decode(String.self, forKey: .copyright)
        let extras = try? fields.nestedContainer(keyedBy: Extra.self, forKey: .extras)
        crs = try? extras?.decode(String.self, forKey: .crs)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(version, forKey: .version)
        try fields.encode("Diorama", forKey: .generator)
        if let crs {
            var extras = fields.nestedContainer(keyedBy: Extra.self, forKey: .extras)
            try extras.encode(crs, forKey: .crs)
        }
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

    private enum Field: String, CodingKey { case version, generator, copyright, extras }
    private enum Extra: String, CodingKey { case crs }
}
