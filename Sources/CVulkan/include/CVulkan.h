// Computation on a Vulkan device, as far as Diorama needs it: devices, buffers, shaders, and commands that run one after the other.
// libvulkan is opened at run time, so that programs build and run on machines without it. Standard: Vulkan 1.1.
#ifndef CVULKAN_H
#define CVULKAN_H

#include <stdbool.h>
#include <stdint.h>

enum {
    /// Largest number of buffers of a shader and of bytes of its constants.
    VulkanMaxBuffers = 16, VulkanMaxConstants = 128,
    /// Invocations of a workgroup and bytes of shared memory that a usable device has.
    VulkanInvocations = 256, VulkanSharedMemory = 16384,
    /// Workgroups along the first dimension at most.
    VulkanMaxGroups = 32768,
};

/// Types of devices, as Vulkan numbers them.
enum { VulkanOther = 0, VulkanIntegrated = 1, VulkanDiscrete = 2, VulkanVirtual = 3, VulkanSoftware = 4 };

/// A device of this machine.
typedef struct {
    char name[256];
    int32_t type;
    /// Bytes of one buffer that a shader can use.
    uint64_t maxBuffer;
    uint32_t subgroupSize;
    /// What the device lacks; empty where it is usable.
    char flaw[128];
} VulkanDeviceInfo;

/// An open device with a queue; used by one thread at a time.
typedef struct VulkanDevice VulkanDevice;
typedef struct VulkanBuffer VulkanBuffer;
typedef struct VulkanShader VulkanShader;

/// Writes the devices of this machine to `list`, at most `capacity`; returns their number. Where there is none, or Vulkan is not
/// installed, returns 0 and writes a line with the reason to `reason` (256 bytes).
int32_t VulkanDevices(VulkanDeviceInfo *list, int32_t capacity, char *reason);

/// Opens device `index` of VulkanDevices; null with a line in `reason` (256 bytes) where that fails.
VulkanDevice *VulkanOpen(int32_t index, char *reason);
/// Closes the device; its buffers and shaders are freed before.
void VulkanClose(VulkanDevice *device);

/// Memory of `bytes` bytes on the device; with `isHost`, memory that both sides reach. Null where memory is lacking.
VulkanBuffer *VulkanMakeBuffer(VulkanDevice *device, uint64_t bytes, bool isHost);
void VulkanFreeBuffer(VulkanDevice *device, VulkanBuffer *buffer);
/// Where the host reaches a host buffer; null for others.
void *VulkanContents(VulkanBuffer *buffer);

/// A compute shader of SPIR-V `code`, whose bindings 0 ..< buffers of set 0 are storage buffers. Null where that fails.
VulkanShader *VulkanMakeShader(VulkanDevice *device, const uint32_t *code, uint64_t words, int32_t buffers, int32_t constantBytes);
void VulkanFreeShader(VulkanDevice *device, VulkanShader *shader);

// Commands between VulkanBegin and VulkanRun run in their order; each sees what those before wrote. A failure is kept until
// VulkanRun reports it.

void VulkanBegin(VulkanDevice *device);
/// Runs `groups` workgroups, in two dimensions where there are many: the shader has to leave out those from `groups` on. The
/// buffers are in the order of the bindings.
void VulkanDispatch(
    VulkanDevice *device, VulkanShader *shader, VulkanBuffer *const *buffers, const void *constants, uint64_t groups);
/// Copies bytes between buffers; offsets and size are multiples of 4.
void VulkanCopy(
    VulkanDevice *device, VulkanBuffer *from, uint64_t fromOffset, VulkanBuffer *to, uint64_t toOffset, uint64_t bytes);
/// Fills the first `bytes` bytes, a multiple of 4, with a word.
void VulkanFill(VulkanDevice *device, VulkanBuffer *buffer, uint64_t bytes, uint32_t word);
/// Writes up to 65,536 bytes, a multiple of 4, to the beginning of a buffer; they are copied now.
void VulkanWrite(VulkanDevice *device, VulkanBuffer *buffer, const void *data, uint64_t bytes);
/// Submits the commands and waits for them; returns 0, or the first failure as Vulkan numbers it.
int32_t VulkanRun(VulkanDevice *device);

#endif
