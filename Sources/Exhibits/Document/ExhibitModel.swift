/// A model of an exhibit: its files, how large it is put on a table, and its parts.
public struct ExhibitModel: Sendable, Equatable, Codable {
    /// Unique among the models.
    public var id: String
    /// 1 to 100 characters.
    public var name: String
    /// At most 1000 characters.
    public var description: String
    /// The path of the finest model, a GLB file, as `models/orion.glb`.
    public var file: String
    /// Coarser models, the finest of them first.
    public var levels: [Level]
    /// The path of the model as USDZ in real scale, for AR Quick Look.
    public var usdz: String?
    /// The path of the model as USDZ in table scale.
    public var tableUSDZ: String?
    /// The factor by which it is put on a table: above 0, at most 1000.
    public var tableScale: Double
    /// The path of an image of it.
    public var image: String?
    /// What the image shows, for those who don't see it.
    public var imageDescription: String?
    /// What the viewer shows of it until its first frame.
    public var poster: ExhibitPoster?
    /// The tree of its parts.
    public var parts: [Part]

    /// A model without parts.
    public init(id: String, name: String, description: String = "", file: String, tableScale: Double = 1) {
        self.id = id
        self.name = name
        self.description = description
        self.file = file
        self.tableScale = tableScale
        levels = []
        parts = []
    }

    /// A coarser model.
    public struct Level: Sendable, Equatable, Codable {
        /// The path of a GLB file.
        public var file: String
        /// Its number of triangles.
        public var triangleCount: Int

        /// Creates a level.
        public init(file: String, triangleCount: Int) {
            self.file = file
            self.triangleCount = triangleCount
        }
    }

    /// A named part with its label, its movement in the exploded view and its own parts.
    public struct Part: Sendable, Equatable, Codable {
        /// Unique among all parts of the model.
        public var id: String
        /// 1 to 100 characters.
        public var name: String
        /// At most 1000 characters.
        public var description: String?
        /// Where its label points to: x, y, z in metres, in the frame of the model's file.
        public var position: [Double]
        /// The name of the node in the model's file that belongs to it; nil where it has none of its own.
        public var node: String?
        /// How far it moves in the fully exploded view: x, y, z in metres; nil where it stays.
        public var offset: [Double]?
        /// Its own parts.
        public var parts: [Part]

        /// Creates a part.
        public init(
            id: String, name: String, description: String? = nil, position: [Double], node: String? = nil,
            offset: [Double]? = nil, parts: [Part] = []
        ) {
            self.id = id
            self.name = name
            self.description = description
            self.position = position
            self.node = node
            self.offset = offset
            self.parts = parts
        }

        /// The part and all below it, each before its own parts.
        public var flattened: [Part] { [self] + parts.flatMap(\.flattened) }
    }

    /// All parts, each before its own parts.
    public var allParts: [Part] { parts.flatMap(\.flattened) }
}
