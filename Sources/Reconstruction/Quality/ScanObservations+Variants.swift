import Geometry

extension ScanObservations {
    /// Where another trajectory puts what was seen from each station.
    public struct Variant: Sendable, Equatable {
        /// A small motion: a point moves by `translation` and by `rotation` × its position relative to the station.
        public struct Motion: Sendable, Equatable {
            /// Metres.
            public var translation: Vector3
            /// A rotation vector, radians.
            public var rotation: Vector3

            /// Translation in metres, rotation vector in radians.
            public init(translation: Vector3 = .init(repeating: 0), rotation: Vector3 = .init(repeating: 0)) {
                self.translation = translation
                self.rotation = rotation
            }
        }

        /// How the other trajectory was made.
        public var kind: TrajectoryVariant.Kind
        /// One for each station.
        public var motions: [Motion]

        /// A variant with one motion for each station.
        public init(kind: TrajectoryVariant.Kind, motions: [Motion]) {
            self.kind = kind
            self.motions = motions
        }
    }
}
