import Service
import Testing

/// What a request to process a scan may ask for.
@Suite struct ScanJobRequestTests {
    private func kind(_ request: ScanJobRequest) -> ServiceError.Kind? {
        do throws(ServiceError) {
            try request.check()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func `defaults are a standard surface as glb`() {
        let request = ScanJobRequest(mode: "interior")
        #expect(kind(request) == nil)
        #expect(request.technologies == ["photogrammetry"] && request.outputFormats == ["glb"] && request.quality == "standard")
    }

    @Test(arguments: ["nerf", "nsr"]) func `technologies that this deployment lacks are listed with those that it has`(word: String)
    {
        let request = ScanJobRequest(mode: "interior", technologies: [word])
        do throws(ServiceError) {
            try request.check()
            Issue.record("\(word) was accepted")
        } catch {
            #expect(error.kind == .notPossible && error.message.contains("photogrammetry, gaussianSplatting"))
        }
    }

    @Test func `unknown words are refused`() {
        let wrong = [
            ScanJobRequest(mode: "garden"), ScanJobRequest(mode: "interior", quality: "best"),
            ScanJobRequest(mode: "interior", technologies: []), ScanJobRequest(mode: "interior", technologies: ["magic"]),
            ScanJobRequest(mode: "interior", outputFormats: ["doc"]),
            ScanJobRequest(mode: "interior", outputFormats: ["glb", "glb"]),
            ScanJobRequest(mode: "interior", settings: ["speed": "1"]),
            ScanJobRequest(mode: "interior", settings: ["voxelSize": "-1"]),
        ]
        for request in wrong { #expect(kind(request) == .invalidInput, "\(request)") }
    }

    @Test func `formats of splats need splats, others a surface`() {
        #expect(kind(ScanJobRequest(mode: "object", outputFormats: ["spz"])) == .invalidInput)
        #expect(kind(ScanJobRequest(mode: "object", technologies: ["gaussianSplatting"], outputFormats: ["spz"])) == nil)
        #expect(kind(ScanJobRequest(mode: "object", technologies: ["gaussianSplatting"], outputFormats: ["glb"])) == .invalidInput)
    }
}
