import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct DioramaCaptureTests {
    private let sample = SampleCapture()

    /// Records the sample's frames; without `finish` as a program that was stopped would leave them.
    private func record(_ folder: URL, poses: Bool = true, finish: Bool = true) throws {
        let place = GeographicPlace(latitude: 48.137, longitude: 11.575, altitude: 519, heading: 90, accuracy: 5)
        let recorder = try CaptureRecorder(
            folder, details: CaptureDetails(device: "iPhone \"15\" Pro", recorded: 1_763_728_366.25, place: place))
        for i in 0..<sample.count {
            var frame = CaptureRecorder.Frame(
                time: Double(i) * 0.5, pose: poses ? sample.pose(i) : nil, intrinsics: sample.intrinsics,
                color: try PNG.encode(sample.color(i)), depth: try PNG.encodeGray16(sample.codes(i)),
                confidence: try PNG.encodeGray8(sample.confidence(i)))
            frame.exposure = 1 / 60
            frame.iso = 125
            frame.tracking = i == 0 ? .limited : .normal
            frame.gravity = Vector3(0, -1, 0)
            try recorder.append(frame)
            #expect(recorder.frameCount == i + 1)
        }
        if finish { try recorder.finish() }
    }

    private func problem(_ folder: URL, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: CaptureError.self, sourceLocation: location) { try Capture.open(folder) }
        return try #require(error, sourceLocation: location).description
    }

    @Test func `what was recorded is read back as it was`() throws {
        try TestData.withTemporaryFolder { folder in
            try record(folder)
            let capture = try Capture.open(folder)
            #expect(capture.kind == "Diorama capture" && capture.frameCount == 5 && capture.hasPoses)
            #expect(capture.notes == ["frames with limited tracking: 1"])
            #expect(capture.details.device == "iPhone \"15\" Pro" && capture.details.duration == 2)
            #expect(abs(try #require(capture.details.recorded) - 1_763_728_366.25) < 0.001)
            #expect(capture.details.place?.latitude == 48.137 && capture.details.place?.heading == 90)
            for i in 0..<5 {
                let frame = try capture.frame(at: i)
                #expect(frame.timestamp == Double(i) * 0.5)
                #expect(frame.color == sample.color(i) && frame.confidence == sample.confidence(i))
                expectNear(frame.pose, sample.pose(i))
                expectNear(frame.colorIntrinsics, sample.intrinsics)
                expectNear(frame.depth, sample.depth(i, unitsPerMetre: 1000))
            }
            let error = #expect(throws: CaptureError.self) { try CaptureRecorder(folder) }
            #expect(error?.description.contains("there is a capture here already") == true)
        }
    }

    @Test func `a recording that was cut off loses at most its last frame`() throws {
        try TestData.withTemporaryFolder { folder in
            try record(folder, finish: false)
            #expect(try Capture.open(folder).notes.last == "the recording was not finished: its last frames may be missing")
            let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent("frames.jsonl")))
            let fourth = whole.indices.filter { whole[$0] == 10 }[3]
            for end in [fourth + 2, fourth + 100, whole.count - 1] {
                try put(whole[..<end], in: folder, path: "frames.jsonl")
                let capture = try Capture.open(folder)
                #expect(capture.frameCount == 4)
                #expect(
                    capture.notes.last == "the last line of frames.jsonl is incomplete and left out: the recording was cut off")
                for i in 0..<4 { #expect(try capture.frame(at: i).index == i) }
            }
            try put(whole[...fourth], in: folder, path: "frames.jsonl")
            #expect(try Capture.open(folder).frameCount == 4)
            try put("", in: folder, path: "frames.jsonl")
            #expect(try problem(folder).contains("this capture has no frames"))
        }
    }

    @Test func `every moment of a recording is a capture`() throws {
        try TestData.withTemporaryFolder { folder in
            let recorder = try CaptureRecorder(folder)
            #expect(try problem(folder).contains("this capture has no frames"))
            for i in 0..<3 {
                try recorder.append(
                    CaptureRecorder.Frame(
                        time: Double(i), pose: sample.pose(i), intrinsics: sample.intrinsics,
                        depth: try PNG.encodeGray16(sample.codes(i))))
                #expect(try Capture.open(folder).frameCount == i + 1)
            }
            var bad = CaptureRecorder.Frame(time: .nan, pose: nil, intrinsics: sample.intrinsics)
            #expect(throws: CaptureError.self) { try recorder.append(bad) }
            bad.time = 3
            bad.intrinsics.fx = 0
            #expect(throws: CaptureError.self) { try recorder.append(bad) }
            #expect(recorder.frameCount == 3)
        }
    }

    @Test func `a damaged line spoils its frame only`() throws {
        try TestData.withTemporaryFolder { folder in
            try record(folder)
            try edit(folder, path: "frames.jsonl") { text in
                var lines = text.split(separator: "\n").map(String.init)
                lines[0] = "{\"time\": "
                lines[1] = lines[1].replacingOccurrences(of: "\"rotation\":[", with: "\"rotation\":[3,")
                lines[2] = lines[2].replacingOccurrences(of: "\"intrinsics\":[", with: "\"intrinsics\":[-")
                lines[3] = lines[3].replacingOccurrences(of: "\"tracking\":\"normal\"", with: "\"tracking\":\"none\"")
                lines[4] = lines[4].replacingOccurrences(
                    of: "\"tracking\":\"normal\"", with: "\"tracking\":\"dreaming\",\"new\":[{}]")
                text = lines.joined(separator: "\n") + "\n"
            }
            let capture = try Capture.open(folder)
            let problems = [
                "line 1: this is not a frame", "line 2: “position” has 3", "line 3: “intrinsics” are",
                "line 4: the frame has no pose",
            ]
            for (i, expected) in problems.enumerated() {
                let error = #expect(throws: CaptureError.self) { try capture.frame(at: i) }
                #expect(error?.description.contains("frames.jsonl: \(expected)") == true, "\(i): \(error?.description ?? "")")
            }
            #expect(try capture.frame(at: 4).color == sample.color(4))
            try edit(folder, path: "frames.jsonl") {
                $0 = $0.replacingOccurrences(of: "color/000004.png", with: "../../secret.png")
            }
            #expect(try problem(folder).contains("line 5: “../../secret.png” is outside of the capture's folder"))
        }
    }

    @Test func `recordings without poses open without, and newer versions are refused`() throws {
        try TestData.withTemporaryFolder { folder in
            try record(folder, poses: false)
            let capture = try Capture.open(folder)
            #expect(!capture.hasPoses && capture.hasDepth)
            #expect(try capture.frame(at: 2).pose == .identity)
            try edit(folder, path: "capture.json") {
                $0 = $0.replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 2, \"frames\": {}")
            }
            #expect(
                try problem(folder).hasSuffix(
                    "this capture is of version 2 of its layout, newer than 1, the newest known here; update Diorama"))
            try put("{\"format\": \"another\", \"version\": 1}", in: folder, path: "capture.json")
            #expect(try problem(folder).contains("this is not a Diorama capture"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("capture.json"))
            #expect(try problem(folder).contains("capture.json is missing"))
        }
    }
}
