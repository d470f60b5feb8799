/** KSUIDs: 4 bytes of seconds since May 2014 and 16 random bytes, as 27 letters and digits that sort by time. */

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const epoch = 1_400_000_000;
const length = 27;

/** A new KSUID. `random`: its 16 random bytes. */
export function makeKSUID(
  now: Date = new Date(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(16)),
): string {
  let value = BigInt(Math.max(0, Math.floor(now.getTime() / 1000) - epoch));
  for (const byte of random.subarray(0, 16)) value = value << 8n | BigInt(byte);
  let text = "";
  for (let at = 0; at < length; at += 1) {
    text = digits[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}

const weights = Array.from({ length: 12 }, (_, at) => 62 ** (length - 1 - at) / 2 ** 128);

/**
 * The time of a KSUID in milliseconds since 1970. Only the first twelve digits are used: the others contribute less
 * than a microsecond. In floating point, so that 100,000 ids take milliseconds.
 */
export function ksuidTime(id: string): number {
  let seconds = 0;
  for (let at = 0; at < weights.length; at += 1) seconds += digits.indexOf(id[at] ?? "0") * weights[at]!;
  return (Math.floor(seconds + 1e-6) + epoch) * 1000;
}
