extension Share {
    /// Properties of a share that no list filters by, kept as one JSON object.
    public struct Details: Sendable, Hashable {
        /// Ids by table: all rows that the share may ever write.
        public var rows: [String: [String]]
        /// The files that the shared rows name.
        public var media: [SharedMedia]
        /// Hashes of files that are shared without their location, by the hashes of the originals.
        public var hashes: [String: String]?
        /// The id of the request that the share answers.
        public var answers: String?
        /// What happened to the share, for people: "Ben has ended this share".
        public var note: String?

        /// Creates details; by default there are none.
        public init(
            rows: [String: [String]] = [:], media: [SharedMedia] = [], hashes: [String: String]? = nil, answers: String? = nil,
            note: String? = nil
        ) {
            self.rows = rows
            self.media = media
            self.hashes = hashes
            self.answers = answers
            self.note = note
        }
    }
}

extension Share.Details: JSONCellValue {
    private enum CodingKeys: CodingKey { case rows, media, hashes, answers, note }

    /// Reads the JSON object; all keys may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            rows: try container.decodeIfPresent([String: [String]].self, forKey: .rows) ?? [:],
            media: try container.decodeIfPresent([SharedMedia].self, forKey: .media) ?? [],
            hashes: try container.decodeIfPresent([String: String].self, forKey: .hashes),
            answers: try container.decodeIfPresent(String.self, forKey: .answers),
            note: try container.decodeIfPresent(String.self, forKey: .note))
    }
}

/// A file that belongs to a share.
public struct SharedMedia: Sendable, Hashable, Codable {
    /// The file's SHA-256, as the shared rows name it.
    public let hash: AssetHash
    /// The MIME type.
    public let contentType: String
    /// A presigned URL of the file in the sender's bucket; nil where there is none.
    public let grant: String?

    /// References a file; `grant` is a presigned URL.
    public init(hash: AssetHash, contentType: String, grant: String?) {
        self.hash = hash
        self.contentType = contentType
        self.grant = grant
    }
}
