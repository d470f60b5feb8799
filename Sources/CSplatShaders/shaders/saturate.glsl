/// The sum, or the largest number where it is larger than that.
uint saturatingAdd(uint a, uint b) { return a + b < a ? 0xFFFFFFFFu : a + b; }
