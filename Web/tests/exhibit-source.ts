/** A server of exhibits in memory, for tests of the editor. */

import { ApiError } from "../src/api/client.ts";
import type { Card, Exhibit, Model, Part, Vec3 } from "../src/exhibits/document.ts";
import type { ExhibitDetail, ExhibitFile, ExhibitSource } from "../src/exhibits/exhibit-api.ts";

export function emptyExhibit(title = "Chairs"): Exhibit {
  return {
    version: 1,
    title,
    summary: "",
    language: "en",
    license: "",
    credits: [],
    models: [],
    cards: [],
    guides: [],
    timelines: [],
    scenarios: [],
  };
}

export function model(id: string, parts: Part[] = []): Model {
  return { id, name: id, description: "", file: `models/${id}.glb`, levels: [], tableScale: 0.1, parts };
}

export function part(id: string, parts: Part[] = [], position: Vec3 = [0, 0, 0]): Part {
  return { id, name: id, position, parts };
}

export function card(id: string, category: Card["category"] = "overview"): Card {
  const text = { short: "A sentence.", detailed: ["A point."] };
  return { id, category, title: id, ...text, simplified: text, sources: [] };
}

export class MemorySource implements ExhibitSource {
  revision = 1;
  document: Exhibit;
  /** The documents that were saved. */
  readonly saves: Exhibit[] = [];
  readonly files: ExhibitFile[] = [];
  /** Thrown by the next request that changes something. */
  failure: ApiError | null = null;
  isReadOnly = false;
  /** Resolved to let a request through; null: at once. */
  gate: Promise<void> | null = null;

  constructor(document: Exhibit = emptyExhibit()) {
    this.document = document;
  }

  private detail(): ExhibitDetail {
    return {
      id: "chairs",
      revision: `r${this.revision}`,
      isBuiltIn: this.isReadOnly,
      canEdit: !this.isReadOnly,
      created: null,
      modified: null,
      document: structuredClone(this.document),
      files: [...this.files],
    };
  }

  private async pass(): Promise<void> {
    await this.gate;
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure;
  }

  /** Somebody else changes it. */
  changeElsewhere(change: Partial<Exhibit>): void {
    this.revision += 1;
    this.document = { ...this.document, ...change };
  }

  list = (): Promise<{ exhibits: never[]; unreadable: never[] }> => Promise.resolve({ exhibits: [], unreadable: [] });
  exhibit = (): Promise<ExhibitDetail> => Promise.resolve(this.detail());
  create = this.exhibit;
  copy = this.exhibit;
  import = this.exhibit;
  restore = this.exhibit;
  delete = (): Promise<void> => Promise.resolve();

  save = async (_: string, revision: string, document: Exhibit): Promise<ExhibitDetail> => {
    await this.pass();
    if (revision !== `r${this.revision}`) throw new ApiError(412, "The exhibit was changed elsewhere.");
    this.revision += 1;
    this.document = structuredClone(document);
    this.saves.push(this.document);
    return this.detail();
  };

  private async addModel(id: string): Promise<ExhibitDetail> {
    await this.pass();
    this.files.push({ path: `models/${id}.glb`, url: `/${id}`, contentType: "model/gltf-binary", byteCount: 9 });
    this.changeElsewhere({ models: [...this.document.models, model(id)] });
    return this.detail();
  }

  addModelFile = (): Promise<ExhibitDetail> => this.addModel("stool");
  addLibraryModel = (): Promise<ExhibitDetail> => this.addModel("kitchen");
  addition = () => Promise.resolve({ fraction: 0, what: "", remaining: null });
  cancelAddition = () => Promise.resolve();

  putImage = async (_: string, name: string, image: Blob): Promise<ExhibitFile> => {
    await this.pass();
    return { path: `images/${name}`, url: `/${name}`, contentType: image.type, byteCount: image.size };
  };
}
