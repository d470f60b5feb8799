import { deepStrictEqual, throws } from "./assert.ts";
import { batch, computed, effect, signal, untracked } from "../src/reactive/signal.ts";

Deno.test("an effect runs at once and after each change of what it read", () => {
  const count = signal(1);
  const seen: number[] = [];
  effect(() => void seen.push(count.value));
  count.value = 2;
  count.value = 2;
  deepStrictEqual(seen, [1, 2]);
});

Deno.test("an effect sees computed values without glitches, once per batch", () => {
  const first = signal("Ada");
  const last = signal("Byron");
  const name = computed(() => `${first.value} ${last.value}`);
  const seen: string[] = [];
  effect(() => void seen.push(`${first.value}: ${name.value}`));
  batch(() => {
    first.value = "Augusta";
    last.value = "King";
  });
  deepStrictEqual(seen, ["Ada: Ada Byron", "Augusta: Augusta King"]);
});

Deno.test("an effect doesn't run when a computed value came out the same", () => {
  const metres = signal(1.2);
  const rounded = computed(() => Math.round(metres.value));
  let runs = 0;
  effect(() => {
    void rounded.value;
    runs += 1;
  });
  metres.value = 1.3;
  deepStrictEqual(runs, 1);
  metres.value = 1.8;
  deepStrictEqual(runs, 2);
});

Deno.test("a computed value is calculated when it is read, and once", () => {
  const input = signal(2);
  let calculations = 0;
  const square = computed(() => {
    calculations += 1;
    return input.value ** 2;
  });
  deepStrictEqual(calculations, 0);
  deepStrictEqual([square.value, square.value], [4, 4]);
  deepStrictEqual(calculations, 1);
});

Deno.test("dependencies follow the branch that was taken", () => {
  const open = signal(false);
  const text = signal("a");
  const seen: string[] = [];
  effect(() => void seen.push(open.value ? text.value : "closed"));
  text.value = "b";
  open.value = true;
  text.value = "c";
  deepStrictEqual(seen, ["closed", "b", "c"]);
});

Deno.test("an effect ends with its owner, after its cleanup", () => {
  const owner = new AbortController();
  const count = signal(0);
  const log: string[] = [];
  effect(() => {
    const at = count.value;
    log.push(`run ${at}`);
    return () => log.push(`clean ${at}`);
  }, owner.signal);
  count.value = 1;
  owner.abort();
  count.value = 2;
  deepStrictEqual(log, ["run 0", "clean 0", "run 1", "clean 1"]);
});

Deno.test("reading untracked makes no dependency", () => {
  const a = signal(1);
  const b = signal(1);
  let runs = 0;
  effect(() => {
    void a.value;
    untracked(() => b.value);
    runs += 1;
  });
  b.value = 2;
  deepStrictEqual(runs, 1);
});

Deno.test("an error in one effect doesn't stop the others and is thrown", () => {
  const count = signal(0);
  const seen: number[] = [];
  effect(() => {
    if (count.value === 1) throw new Error("one");
  });
  effect(() => void seen.push(count.value));
  throws(() => (count.value = 1), "one");
  deepStrictEqual(seen, [0, 1]);
});

Deno.test("effects that change what they depend on are stopped", () => {
  const count = signal(0);
  throws(() => effect(() => void (count.value += 1)), "without end");
});

Deno.test("effects run in the order of their creation: one ends those that it made before they see a change", () => {
  const item = signal<{ name: string } | null>({ name: "chair" });
  const seen: string[] = [];
  effect(() => {
    if (!item.value) return;
    return effect(() => void seen.push(item.value!.name));
  });
  item.value = { name: "table" };
  item.value = null;
  deepStrictEqual(seen, ["chair", "table"]);
});

Deno.test("an error in a computed value reaches its reader, which runs again when the inputs change", () => {
  const count = signal(1);
  const inverse = computed(() => {
    if (count.value === 0) throw new Error("zero");
    return 1 / count.value;
  });
  const seen: number[] = [];
  effect(() => void seen.push(inverse.value));
  throws(() => (count.value = 0), "zero");
  throws(() => inverse.value, "zero");
  count.value = 1;
  count.value = 2;
  deepStrictEqual(seen, [1, 0.5]);
});

Deno.test("an effect follows inputs that a computed value has only now, though its result stayed", () => {
  const first = signal(1);
  const second = signal(1);
  const isFirst = signal(true);
  const chosen = computed(() => isFirst.value ? first.value : second.value);
  const seen: number[] = [];
  effect(() => void seen.push(chosen.value));
  isFirst.value = false;
  second.value = 2;
  deepStrictEqual(seen, [1, 2]);
});

Deno.test("an effect can end itself; its cleanup still runs", () => {
  const owner = new AbortController();
  const count = signal(0);
  const log: string[] = [];
  effect(() => {
    log.push(`run ${count.value}`);
    if (count.value === 1) owner.abort();
    const at = count.value;
    return () => log.push(`clean ${at}`);
  }, owner.signal);
  count.value = 1;
  count.value = 2;
  deepStrictEqual(log, ["run 0", "clean 0", "run 1", "clean 1"]);
});
