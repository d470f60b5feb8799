import Foundation
import Geometry

/// A scanned place.
public struct Space: Sendable, Equatable {
    /// Identifies the space.
    public let id: SpaceID
    /// What people call it: 1 to 200 characters.
    public var name: String
    /// What people say of it, at most 10,000 characters; may be empty.
    public var description: String
    /// When it was added, to the millisecond.
    public let created: Date
    /// When it was last changed, to the millisecond.
    public var modified: Date
    /// When it was put into the trash; nil where it is not there.
    public let trashed: Date?
    /// Who it belongs to; nil for nobody.
    public let account: AccountID?
    /// Floor area in m², where it is known.
    public let areaSquareMetres: Double?
    /// Triangles of the full model.
    public let triangleCount: Int
    /// Points of the full model.
    public let pointCount: Int
    /// Extent in metres; nil where it holds nothing.
    public let bounds: Bounds?
    /// Its files, in the order of the draft.
    public let assets: [Asset]
    /// How it was captured; nil where it came from a model file.
    public let capture: CaptureRecord?
    /// The report of the scan (coverage, quality, place, date): a JSON object, which the library keeps without looking into
    /// it; nil where nothing is known.
    public let report: String?
}

/// What a space was reconstructed from.
public struct CaptureRecord: Sendable, Equatable {
    /// Identifies the capture.
    public let id: CaptureID
    /// The layout of the capture's files.
    public let kind: String
    /// Frames that the capture has.
    public let frameCount: Int
    /// Frames that could not be used.
    public let skippedFrames: Int
    /// How long the reconstruction took.
    public let seconds: Double
    /// What the user should know about it, a line each.
    public let notes: [String]
}

/// A space to be added.
public struct SpaceDraft: Sendable {
    /// 1 to 200 characters without control characters; space at the ends is cut.
    public var name: String
    /// Floor area in m², finite and not negative.
    public var areaSquareMetres: Double?
    /// Triangles of the full model; not negative.
    public var triangleCount: Int
    /// Points of the full model; not negative.
    public var pointCount: Int
    /// Extent in metres, finite; empty bounds are kept as none.
    public var bounds: Bounds?
    /// What it was reconstructed from; nil for a model file.
    public var capture: CaptureDraft?
    /// A JSON object of at most 256 kB.
    public var report: String?
    /// Its floor plan: a JSON object of at most 4 MB.
    public var plan: String?
    /// Its files.
    public var assets: [AssetDraft]

    /// Creates a draft; `Library.add` checks it.
    public init(
        name: String, areaSquareMetres: Double? = nil, triangleCount: Int = 0, pointCount: Int = 0, bounds: Bounds? = nil,
        capture: CaptureDraft? = nil, report: String? = nil, plan: String? = nil, assets: [AssetDraft] = []
    ) {
        self.name = name
        self.areaSquareMetres = areaSquareMetres
        self.triangleCount = triangleCount
        self.pointCount = pointCount
        self.bounds = bounds
        self.capture = capture
        self.report = report
        self.plan = plan
        self.assets = assets
    }
}

/// The capture of a space to be added; see `CaptureRecord`.
public struct CaptureDraft: Sendable {
    /// Capture format, 1 to 100 characters.
    public var kind: String
    /// Frames that the capture has; not negative.
    public var frameCount: Int
    /// Frames that could not be used; not negative.
    public var skippedFrames: Int
    /// Duration of the reconstruction in seconds.
    public var seconds: Double
    /// Notes for the user, a line each.
    public var notes: [String]

    /// Creates a draft; `Library.add` checks it.
    public init(kind: String, frameCount: Int, skippedFrames: Int = 0, seconds: Double = 0, notes: [String] = []) {
        self.kind = kind
        self.frameCount = frameCount
        self.skippedFrames = skippedFrames
        self.seconds = seconds
        self.notes = notes
    }
}
