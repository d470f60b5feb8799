// The machine's Vulkan: opened once, kept until the process ends.
#ifndef VULKAN_LOADER_H
#define VULKAN_LOADER_H

#include "CVulkan.h"
#include "Declarations.h"

typedef struct {
    Instance instance;
    InstanceFunctions call;
    /// Why Vulkan can't be used; empty where it can.
    char reason[256];
} Loader;

/// The loader, ready to use from any thread.
const Loader *vulkanLoader(void);
/// At most 16 devices; returns their number.
uint32_t vulkanPhysicalDevices(const Loader *loader, PhysicalDevice *devices);
/// The first family of queues that compute, or -1.
int32_t vulkanComputeFamily(const Loader *loader, PhysicalDevice device);

#endif
