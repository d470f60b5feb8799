// An open device and what belongs to it.
#ifndef VULKAN_DEVICE_H
#define VULKAN_DEVICE_H

#include "Loader.h"

struct VulkanDevice {
    Device device;
    Queue queue;
    DeviceFunctions call;
    MemoryProperties memory;
    Handle commandPool, descriptorPool, fence;
    CommandBuffer commands;
    /// The first failure since VulkanBegin.
    int32_t failure;
};

struct VulkanBuffer {
    Handle buffer, memory;
    void *contents;
};

struct VulkanShader {
    Handle module, setLayout, layout, pipeline;
    int32_t buffers, constantBytes;
};

#endif
