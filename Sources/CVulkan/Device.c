// Devices, buffers and shaders.
#include "Device.h"

#include <stdio.h>
#include <stdlib.h>

enum { MaxDevices = 16, ReasonBytes = 256, MaxSets = 512 };

static bool loadFunctions(const Loader *l, VulkanDevice *d, char *reason) {
#define LOAD(type, name, parameters) \
    if (!(d->call.name = (type(*) parameters)l->call.GetDeviceProcAddr(d->device, "vk" #name))) { \
        snprintf(reason, ReasonBytes, "the Vulkan driver lacks vk" #name "; update it"); \
        return false; \
    }
    DEVICE_FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

/// Pools, a command buffer and a fence; the failure or 0.
static int32_t makePools(VulkanDevice *d, uint32_t family) {
    const CommandPoolCreateInfo commands = {.type = TypeCommandPoolCreateInfo, .family = family};
    int32_t result = d->call.CreateCommandPool(d->device, &commands, NULL, &d->commandPool);
    if (result) return result;
    const CommandBufferAllocateInfo buffer = {.type = TypeCommandBufferAllocateInfo, .pool = d->commandPool, .count = 1};
    if ((result = d->call.AllocateCommandBuffers(d->device, &buffer, &d->commands))) return result;
    const DescriptorPoolSize size = {DescriptorStorageBuffer, MaxSets * VulkanMaxBuffers};
    const DescriptorPoolCreateInfo pool = {
        .type = TypeDescriptorPoolCreateInfo, .maxSets = MaxSets, .sizeCount = 1, .sizes = &size};
    if ((result = d->call.CreateDescriptorPool(d->device, &pool, NULL, &d->descriptorPool))) return result;
    const FenceCreateInfo fence = {.type = TypeFenceCreateInfo};
    return d->call.CreateFence(d->device, &fence, NULL, &d->fence);
}

VulkanDevice *VulkanOpen(int32_t index, char *reason) {
    const Loader *l = vulkanLoader();
    PhysicalDevice devices[MaxDevices];
    if (!l->instance || index < 0 || (uint32_t)index >= vulkanPhysicalDevices(l, devices)) {
        snprintf(reason, ReasonBytes, "the Vulkan device was not found");
        return NULL;
    }
    const int32_t family = vulkanComputeFamily(l, devices[index]);
    VulkanDevice *d = calloc(1, sizeof *d);
    if (!d || family < 0) {
        snprintf(reason, ReasonBytes, "the Vulkan device has no queue for computation");
        free(d);
        return NULL;
    }
    const float priority = 1;
    const DeviceQueueCreateInfo queue = {
        .type = TypeDeviceQueueCreateInfo, .family = (uint32_t)family, .count = 1, .priorities = &priority};
    const DeviceCreateInfo info = {.type = TypeDeviceCreateInfo, .queueCount = 1, .queues = &queue};
    int32_t result = l->call.CreateDevice(devices[index], &info, NULL, &d->device);
    if (result) {
        snprintf(
            reason, ReasonBytes, "the Vulkan device doesn't open (vkCreateDevice: %d); another program may use it alone", result);
        free(d);
        return NULL;
    }
    l->call.GetPhysicalDeviceMemoryProperties(devices[index], &d->memory);
    if (!loadFunctions(l, d, reason)) {
        // Without all functions the device can't even be closed for certain.
        if (d->call.DestroyDevice) d->call.DestroyDevice(d->device, NULL);
        free(d);
        return NULL;
    }
    d->call.GetDeviceQueue(d->device, (uint32_t)family, 0, &d->queue);
    if ((result = makePools(d, (uint32_t)family))) {
        snprintf(reason, ReasonBytes, "the Vulkan device has no memory for commands (%d)", result);
        VulkanClose(d);
        return NULL;
    }
    return d;
}

void VulkanClose(VulkanDevice *d) {
    d->call.DeviceWaitIdle(d->device);
    // Handles that were never made are 0, which may be destroyed.
    d->call.DestroyFence(d->device, d->fence, NULL);
    d->call.DestroyDescriptorPool(d->device, d->descriptorPool, NULL);
    d->call.DestroyCommandPool(d->device, d->commandPool, NULL);
    d->call.DestroyDevice(d->device, NULL);
    free(d);
}

/// The first type of memory among `types` with these flags, or -1.
static int32_t memoryType(const VulkanDevice *d, uint32_t types, uint32_t flags) {
    for (uint32_t i = 0; i < d->memory.typeCount; i++)
        if (types >> i & 1 && (d->memory.types[i].flags & flags) == flags) return (int32_t)i;
    return -1;
}

VulkanBuffer *VulkanMakeBuffer(VulkanDevice *d, uint64_t bytes, bool isHost) {
    VulkanBuffer *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    const BufferCreateInfo info = {
        .type = TypeBufferCreateInfo, .size = bytes ? bytes : 4,
        .usage = UsageTransferSource | UsageTransferTarget | UsageStorage};
    if (d->call.CreateBuffer(d->device, &info, NULL, &b->buffer)) {
        free(b);
        return NULL;
    }
    MemoryRequirements needs;
    d->call.GetBufferMemoryRequirements(d->device, b->buffer, &needs);
    const uint32_t host = MemoryHostVisible | MemoryHostCoherent;
    // The host reads results from cached memory many times faster.
    int32_t type = memoryType(d, needs.types, isHost ? host | MemoryHostCached : MemoryDeviceLocal);
    if (type < 0) type = memoryType(d, needs.types, isHost ? host : 0);
    const MemoryAllocateInfo allocation = {.type = TypeMemoryAllocateInfo, .size = needs.size, .index = (uint32_t)type};
    if (type < 0 || d->call.AllocateMemory(d->device, &allocation, NULL, &b->memory)
        || d->call.BindBufferMemory(d->device, b->buffer, b->memory, 0)
        || (isHost && d->call.MapMemory(d->device, b->memory, 0, UINT64_MAX, 0, &b->contents))) {
        VulkanFreeBuffer(d, b);
        return NULL;
    }
    return b;
}

void VulkanFreeBuffer(VulkanDevice *d, VulkanBuffer *b) {
    d->call.DestroyBuffer(d->device, b->buffer, NULL);
    d->call.FreeMemory(d->device, b->memory, NULL);
    free(b);
}

void *VulkanContents(VulkanBuffer *b) { return b->contents; }

VulkanShader *VulkanMakeShader(
    VulkanDevice *d, const uint32_t *code, uint64_t words, int32_t buffers, int32_t constantBytes) {
    VulkanShader *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->buffers = buffers;
    s->constantBytes = constantBytes;
    const ShaderModuleCreateInfo module = {.type = TypeShaderModuleCreateInfo, .bytes = (size_t)words * 4, .code = code};
    LayoutBinding bindings[VulkanMaxBuffers];
    for (int32_t i = 0; i < buffers; i++)
        bindings[i] = (LayoutBinding){.binding = (uint32_t)i, .type = DescriptorStorageBuffer, .count = 1, .stages = StageCompute};
    const DescriptorSetLayoutCreateInfo set = {
        .type = TypeDescriptorSetLayoutCreateInfo, .count = (uint32_t)buffers, .bindings = bindings};
    const PushConstantRange range = {StageCompute, 0, (uint32_t)constantBytes};
    const PipelineLayoutCreateInfo layout = {
        .type = TypePipelineLayoutCreateInfo, .setCount = 1, .sets = &s->setLayout, .rangeCount = constantBytes ? 1 : 0,
        .ranges = &range};
    bool isMade = buffers <= VulkanMaxBuffers && constantBytes <= VulkanMaxConstants
        && d->call.CreateShaderModule(d->device, &module, NULL, &s->module) == 0
        && d->call.CreateDescriptorSetLayout(d->device, &set, NULL, &s->setLayout) == 0
        && d->call.CreatePipelineLayout(d->device, &layout, NULL, &s->layout) == 0;
    if (isMade) {
        const ComputePipelineCreateInfo pipeline = {
            .type = TypeComputePipelineCreateInfo,
            .stage = {.type = TypeShaderStageCreateInfo, .stage = StageCompute, .module = s->module, .name = "main"},
            .layout = s->layout, .baseIndex = -1};
        isMade = d->call.CreateComputePipelines(d->device, 0, 1, &pipeline, NULL, &s->pipeline) == 0;
    }
    if (isMade) return s;
    VulkanFreeShader(d, s);
    return NULL;
}

void VulkanFreeShader(VulkanDevice *d, VulkanShader *s) {
    d->call.DestroyPipeline(d->device, s->pipeline, NULL);
    d->call.DestroyPipelineLayout(d->device, s->layout, NULL);
    d->call.DestroyDescriptorSetLayout(d->device, s->setLayout, NULL);
    d->call.DestroyShaderModule(d->device, s->module, NULL);
    free(s);
}
