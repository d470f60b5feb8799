// Workgroups are dispatched in two dimensions, because a device may allow no more than 65,535 along one. The shader declares its
// workgroups' size before it includes this: gl_WorkGroupSize is 1 before.

uint groupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint globalIndex() { return groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
