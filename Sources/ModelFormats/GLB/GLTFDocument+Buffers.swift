import Models

/// Accessors, buffer views and buffers.
extension GLTFDocument {
    struct Accessor: Codable {
        var bufferView: Int?
        var byteOffset: Int?
        var componentType: Int
        var normalized: Bool?
        var count: Int
        var type: String
        var min: Limits?
        var max: Limits?
        var sparse: Sparse?
        var extras: JSONValue?
    }
    /// The smallest or the largest numbers of an accessor. Readers do without them, so that any are read.
    struct Limits: Codable {
        var values: [Double]
        init(_ values: [Double]) { self.values = values }
        init(from decoder: any Decoder) throws {
            values = (try? decoder.singleValueContainer().decode([Double].self)) ?? []
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }
    struct Sparse: Codable {
        var count: Int
        var indices: Place
        var values: Place
        struct Place: Codable {
            var bufferView: Int
            var byteOffset: Int?
            var componentType: Int?
        }
    }
    struct BufferView: Codable {
        var buffer: Int
        var byteOffset: Int?
        var byteLength: Int
        var byteStride: Int?
        var target: Int?
        var extensions: Extensions?
        struct Extensions: Codable {
            var meshopt: Compression?
            enum CodingKeys: String, CodingKey { case meshopt = "EXT_meshopt_compression" }
        }
    }
    /// EXT_meshopt_compression of a buffer view.
    struct Compression: Codable {
        var buffer: Int
        var byteOffset: Int?
        var byteLength: Int
        var byteStride: Int
        var count: Int
        var mode: String
        var filter: String?
    }
    struct Buffer: Codable {
        var uri: String?
        var byteLength: Int
        var extensions: Extensions?
        struct Extensions: Codable {
            var meshopt: Fallback?
            enum CodingKeys: String, CodingKey { case meshopt = "EXT_meshopt_compression" }
        }
        /// Of a buffer whose views are all decompressed from another one.
        struct Fallback: Codable { var fallback: Bool? }
    }
}
