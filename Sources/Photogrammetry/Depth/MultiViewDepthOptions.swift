import CStereo

/// How depth is computed from posed photos.
public struct MultiViewDepthOptions: Sendable, Equatable {
    /// Longer edge of the depth images, pixels; photos are reduced to it, never enlarged.
    public var maximumImageEdge: Int
    /// Photos that each photo is matched with.
    public var sourceViews: Int
    /// A depth counts where at least this many other photos see the surface at the same place.
    public var minimumConsistentViews: Int
    /// Whether untextured parts between consistent depths of one plane are completed, where no photo contradicts.
    public var completesPlanes: Bool
    /// What depth is computed of.
    public var region = Region.everything

    /// A part of what photos show.
    public enum Region: String, Sendable, CaseIterable {
        /// All pixels.
        case everything
        /// The object that all photos look at, and what is near it in them; everything where no such object is found.
        case object
    }

    /// Options: the image edge in pixels (128 to 4096), the number of source views (2 to 8), and of views that have to agree (1 to
    /// the number of source views).
    public init(
        maximumImageEdge: Int = 640, sourceViews: Int = 6, minimumConsistentViews: Int = 2, completesPlanes: Bool = true
    ) {
        self.maximumImageEdge = maximumImageEdge
        self.sourceViews = sourceViews
        self.minimumConsistentViews = minimumConsistentViews
        self.completesPlanes = completesPlanes
    }

    /// - Throws: `PhotogrammetryError` for the first value that is out of range.
    public func check() throws(PhotogrammetryError) {
        func refuse(_ name: String, _ value: Int, outside range: ClosedRange<Int>) throws(PhotogrammetryError) {
            guard !range.contains(value) else { return }
            throw PhotogrammetryError(
                name, "\(value) is out of range", remedy: "choose between \(range.lowerBound) and \(range.upperBound)")
        }
        try refuse("maximum image edge", maximumImageEdge, outside: 128...4096)
        try refuse("source views", sourceViews, outside: 2...Int(StereoMaxSources))
        try refuse("minimum of consistent views", minimumConsistentViews, outside: 1...sourceViews)
    }
}
