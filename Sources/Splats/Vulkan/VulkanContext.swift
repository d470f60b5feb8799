import CSplatShaders
import CVulkan
import Foundation

/// An open Vulkan device: shaders, commands, and memory that both sides reach for what goes to and fro.
///
/// Between `begin` and `run` commands are recorded; they run in their order. Arrays are made large enough before `begin`.
final class VulkanContext {
    let description: VulkanDeviceDescription
    let device: OpaquePointer
    private var shaders: [String: OpaquePointer] = [:]
    private var staging: OpaquePointer?
    private var stagingBytes = 0
    private var stagingUsed = 0

    /// - Throws: `SplatError.device`.
    init(_ description: VulkanDeviceDescription) throws(SplatError) {
        var reason = [CChar](repeating: 0, count: 256)
        guard let device = VulkanOpen(description.index, &reason) else {
            throw .device("\(description.name): \(String(terminated: reason)), or use the device cpu")
        }
        self.device = device
        self.description = description
    }

    deinit {
        for shader in shaders.values { VulkanFreeShader(device, shader) }
        if let staging { VulkanFreeBuffer(device, staging) }
        VulkanClose(device)
    }

    /// - Parameter staging: bytes that will be uploaded and downloaded until `run`.
    /// - Throws: `SplatError.memory`.
    func begin(staging bytes: Int) throws(SplatError) {
        if bytes > stagingBytes {
            if let staging { VulkanFreeBuffer(device, staging) }
            stagingBytes = 0
            staging = VulkanMakeBuffer(device, UInt64(bytes), true)
            guard staging != nil else { throw lacksMemory(bytes, for: "transfers") }
            stagingBytes = bytes
        }
        stagingUsed = 0
        VulkanBegin(device)
    }

    /// Runs what was recorded, and waits for it.
    /// - Throws: `SplatError.memory`, `.device`.
    func run() throws(SplatError) {
        switch VulkanRun(device) {
        case 0: return
        case -1, -2:
            throw .memory("the Vulkan device \(description.name) has no memory left; use fewer splats or smaller images")
        case let code:
            throw .device(
                "the Vulkan device \(description.name) failed (\(code)); check its driver, or use the device cpu")
        }
    }

    /// Records a shader.
    /// - Parameters:
    ///   - name: its file without extension.
    ///   - arrays: in the order of its bindings.
    ///   - constants: its push constants.
    ///   - groups: number of workgroups.
    /// - Throws: `SplatError.device` where the driver doesn't compile the shader.
    func dispatch(_ name: String, _ arrays: [DeviceArray], constants: [UInt32] = [], groups: Int) throws(SplatError) {
        let shader = try shader(name, buffers: arrays.count, constantBytes: constants.count * 4)
        VulkanDispatch(device, shader, arrays.map { $0.buffer }, constants, UInt64(groups))
    }

    private func shader(_ name: String, buffers: Int, constantBytes: Int) throws(SplatError) -> OpaquePointer {
        if let known = shaders[name] { return known }
        guard let code = SplatShaderNamed(name) else { preconditionFailure("no shader \(name)") }
        guard
            let made = VulkanMakeShader(
                device, code.pointee.code, code.pointee.words, Int32(buffers), Int32(constantBytes))
        else {
            throw .device(
                "the driver of the Vulkan device \(description.name) doesn't compile the shader \(name); "
                    + "update it, or use the device cpu")
        }
        shaders[name] = made
        return made
    }

    /// Records that `bytes` bytes, which are copied now, go to the beginning of `array`.
    func upload(_ source: UnsafeRawPointer, bytes: Int, to array: DeviceArray) {
        guard bytes > 0 else { return }
        guard let staging else { preconditionFailure("begin was given no staging bytes") }
        let offset = stage(bytes)
        memcpy(VulkanContents(staging) + offset, source, bytes)
        VulkanCopy(device, staging, UInt64(offset), array.buffer, 0, UInt64(bytes))
    }

    /// Records that the first bytes of `array` are read; they are valid from `run` to the next `begin`.
    func download(_ array: DeviceArray, from offset: Int = 0, bytes: Int) -> UnsafeRawPointer {
        let to = stage(bytes)
        guard let staging else { preconditionFailure("begin was given no staging bytes") }
        VulkanCopy(device, array.buffer, UInt64(offset), staging, UInt64(to), UInt64(bytes))
        return UnsafeRawPointer(VulkanContents(staging) + to)
    }

    /// Records that a few numbers, at most 16,384, go to the beginning of `array`.
    func write(_ words: [UInt32], to array: DeviceArray) { VulkanWrite(device, array.buffer, words, UInt64(words.count * 4)) }

    /// Records that the first words of `array` become 0.
    func clear(_ array: DeviceArray, words: Int) { VulkanFill(device, array.buffer, UInt64(words * 4), 0) }

    private func stage(_ bytes: Int) -> Int {
        precondition(stagingUsed + bytes <= stagingBytes)
        defer { stagingUsed += bytes }
        return stagingUsed
    }

    func lacksMemory(_ bytes: Int, for content: String) -> SplatError {
        .memory(
            "the Vulkan device \(description.name) has no \((bytes >> 20) + 1) MiB left for \(content); "
                + "use fewer splats or smaller images")
    }
}

/// Words on the device. Grows as needed; its contents are lost then.
final class DeviceArray {
    private let context: VulkanContext
    private let content: String
    private(set) var words = 0
    private var made: OpaquePointer?

    /// - Parameter content: for errors.
    init(_ context: VulkanContext, _ content: String) {
        self.context = context
        self.content = content
    }

    deinit { if let made { VulkanFreeBuffer(context.device, made) } }

    var buffer: OpaquePointer {
        guard let made else { preconditionFailure("no memory was reserved for \(content)") }
        return made
    }

    /// Makes it at least so large; a quarter larger where it grows again and again.
    /// - Throws: `SplatError.memory` with what to reduce.
    func reserve(_ count: Int) throws(SplatError) {
        guard count > words || made == nil else { return }
        let limit = context.description.maximumBuffer / 4
        guard count <= limit else {
            throw .memory(
                "the Vulkan device \(context.description.name) holds at most \(limit >> 18) MiB in one buffer, \(content) need "
                    + "\((count >> 18) + 1) MiB; use fewer splats or smaller images, or the device cpu")
        }
        let larger = min(max(words > 0 ? count + count / 4 : count, 1), limit)
        if let made { VulkanFreeBuffer(context.device, made) }
        words = 0
        made = VulkanMakeBuffer(context.device, UInt64(larger * 4), false)
        guard made != nil else { throw context.lacksMemory(larger * 4, for: content) }
        words = larger
    }
}
