import Geometry
import Splats
import Testing

/// The choice of a device, whether there is one or not.
@Suite struct SplatDeviceTests {
    @Test func `the names of the choices are those of the command line`() {
        #expect(SplatDevice.allCases.map(\.rawValue) == ["cpu", "vulkan", "auto"])
        #expect(SplatTrainingOptions().device == .cpu)
    }

    @Test func `auto takes no software implementation and works everywhere`() throws {
        let renderer = try SplatRenderer(SplatRendererTests.splat(at: Vector3(0, 0, -2)), device: .automatic)
        let preferred = VulkanDeviceDescription.preferred()
        let isProcessor = preferred.map { $0.type == .software } ?? true
        #expect(renderer.device.device == (isProcessor ? .cpu : .vulkan))
        #expect(renderer.device.model == (isProcessor ? nil : preferred?.name))
        let drawn = try renderer.render(pose: .identity, intrinsics: SplatRendererTests.camera)
        #expect(drawn.alpha.pixels.contains { $0 > 0.5 })
    }

    @Test func `every device is usable or has a reason, as the whole list has`() throws {
        let (devices, reason) = VulkanDeviceDescription.all()
        #expect(devices.isEmpty == (reason != nil))
        for device in devices { #expect(!device.name.isEmpty && device.flaw?.isEmpty != true && device.maximumBuffer > 1 << 20) }
        #expect(devices.contains { $0.flaw == nil } == (VulkanDeviceDescription.preferred() != nil))
    }

    @Test(.enabled(if: !VulkanTests.isThere, "a Vulkan device is usable"))
    func `without a usable device Vulkan is refused with the reason and what to do`() {
        let error = #expect(throws: SplatError.self) { try SplatDevice.vulkan.check() }
        let text = error?.description ?? ""
        #expect(text.contains("no Vulkan device is usable") && text.contains("cpu"), "\(text)")
        #expect(throws: SplatError.self) { try SplatRenderer(SplatCloud(), device: .vulkan) }
    }
}
