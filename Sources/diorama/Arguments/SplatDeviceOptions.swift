import ArgumentParser
import Splats

/// On which device a command that imports captures trains their splats.
struct SplatDeviceOptions: ParsableArguments {
    static let usual = SplatTrainingOptions.usual.device

    @Option(
        help: ArgumentHelp(
            """
            Where splats of imported captures are trained: cpu, vulkan for a graphics processor, or auto for a graphics processor \
            where there is a usable one.
            """, valueName: "device"))
    var splatDevice = Self.usual

    /// How splats are trained.
    /// - Throws: `SplatError.device` where this machine doesn't have the device.
    func training() throws -> SplatTrainingOptions {
        try splatDevice.check()
        var options = SplatTrainingOptions.usual
        options.device = splatDevice
        return options
    }
}
