/// Animations.
extension GLTFDocument {
    struct Animation: Codable {
        var name: String?
        var channels: [Channel]
        var samplers: [Sampler]

        struct Channel: Codable {
            var sampler: Int
            var target: Target
        }
        struct Target: Codable {
            var node: Int?
            var path: String
        }
        struct Sampler: Codable {
            var input: Int
            var interpolation: String?
            var output: Int
        }
    }
}
