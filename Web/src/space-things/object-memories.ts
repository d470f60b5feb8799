/** The memories that are pinned to an object of a space. */

import type { Memory, MemoryPage } from "../memories/types.ts";

/** As many as one page can have; an object with more shows its newest. */
const maxMemories = 100;

/** A page of the list of memories, by the object that they are pinned to. */
export type ObjectMemories = (object: string, limit: number) => Promise<MemoryPage>;

/** The newest memories of an object. An exported website's list has all memories of the space: others are left out. */
export async function memoriesOf(object: string, list: ObjectMemories): Promise<Memory[]> {
  const { memories } = await list(object, maxMemories);
  return memories.filter(({ anchor }) => anchor.object?.id === object);
}
