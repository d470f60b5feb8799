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
        /// What happened to the share, for people: "Ben revoked this share".
        public var note: String?
        /// The id of the space that is shared with what belongs to it: `rows` follow what is added to it and removed from it.
        public var space: String?
        /// Ids by table: rows that a received share had before, and that are in the trash here.
        public var withdrawn: [String: [String]]?

        /// Creates details; by default there are none.
        public init(
            rows: [String: [String]] = [:], media: [SharedMedia] = [], hashes: [String: String]? = nil, answers: String? = nil,
            note: String? = nil, space: String? = nil, withdrawn: [String: [String]]? = nil
        ) {
            self.rows = rows
            self.media = media
            self.hashes = hashes
            self.answers = answers
            self.note = note
            self.space = space
            self.withdrawn = withdrawn
        }
    }
}

extension Share.Details: JSONCellValue {
    private enum CodingKeys: CodingKey { case rows, media, hashes, answers, note, space, withdrawn }

    /// Reads the JSON object; all keys may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            rows: try container.decodeIfPresent([String: [String]].self, forKey: .rows) ?? [:],
            media: try container.decodeIfPresent([SharedMedia].self, forKey: .media) ?? [],
            hashes: try container.decodeIfPresent([String: String].self, forKey: .hashes),
            answers: try container.decodeIfPresent(String.self, forKey: .answers),
            note: try container.decodeIfPresent(String.self, forKey: .note),
            space: try container.decodeIfPresent(String.self, forKey: .space),
            withdrawn: try container.decodeIfPresent([String: [String]].self, forKey: .withdrawn))
    }
}

/// A file that belongs to a share: the copy that the receiver gets.
public struct SharedMedia: Sendable, Hashable, Codable {
    /// The copy's SHA-256, as the shared rows name it.
    public let hash: AssetHash
    /// The MIME type.
    public let contentType: String
    /// The copy's size in bytes; nil from versions that didn't report it.
    public let byteCount: Int64?

    /// References a copy of `byteCount` bytes.
    public init(hash: AssetHash, contentType: String, byteCount: Int64?) {
        self.hash = hash
        self.contentType = contentType
        self.byteCount = byteCount
    }
}
