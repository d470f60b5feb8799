/**
 * The browser's database: drafts of memories, unsent memories and files of things, visits, and the points prepared for
 * revisiting.
 */

const name = "diorama";
const version = 2;

export type Store = "drafts" | "outbox" | "visits" | "snapshots" | "thing-files";

const stores: Store[] = ["drafts", "outbox", "visits", "snapshots", "thing-files"];

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = (): void => {
      for (const store of stores) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
      }
    };
    request.onsuccess = (): void => {
      // A newer client in another tab upgrades the database: it is closed here, and opened again when needed.
      request.result.onversionchange = (): void => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = (): void => reject(request.error ?? new Error("This browser stores nothing."));
  });
  opening.catch(() => opening = null);
  return opening;
}

async function run<T>(store: Store, mode: IDBTransactionMode, act: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = act(transaction.objectStore(store));
    // Data is durable when the transaction is complete, not when the request is.
    transaction.oncomplete = (): void => resolve(request.result);
    transaction.onerror = (): void => reject(transaction.error ?? new Error("The browser couldn't store the data."));
    transaction.onabort = (): void => reject(transaction.error ?? new Error("The browser has no storage space left."));
  });
}

export const database = {
  get<T>(store: Store, key: string): Promise<T | undefined> {
    return run<T | undefined>(store, "readonly", (s) => s.get(key) as IDBRequest<T | undefined>);
  },

  all<T>(store: Store): Promise<T[]> {
    return run<T[]>(store, "readonly", (s) => s.getAll() as IDBRequest<T[]>);
  },

  async put(store: Store, key: string, value: unknown): Promise<void> {
    await run(store, "readwrite", (s) => s.put(value, key));
  },

  async delete(store: Store, key: string): Promise<void> {
    await run(store, "readwrite", (s) => s.delete(key) as IDBRequest<undefined>);
  },

  async clear(): Promise<void> {
    for (const store of stores) await run(store, "readwrite", (s) => s.clear() as IDBRequest<undefined>);
  },
};
