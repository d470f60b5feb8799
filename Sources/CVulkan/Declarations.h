// The parts of the Vulkan 1.1 interface that are used, declared after the specification: its binary interface is fixed, and so no
// header of another package is needed. scripts/vulkan-abi.c compares them with Khronos' header where that is installed.
#ifndef VULKAN_DECLARATIONS_H
#define VULKAN_DECLARATIONS_H

#include <stddef.h>
#include <stdint.h>

// Handles: pointers for dispatchable objects, 64-bit numbers for others.
typedef struct Instance_T *Instance;
typedef struct PhysicalDevice_T *PhysicalDevice;
typedef struct Device_T *Device;
typedef struct Queue_T *Queue;
typedef struct CommandBuffer_T *CommandBuffer;
typedef uint64_t Handle;

/// Values of VkStructureType.
enum {
    TypeApplicationInfo = 0, TypeInstanceCreateInfo = 1, TypeDeviceQueueCreateInfo = 2, TypeDeviceCreateInfo = 3,
    TypeSubmitInfo = 4, TypeMemoryAllocateInfo = 5, TypeFenceCreateInfo = 8, TypeBufferCreateInfo = 12,
    TypeShaderModuleCreateInfo = 16, TypeShaderStageCreateInfo = 18, TypeComputePipelineCreateInfo = 29,
    TypePipelineLayoutCreateInfo = 30, TypeDescriptorSetLayoutCreateInfo = 32, TypeDescriptorPoolCreateInfo = 33,
    TypeDescriptorSetAllocateInfo = 34,
    TypeWriteDescriptorSet = 35, TypeCommandPoolCreateInfo = 39, TypeCommandBufferAllocateInfo = 40,
    TypeCommandBufferBeginInfo = 42, TypeMemoryBarrier = 46, TypeProperties2 = 1000059001, TypeSubgroupProperties = 1000094000,
};

/// Flags and numbers of several enumerations.
enum {
    Version11 = 1 << 22 | 1 << 12,
    QueueCompute = 2,
    UsageTransferSource = 1, UsageTransferTarget = 2, UsageStorage = 0x20,
    MemoryDeviceLocal = 1, MemoryHostVisible = 2, MemoryHostCoherent = 4, MemoryHostCached = 8,
    DescriptorStorageBuffer = 7,
    StageCompute = 0x20,
    PipelineStageCompute = 0x800, PipelineStageTransfer = 0x1000, PipelineStageHost = 0x4000,
    AccessShaderRead = 0x20, AccessShaderWrite = 0x40, AccessTransferRead = 0x800, AccessTransferWrite = 0x1000,
    AccessHostRead = 0x2000, AccessHostWrite = 0x4000,
    BindCompute = 1,
    OneTimeSubmit = 1,
    SubgroupBasic = 1, SubgroupVote = 2, SubgroupArithmetic = 4,
    ResultOutOfHostMemory = -1, ResultOutOfDeviceMemory = -2, ResultIncompatibleDriver = -9,
};

