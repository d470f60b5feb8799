/** The few assertions that the tests need. (node:assert would bring Node's own types for timers into the check.) */

export function ok(condition: boolean, message = "it is not so"): void {
  if (!condition) throw new Error(message);
}

export function strictEqual(actual: unknown, expected: unknown): void {
  ok(Object.is(actual, expected), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

/** For plain data, with keys in the same order. */
export function deepStrictEqual(actual: unknown, expected: unknown): void {
  strictEqual(JSON.stringify(actual), JSON.stringify(expected));
}

/** That `body` throws an error whose message contains `part`. */
export function throws(body: () => unknown, part: string): void {
  try {
    body();
  } catch (error) {
    return ok(error instanceof Error && error.message.includes(part), `${error} does not contain "${part}"`);
  }
  ok(false, "it did not throw");
}
