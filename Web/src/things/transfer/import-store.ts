/** Importing a table of things: file, options, mapping of columns, preview, result. State and requests, no DOM. */

import type { ImportMessage, ThingImport } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { isCurrency } from "../money.ts";
import { type ImportQuery, type ThingsApi, thingsApi } from "../things-api.ts";

export type DateOrder = NonNullable<ImportQuery["dates"]>;

/** The field of a column that isn't read, as the server names it. */
export function ignoredField(fields: readonly string[]): string {
  return fields.find((field) => field === "ignore" || field === "ignored") ?? "ignore";
}

/** Types of custom fields, as they are in the name of a column's field: `custom.number:Voltage`. */
export const customTypes = ["text", "number", "date", "flag", "money"] as const;
export type CustomType = typeof customTypes[number];

/** The name and type of a custom field; null for other fields. */
export function customField(field: string): { type: CustomType; name: string } | null {
  const match = /^custom(?:\.([a-z]+))?:(.*)$/s.exec(field);
  if (!match) return null;
  return { type: customTypes.find((type) => type === match[1]) ?? "text", name: match[2]! };
}

export class ImportStore {
  readonly file: Signal<File | null> = signal<File | null>(null);
  readonly currency: Signal<string>;
  readonly dates: Signal<DateOrder | null> = signal<DateOrder | null>(null);
  private readonly currentPreview = signal<ThingImport | null>(null);
  private readonly currentMapping = signal<readonly string[]>([]);
  private readonly isMapped = signal(false);
  private readonly busyWith = signal<"preview" | "import" | null>(null);
  private readonly currentResult = signal<ThingImport | null>(null);
  private controller = new AbortController();

  readonly preview: ReadonlySignal<ThingImport | null> = this.currentPreview;
  /** The field of each column. */
  readonly mapping: ReadonlySignal<readonly string[]> = this.currentMapping;
  readonly busy: ReadonlySignal<"preview" | "import" | null> = this.busyWith;
  /** What was imported. */
  readonly result: ReadonlySignal<ThingImport | null> = this.currentResult;
  readonly problem = signal("");
  /** Whether all rows can be imported. */
  readonly canImport: ReadonlySignal<boolean> = computed(() => {
    const preview = this.currentPreview.value;
    return this.busyWith.value === null && this.problem.value === "" && preview !== null && preview.rows > 0 &&
      preview.errors.length === 0;
  });

  constructor(currency: string, private readonly source: Pick<ThingsApi, "importTable" | "undo"> = thingsApi) {
    this.currency = signal(currency);
  }

  /** Previews a file with the proposed mapping. */
  async choose(file: File): Promise<void> {
    batch(() => {
      this.file.value = file;
      this.currentPreview.value = null;
      this.currentMapping.value = [];
      this.isMapped.value = false;
      this.currentResult.value = null;
    });
    await this.refresh();
  }

  /** Changes what a column is, and previews. */
  async map(column: number, field: string): Promise<void> {
    batch(() => {
      this.currentMapping.value = this.currentMapping.peek().with(column, field);
      this.isMapped.value = true;
    });
    await this.refresh();
  }

  async setCurrency(code: string): Promise<void> {
    this.currency.value = code.trim().toUpperCase();
    if (!isCurrency(this.currency.peek())) {
      return void (this.problem.value = t("A currency has three letters, as EUR."));
    }
    await this.refresh();
  }

  async setDates(order: DateOrder | null): Promise<void> {
    this.dates.value = order;
    await this.refresh();
  }

  /** The mapping that is proposed for the file again. */
  async resetMapping(): Promise<void> {
    this.isMapped.value = false;
    await this.refresh();
  }

  /** Reads the file as it is mapped, and imports nothing. Of several requests the latest counts. */
  async refresh(): Promise<void> {
    const file = this.file.peek();
    if (!file) return;
    const stop = this.start("preview");
    try {
      const preview = await this.source.importTable(file, this.query(true), stop);
      if (!stop.aborted) batch(() => this.show(preview));
    } catch (error) {
      if (!stop.aborted) this.fail(error);
    }
  }

  /** Imports all rows, or none where one has an error. Returns whether it did. */
  async import(): Promise<boolean> {
    const file = this.file.peek();
    if (!file || !this.canImport.peek()) return false;
    const stop = this.start("import");
    try {
      const result = await this.source.importTable(file, this.query(false), stop);
      batch(() => {
        this.busyWith.value = null;
        if (result.errors.length > 0) this.show(result);
        else this.currentResult.value = result;
      });
      return result.errors.length === 0;
    } catch (error) {
      if (!stop.aborted) this.fail(error);
      return false;
    }
  }

  async undo(): Promise<void> {
    const undo = this.currentResult.peek()?.undo ?? null;
    if (undo !== null) await this.source.undo(undo);
  }

  cancel(): void {
    this.controller.abort();
  }

  private start(what: "preview" | "import"): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    batch(() => {
      this.busyWith.value = what;
      this.problem.value = "";
    });
    return this.controller.signal;
  }

  private show(preview: ThingImport): void {
    this.busyWith.value = null;
    this.currentPreview.value = preview;
    this.currentMapping.value = preview.columns.map(({ field }) => field);
  }

  private fail(error: unknown): void {
    batch(() => {
      this.busyWith.value = null;
      this.problem.value = messageOf(error);
    });
  }

  private query(isPreview: boolean): ImportQuery {
    const dates = this.dates.peek();
    return {
      preview: isPreview,
      currency: this.currency.peek(),
      ...(dates === null ? {} : { dates }),
      ...(this.isMapped.peek() ? { mapping: JSON.stringify(this.currentMapping.peek()) } : {}),
    };
  }
}

/** An error of a row as a sentence: `Row 12, Price: "abc" is not an amount`. */
export function importErrorText({ row, column, problem }: ImportMessage): string {
  const where = row === 0 ? "" : t("Row {row}", { row });
  const place = [where, column].filter((part) => part !== "" && part !== null).join(", ");
  return place === "" ? problem : `${place}: ${problem}`;
}

/** What a field of a column is called. */
export function fieldLabel(field: string): string {
  const custom = customField(field);
  if (custom) return t("Custom field: {name}", { name: custom.name });
  return fieldLabels[field] ??
    field.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().replace(/^./, (c) => c.toUpperCase());
}

const fieldLabels: Readonly<Record<string, string>> = {
  ignore: t("Don't import"),
  ignored: t("Don't import"),
  name: t("Name"),
  serial: t("Serial number"),
  valueCurrency: t("Currency of the value"),
  priceCurrency: t("Currency of the price"),
  purchased: t("Bought on"),
  price: t("Price paid"),
  warrantyUntil: t("Warranty until"),
  warrantyNotes: t("Warranty: notes"),
  place: t("Place (path)"),
  placeLevel: t("Place (one level)"),
  x: t("Position x (m)"),
  y: t("Position y (m)"),
  z: t("Position z (m)"),
  reference: t("Id in the other program"),
  entryType: t("Kind of row"),
};