typedef struct {
    uint32_t type; const void *next; const char *name; uint32_t version; const char *engine; uint32_t engineVersion, api;
} ApplicationInfo;
typedef struct {
    uint32_t type; const void *next; uint32_t flags; const ApplicationInfo *application; uint32_t layerCount;
    const char *const *layers; uint32_t extensionCount; const char *const *extensions;
} InstanceCreateInfo;
typedef struct { uint32_t type; const void *next; uint32_t flags, family, count; const float *priorities; } DeviceQueueCreateInfo;
typedef struct {
    uint32_t type; const void *next; uint32_t flags, queueCount; const DeviceQueueCreateInfo *queues; uint32_t layerCount;
    const char *const *layers; uint32_t extensionCount; const char *const *extensions; const void *features;
} DeviceCreateInfo;
typedef struct { uint32_t flags, count, timestampBits, granularity[3]; } QueueFamilyProperties;
typedef struct { uint32_t flags, heap; } MemoryType;
typedef struct { uint64_t size; uint32_t flags; } MemoryHeap;
typedef struct { uint32_t typeCount; MemoryType types[32]; uint32_t heapCount; MemoryHeap heaps[16]; } MemoryProperties;
typedef struct { uint32_t type; void *next; uint32_t size, stages, operations, quadAllStages; } SubgroupProperties;
/// VkPhysicalDeviceProperties2 with the limits that are read.
typedef struct {
    uint32_t type;
    void *next;
    uint32_t apiVersion, driverVersion, vendor, device;
    int32_t deviceType;
    char name[256];
    uint8_t cache[16];
    uint64_t limits0[3];
    uint32_t limits1, maxStorageBufferRange, maxPushConstantsSize, limits2[10], maxPerStageStorageBuffers, limits3[7];
    uint32_t maxDescriptorSetStorageBuffers, limits4[26], maxSharedMemory, maxGroupCount[3], maxInvocations, maxGroupSize[3];
    uint8_t rest[280];
} Properties2;
typedef struct {
    uint32_t type; const void *next; uint32_t flags; uint64_t size; uint32_t usage, sharing, familyCount; const uint32_t *families;
} BufferCreateInfo;
typedef struct { uint64_t size, alignment; uint32_t types; } MemoryRequirements;
typedef struct { uint32_t type; const void *next; uint64_t size; uint32_t index; } MemoryAllocateInfo;
typedef struct { uint32_t type; const void *next; uint32_t flags; size_t bytes; const uint32_t *code; } ShaderModuleCreateInfo;
typedef struct {
    uint32_t type; const void *next; uint32_t flags, stage; Handle module; const char *name; const void *specialization;
} ShaderStageCreateInfo;
typedef struct {
    uint32_t type; const void *next; uint32_t flags; ShaderStageCreateInfo stage; Handle layout, base; int32_t baseIndex;
} ComputePipelineCreateInfo;
typedef struct { uint32_t stages, offset, size; } PushConstantRange;
typedef struct {
    uint32_t type; const void *next; uint32_t flags, setCount; const Handle *sets; uint32_t rangeCount;
    const PushConstantRange *ranges;
} PipelineLayoutCreateInfo;
typedef struct { uint32_t binding, type, count, stages; const Handle *samplers; } LayoutBinding;
typedef struct {
    uint32_t type; const void *next; uint32_t flags, count; const LayoutBinding *bindings;
} DescriptorSetLayoutCreateInfo;
typedef struct { uint32_t type, count; } DescriptorPoolSize;
typedef struct {
    uint32_t type; const void *next; uint32_t flags, maxSets, sizeCount; const DescriptorPoolSize *sizes;
} DescriptorPoolCreateInfo;
typedef struct { uint32_t type; const void *next; Handle pool; uint32_t count; const Handle *layouts; } DescriptorSetAllocateInfo;
typedef struct { Handle buffer; uint64_t offset, range; } DescriptorBufferInfo;
typedef struct {
    uint32_t type; const void *next; Handle set; uint32_t binding, element, count, descriptor; const void *images;
    const DescriptorBufferInfo *buffers; const Handle *texelViews;
} WriteDescriptorSet;
typedef struct { uint32_t type; const void *next; uint32_t flags, family; } CommandPoolCreateInfo;
typedef struct { uint32_t type; const void *next; Handle pool; uint32_t level, count; } CommandBufferAllocateInfo;
typedef struct { uint32_t type; const void *next; uint32_t flags; const void *inheritance; } CommandBufferBeginInfo;
typedef struct { uint32_t type; const void *next; uint32_t source, target; } MemoryBarrier;
typedef struct { uint64_t from, to, size; } BufferCopy;
typedef struct { uint32_t type; const void *next; uint32_t flags; } FenceCreateInfo;
typedef struct {
    uint32_t type; const void *next; uint32_t waitCount; const Handle *waits; const uint32_t *waitStages; uint32_t commandCount;
    const CommandBuffer *commands; uint32_t signalCount; const Handle *signals;
} SubmitInfo;

/// Functions: their results, names and parameters. Those of the instance are loaded once, those of a device for each device.
#define INSTANCE_FUNCTIONS(F) \
    F(int32_t, EnumeratePhysicalDevices, (Instance, uint32_t *, PhysicalDevice *)) \
    F(void, GetPhysicalDeviceProperties2, (PhysicalDevice, Properties2 *)) \
    F(void, GetPhysicalDeviceQueueFamilyProperties, (PhysicalDevice, uint32_t *, QueueFamilyProperties *)) \
    F(void, GetPhysicalDeviceMemoryProperties, (PhysicalDevice, MemoryProperties *)) \
    F(int32_t, CreateDevice, (PhysicalDevice, const DeviceCreateInfo *, const void *, Device *)) \
    F(void *, GetDeviceProcAddr, (Device, const char *))
