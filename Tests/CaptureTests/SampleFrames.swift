import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

/// The sample capture as frames, for writers to write.
struct SampleFrames: FrameSource {
    var sample = SampleCapture()
    var hasColor = true
    var hasConfidence = true
    var frameCount: Int { sample.count }
    let notes: [String] = []

    func pose(at index: Int) -> RigidTransform? { sample.pose(index) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        Frame(
            index: index, timestamp: Double(index) / 60, pose: sample.pose(index), depth: sample.depth(index, unitsPerMetre: 1000),
            depthIntrinsics: sample.intrinsics.scaled(toWidth: sample.depthWidth, height: sample.depthHeight),
            confidence: hasConfidence ? sample.confidence(index) : nil, color: hasColor ? sample.color(index) : nil,
            colorIntrinsics: sample.intrinsics)
    }

    var capture: Capture { Capture(name: "sample", kind: "test", source: self) }
}

/// The layouts of phone apps that have a writer.
enum PhoneLayout: String, CaseIterable, Sendable {
    case strayScanner = "Stray Scanner"
    case record3D = "Record3D"
    case polycam = "Polycam"
    case scannerApp = "3D Scanner App"

    var writer: any CaptureWriter.Type {
        switch self {
        case .strayScanner: StrayScannerWriter.self
        case .record3D: Record3DWriter.self
        case .polycam: PolycamWriter.self
        case .scannerApp: ScannerAppWriter.self
        }
    }

    /// Where a capture of this layout is written in `folder`.
    func place(in folder: URL) -> URL { folder.appendingPathComponent(self == .record3D ? "sample.r3d" : "sample") }

    /// Files of a written sample of which damage is tried.
    var files: [String] {
        switch self {
        case .strayScanner: ["odometry.csv", "camera_matrix.csv"]
        case .record3D: []
        case .polycam:
            ["keyframes/cameras/0.json", "keyframes/depth/0.png", "keyframes/confidence/0.png", "keyframes/images/0.jpg"]
        case .scannerApp: ["frame_00000.json", "depth_00000.png", "conf_00000.png", "frame_00000.jpg"]
        }
    }
}

/// Runs `body` with a sample written in a phone's layout.
func withPhoneSample(_ layout: PhoneLayout, frames: SampleFrames = SampleFrames(), body: (URL) throws -> Void) throws {
    try TestData.withTemporaryFolder { folder in
        let place = layout.place(in: folder)
        try layout.writer.write(frames.capture, to: place, progress: .silent)
        try body(place)
    }
}

/// The error of opening a capture, as the one line that a user sees.
func openingProblem(_ url: URL, at location: SourceLocation = #_sourceLocation) throws -> String {
    let error = #expect(throws: CaptureError.self, sourceLocation: location) { try Capture.open(url) }
    let text = try #require(error, sourceLocation: location).description
    #expect(!text.contains("\n") && text.count < 500, sourceLocation: location)
    return text
}

/// The error of reading a frame.
func frameProblem(_ capture: Capture, _ index: Int, at location: SourceLocation = #_sourceLocation) throws -> String {
    let error = #expect(throws: CaptureError.self, sourceLocation: location) { try capture.frame(at: index) }
    let text = try #require(error, sourceLocation: location).description
    #expect(!text.contains("\n") && text.count < 500, sourceLocation: location)
    return text
}
