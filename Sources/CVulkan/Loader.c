// Opens libvulkan and lists devices.
#include "Loader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MaxDevices = 16, ReasonBytes = 256 };

static Loader loader;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fail(const char *text) { snprintf(loader.reason, ReasonBytes, "%s", text); }

static void load(void) {
#if defined(__APPLE__)
    void *library = dlopen("libvulkan.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) return fail("the Vulkan loader is not installed (libvulkan.so.1; Debian: libvulkan1 and a driver)");
    void *(*address)(Instance, const char *) = (void *(*)(Instance, const char *))dlsym(library, "vkGetInstanceProcAddr");
    if (!address) return fail("libvulkan.so.1 has no vkGetInstanceProcAddr; install the Vulkan loader again");
    int32_t (*version)(uint32_t *) = (int32_t(*)(uint32_t *))address(NULL, "vkEnumerateInstanceVersion");
    uint32_t found = 0;
    if (!version || version(&found) != 0 || found < Version11)
        return fail("the Vulkan loader is older than version 1.1; update it");
    int32_t (*create)(const InstanceCreateInfo *, const void *, Instance *) =
        (int32_t(*)(const InstanceCreateInfo *, const void *, Instance *))address(NULL, "vkCreateInstance");
    if (!create) return fail("libvulkan.so.1 has no vkCreateInstance; install the Vulkan loader again");
    const ApplicationInfo application = {.type = TypeApplicationInfo, .name = "diorama", .engine = "diorama", .api = Version11};
    const InstanceCreateInfo info = {.type = TypeInstanceCreateInfo, .application = &application};
    const int32_t result = create(&info, NULL, &loader.instance);
    if (result != 0) {
        loader.instance = NULL;
        if (result == ResultIncompatibleDriver)
            return fail("no Vulkan driver is installed (Debian: mesa-vulkan-drivers, or the graphics processor's own)");
        snprintf(loader.reason, ReasonBytes, "Vulkan doesn't start (vkCreateInstance: %d); check the driver", result);
        return;
    }
#define LOAD(type, name, parameters) \
    if (!(loader.call.name = (type(*) parameters)address(loader.instance, "vk" #name))) { \
        loader.instance = NULL; \
        return fail("the Vulkan driver lacks vk" #name "; update it"); \
    }
    INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
}

const Loader *vulkanLoader(void) {
    pthread_once(&once, load);
    return &loader;
}

uint32_t vulkanPhysicalDevices(const Loader *l, PhysicalDevice *devices) {
    uint32_t count = MaxDevices;
    // A positive result says that there are more.
    return l->call.EnumeratePhysicalDevices(l->instance, &count, devices) < 0 ? 0 : count;
}

int32_t vulkanComputeFamily(const Loader *l, PhysicalDevice device) {
    QueueFamilyProperties families[32];
    uint32_t count = 32;
    l->call.GetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (uint32_t i = 0; i < count; i++)
        if (families[i].count > 0 && families[i].flags & QueueCompute) return (int32_t)i;
    return -1;
}

/// What a device lacks, or an empty text.
static const char *flaw(const Loader *l, PhysicalDevice device, const Properties2 *p, const SubgroupProperties *subgroup) {
    const uint32_t operations = SubgroupBasic | SubgroupVote | SubgroupArithmetic;
    if (p->apiVersion < Version11) return "its driver is older than Vulkan 1.1";
    if (vulkanComputeFamily(l, device) < 0) return "it has no queue for computation";
    if (!(subgroup->stages & StageCompute) || (subgroup->operations & operations) != operations)
        return "it can't add within subgroups";
    if (p->maxInvocations < VulkanInvocations || p->maxGroupSize[0] < VulkanInvocations) return "its workgroups are below 256";
    if (p->maxSharedMemory < VulkanSharedMemory) return "it has less than 16 KiB of shared memory";
    if (p->maxPerStageStorageBuffers < VulkanMaxBuffers || p->maxDescriptorSetStorageBuffers < VulkanMaxBuffers)
        return "its shaders have fewer than 16 storage buffers";
    return "";
}

int32_t VulkanDevices(VulkanDeviceInfo *list, int32_t capacity, char *reason) {
    const Loader *l = vulkanLoader();
    if (!l->instance) {
        snprintf(reason, ReasonBytes, "%s", l->reason);
        return 0;
    }
    PhysicalDevice devices[MaxDevices];
    const int32_t count = (int32_t)vulkanPhysicalDevices(l, devices);
    if (count == 0) snprintf(reason, ReasonBytes, "no driver finds a device; check that the graphics processor's driver is loaded");
    for (int32_t i = 0; i < count && i < capacity; i++) {
        SubgroupProperties subgroup = {.type = TypeSubgroupProperties};
        Properties2 p = {.type = TypeProperties2, .next = &subgroup};
        l->call.GetPhysicalDeviceProperties2(devices[i], &p);
        snprintf(list[i].name, sizeof list[i].name, "%s", p.name);
        list[i].type = p.deviceType;
        list[i].maxBuffer = p.maxStorageBufferRange;
        list[i].subgroupSize = subgroup.size;
        snprintf(list[i].flaw, sizeof list[i].flaw, "%s", flaw(l, devices[i], &p, &subgroup));
    }
    return count < capacity ? count : capacity;
}