#define DEVICE_FUNCTIONS(F) \
    F(void, DestroyDevice, (Device, const void *)) \
    F(void, GetDeviceQueue, (Device, uint32_t, uint32_t, Queue *)) \
    F(int32_t, CreateBuffer, (Device, const BufferCreateInfo *, const void *, Handle *)) \
    F(void, DestroyBuffer, (Device, Handle, const void *)) \
    F(void, GetBufferMemoryRequirements, (Device, Handle, MemoryRequirements *)) \
    F(int32_t, AllocateMemory, (Device, const MemoryAllocateInfo *, const void *, Handle *)) \
    F(void, FreeMemory, (Device, Handle, const void *)) \
    F(int32_t, BindBufferMemory, (Device, Handle, Handle, uint64_t)) \
    F(int32_t, MapMemory, (Device, Handle, uint64_t, uint64_t, uint32_t, void **)) \
    F(int32_t, CreateShaderModule, (Device, const ShaderModuleCreateInfo *, const void *, Handle *)) \
    F(void, DestroyShaderModule, (Device, Handle, const void *)) \
    F(int32_t, CreateDescriptorSetLayout, (Device, const DescriptorSetLayoutCreateInfo *, const void *, Handle *)) \
    F(void, DestroyDescriptorSetLayout, (Device, Handle, const void *)) \
    F(int32_t, CreatePipelineLayout, (Device, const PipelineLayoutCreateInfo *, const void *, Handle *)) \
    F(void, DestroyPipelineLayout, (Device, Handle, const void *)) \
    F(int32_t, CreateComputePipelines, \
      (Device, Handle, uint32_t, const ComputePipelineCreateInfo *, const void *, Handle *)) \
    F(void, DestroyPipeline, (Device, Handle, const void *)) \
    F(int32_t, CreateDescriptorPool, (Device, const DescriptorPoolCreateInfo *, const void *, Handle *)) \
    F(void, DestroyDescriptorPool, (Device, Handle, const void *)) \
    F(int32_t, ResetDescriptorPool, (Device, Handle, uint32_t)) \
    F(int32_t, AllocateDescriptorSets, (Device, const DescriptorSetAllocateInfo *, Handle *)) \
    F(void, UpdateDescriptorSets, (Device, uint32_t, const WriteDescriptorSet *, uint32_t, const void *)) \
    F(int32_t, CreateCommandPool, (Device, const CommandPoolCreateInfo *, const void *, Handle *)) \
    F(void, DestroyCommandPool, (Device, Handle, const void *)) \
    F(int32_t, ResetCommandPool, (Device, Handle, uint32_t)) \
    F(int32_t, AllocateCommandBuffers, (Device, const CommandBufferAllocateInfo *, CommandBuffer *)) \
    F(int32_t, BeginCommandBuffer, (CommandBuffer, const CommandBufferBeginInfo *)) \
    F(int32_t, EndCommandBuffer, (CommandBuffer)) \
    F(void, CmdBindPipeline, (CommandBuffer, uint32_t, Handle)) \
    F(void, CmdBindDescriptorSets, \
      (CommandBuffer, uint32_t, Handle, uint32_t, uint32_t, const Handle *, uint32_t, const uint32_t *)) \
    F(void, CmdPushConstants, (CommandBuffer, Handle, uint32_t, uint32_t, uint32_t, const void *)) \
    F(void, CmdDispatch, (CommandBuffer, uint32_t, uint32_t, uint32_t)) \
    F(void, CmdCopyBuffer, (CommandBuffer, Handle, Handle, uint32_t, const BufferCopy *)) \
    F(void, CmdFillBuffer, (CommandBuffer, Handle, uint64_t, uint64_t, uint32_t)) \
    F(void, CmdUpdateBuffer, (CommandBuffer, Handle, uint64_t, uint64_t, const void *)) \
    F(void, CmdPipelineBarrier, \
      (CommandBuffer, uint32_t, uint32_t, uint32_t, uint32_t, const MemoryBarrier *, uint32_t, const void *, uint32_t, \
       const void *)) \
    F(int32_t, CreateFence, (Device, const FenceCreateInfo *, const void *, Handle *)) \
    F(void, DestroyFence, (Device, Handle, const void *)) \
    F(int32_t, ResetFences, (Device, uint32_t, const Handle *)) \
    F(int32_t, QueueSubmit, (Queue, uint32_t, const SubmitInfo *, Handle)) \
    F(int32_t, WaitForFences, (Device, uint32_t, const Handle *, uint32_t, uint64_t)) \
    F(int32_t, DeviceWaitIdle, (Device))

#define DECLARE_FUNCTION(result, name, parameters) result(*name) parameters;
typedef struct { INSTANCE_FUNCTIONS(DECLARE_FUNCTION) } InstanceFunctions;
typedef struct { DEVICE_FUNCTIONS(DECLARE_FUNCTION) } DeviceFunctions;

#endif
