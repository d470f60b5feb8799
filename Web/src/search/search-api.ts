/** The request of the search. */

import { json, queryOf } from "../api/client.ts";
import type { SearchHit, SearchHits } from "../api/generated.ts";

export type SearchKind = SearchHit["kind"];

export const searchApi = {
  /** What has all words of the text, best first. `kinds`: empty for everything. */
  async hits(text: string, kinds: readonly SearchKind[], limit: number, signal: AbortSignal): Promise<SearchHit[]> {
    const query = queryOf<"search">({ text, limit, ...(kinds.length === 0 ? {} : { kinds: kinds.join(",") }) });
    return (await json<SearchHits>(`/search?${query}`, { signal })).hits;
  },
};
