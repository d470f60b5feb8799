import CVulkan

/// Where splats are drawn and trained.
public enum SplatDevice: String, Sendable, Equatable, Codable, CaseIterable {
    /// The processor; results are the same bits everywhere.
    case cpu
    /// The preferred Vulkan device: a software implementation only without another one. Results differ from the CPU's by
    /// rounding.
    case vulkan
    /// A graphics processor where Vulkan finds a usable one, else the CPU.
    case automatic = "auto"

    /// - Throws: `SplatError.device` where a Vulkan device is asked for and none is usable, with the reason.
    public func check() throws(SplatError) {
        if self == .vulkan, VulkanDeviceDescription.preferred() == nil { throw .device(VulkanDeviceDescription.whyNone()) }
    }

    /// A backend for this choice.
    /// - Parameters:
    ///   - capacity: largest number of splats.
    ///   - trains: whether derivatives are needed.
    /// - Throws: `SplatError.device` where a Vulkan device is asked for and none is usable.
    func makeBackend(capacity: Int, trains: Bool) throws(SplatError) -> any SplatBackend {
        let chosen: VulkanDeviceDescription?
        switch self {
        case .cpu: chosen = nil
        case .automatic: chosen = VulkanDeviceDescription.preferred().flatMap { $0.type == .software ? nil : $0 }
        case .vulkan:
            try check()
            chosen = VulkanDeviceDescription.preferred()
        }
        guard let chosen else { return SplatRasterizer(capacity: capacity, trains: trains) }
        return try VulkanRasterizer(VulkanContext(chosen), trains: trains)
    }
}

/// A device that Vulkan finds on this machine.
public struct VulkanDeviceDescription: Sendable, Equatable {
    /// Types of devices, the preferred ones first.
    public enum DeviceType: Int, Sendable, Comparable {
        /// A graphics card.
        case discrete
        /// A graphics processor that shares the processor's memory.
        case integrated
        /// A part of a graphics processor, in a virtual machine.
        case virtual
        /// Anything else that isn't the processor.
        case other
        /// A program on the processor, such as Mesa's lavapipe.
        case software

        /// Whether `a` is preferred to `b`.
        public static func < (a: DeviceType, b: DeviceType) -> Bool { a.rawValue < b.rawValue }
    }

    /// As its driver names it.
    public var name: String
    /// What it is.
    public var type: DeviceType
    /// What it lacks for splats; nil where it is usable.
    public var flaw: String?
    /// Bytes of the largest buffer that a shader can use.
    public var maximumBuffer: Int
    let index: Int32

    /// All devices, and the reason where there is none.
    public static func all() -> (devices: [VulkanDeviceDescription], reason: String?) {
        var list = [VulkanDeviceInfo](repeating: VulkanDeviceInfo(), count: 16)
        var reason = [CChar](repeating: 0, count: 256)
        let count = VulkanDevices(&list, Int32(list.count), &reason)
        let devices = list.prefix(Int(count)).enumerated().map { VulkanDeviceDescription($1, index: Int32($0)) }
        return (devices, devices.isEmpty ? String(terminated: reason) : nil)
    }

    /// The usable device that is used: the first one of the preferred type; nil where none is usable.
    public static func preferred() -> VulkanDeviceDescription? {
        all().devices.filter { $0.flaw == nil }.min { ($0.type, $0.index) < ($1.type, $1.index) }
    }

    /// Why no device is usable and what to do, in a line.
    static func whyNone() -> String {
        let (devices, reason) = all()
        let text = reason ?? devices.map { "\($0.name): \($0.flaw ?? "usable")" }.joined(separator: "; ")
        return "no Vulkan device is usable: \(text); or use the device cpu"
    }

    private init(_ info: VulkanDeviceInfo, index: Int32) {
        name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let text = withUnsafeBytes(of: info.flaw) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        flaw = text.isEmpty ? nil : text
        switch Int(info.type) {
        case Int(VulkanDiscrete): type = .discrete
        case Int(VulkanIntegrated): type = .integrated
        case Int(VulkanVirtual): type = .virtual
        case Int(VulkanSoftware): type = .software
        default: type = .other
        }
        maximumBuffer = Int(info.maxBuffer)
        self.index = index
    }
}

extension String {
    /// A text of C.
    init(terminated characters: [CChar]) {
        self.init(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
