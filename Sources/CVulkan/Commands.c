// Commands: recorded one after the other with a barrier behind each, run together.
#include "Device.h"

static void recordFailure(VulkanDevice *d, int32_t result) {
    if (result && !d->failure) d->failure = result;
}

/// What comes after sees what was written.
static void barrier(VulkanDevice *d) {
    const MemoryBarrier memory = {
        .type = TypeMemoryBarrier, .source = AccessShaderWrite | AccessTransferWrite,
        .target = AccessShaderRead | AccessShaderWrite | AccessTransferRead | AccessTransferWrite | AccessHostRead};
    d->call.CmdPipelineBarrier(
        d->commands, PipelineStageCompute | PipelineStageTransfer, PipelineStageCompute | PipelineStageTransfer | PipelineStageHost,
        0, 1, &memory, 0, NULL, 0, NULL);
}

void VulkanBegin(VulkanDevice *d) {
    d->failure = 0;
    recordFailure(d, d->call.ResetCommandPool(d->device, d->commandPool, 0));
    recordFailure(d, d->call.ResetDescriptorPool(d->device, d->descriptorPool, 0));
    const CommandBufferBeginInfo info = {.type = TypeCommandBufferBeginInfo, .flags = OneTimeSubmit};
    recordFailure(d, d->call.BeginCommandBuffer(d->commands, &info));
}

void VulkanDispatch(
    VulkanDevice *d, VulkanShader *shader, VulkanBuffer *const *buffers, const void *constants, uint64_t groups) {
    if (d->failure || groups == 0) return;
    Handle set = 0;
    const DescriptorSetAllocateInfo info = {
        .type = TypeDescriptorSetAllocateInfo, .pool = d->descriptorPool, .count = 1, .layouts = &shader->setLayout};
    recordFailure(d, d->call.AllocateDescriptorSets(d->device, &info, &set));
    if (d->failure) return;
    DescriptorBufferInfo ranges[VulkanMaxBuffers];
    WriteDescriptorSet writes[VulkanMaxBuffers];
    for (int32_t i = 0; i < shader->buffers; i++) {
        ranges[i] = (DescriptorBufferInfo){buffers[i]->buffer, 0, UINT64_MAX};
        writes[i] = (WriteDescriptorSet){
            .type = TypeWriteDescriptorSet, .set = set, .binding = (uint32_t)i, .count = 1, .descriptor = DescriptorStorageBuffer,
            .buffers = &ranges[i]};
    }
    d->call.UpdateDescriptorSets(d->device, (uint32_t)shader->buffers, writes, 0, NULL);
    d->call.CmdBindPipeline(d->commands, BindCompute, shader->pipeline);
    d->call.CmdBindDescriptorSets(d->commands, BindCompute, shader->layout, 0, 1, &set, 0, NULL);
    if (shader->constantBytes)
        d->call.CmdPushConstants(d->commands, shader->layout, StageCompute, 0, (uint32_t)shader->constantBytes, constants);
    const uint64_t x = groups < VulkanMaxGroups ? groups : VulkanMaxGroups;
    d->call.CmdDispatch(d->commands, (uint32_t)x, (uint32_t)((groups + x - 1) / x), 1);
    barrier(d);
}

void VulkanCopy(VulkanDevice *d, VulkanBuffer *from, uint64_t fromOffset, VulkanBuffer *to, uint64_t toOffset, uint64_t bytes) {
    if (d->failure || bytes == 0) return;
    const BufferCopy region = {fromOffset, toOffset, bytes};
    d->call.CmdCopyBuffer(d->commands, from->buffer, to->buffer, 1, &region);
    barrier(d);
}

void VulkanFill(VulkanDevice *d, VulkanBuffer *buffer, uint64_t bytes, uint32_t word) {
    if (d->failure || bytes == 0) return;
    d->call.CmdFillBuffer(d->commands, buffer->buffer, 0, bytes, word);
    barrier(d);
}

void VulkanWrite(VulkanDevice *d, VulkanBuffer *buffer, const void *data, uint64_t bytes) {
    if (d->failure || bytes == 0) return;
    d->call.CmdUpdateBuffer(d->commands, buffer->buffer, 0, bytes, data);
    barrier(d);
}

int32_t VulkanRun(VulkanDevice *d) {
    recordFailure(d, d->call.EndCommandBuffer(d->commands));
    if (!d->failure) {
        const SubmitInfo info = {.type = TypeSubmitInfo, .commandCount = 1, .commands = &d->commands};
        recordFailure(d, d->call.ResetFences(d->device, 1, &d->fence));
        recordFailure(d, d->call.QueueSubmit(d->queue, 1, &info, d->fence));
        // A device that hangs is lost after some seconds, which the driver reports.
        if (!d->failure) recordFailure(d, d->call.WaitForFences(d->device, 1, &d->fence, 1, UINT64_MAX));
    }
    return d->failure;
}
