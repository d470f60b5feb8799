/** Measures, counts, sizes and times as text, independent of the locale. Pure functions. */

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** `1234567` → `1.2 MB` (decimal units, two significant digits below ten). */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${byteUnits[unit]}`;
}

/** Square metres: one decimal below ten, none above. */
export function formatArea(squareMetres: number): string {
  return `${squareMetres < 9.95 ? squareMetres.toFixed(1) : Math.round(squareMetres)} m²`;
}

/** Width × depth × height in metres; one decimal below ten metres, none above. */
export function formatDimensions(width: number, depth: number, height: number): string {
  const digits = Math.max(width, depth, height) < 1 ? 2 : 1;
  return `${[width, depth, height].map((side) => side.toFixed(digits)).join(" × ")} m`;
}

/** `312480` → `312 k`, `4200` → `4,200`, `1840000` → `1.8 million`. */
export function formatCount(count: number): string {
  if (count >= 999_500) return `${(count / 1e6).toFixed(count < 9.95e6 ? 1 : 0)} million`;
  if (count >= 9_950) return `${Math.round(count / 1000)} k`;
  return Math.round(count).toLocaleString("en");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A fraction in whole percent; 100 only when it is complete. */
export function formatPercent(fraction: number): string {
  const bounded = Math.min(1, Math.max(0, fraction));
  return `${bounded === 1 ? 100 : Math.floor(bounded * 100 + 1e-9)} %`;
}

/** Seconds left, rounded to the accuracy of the estimate. */
export function formatRemaining(seconds: number): string {
  if (seconds < 8) return "a few seconds left";
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `about ${minutes} min left`;
  const quarters = Math.round(minutes / 15);
  const rest = (quarters % 4) * 15;
  return `about ${Math.floor(quarters / 4)} h${rest > 0 ? ` ${rest} min` : ""} left`;
}

/** A duration: `4.2 s`, `38 s`, `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min${whole % 60 > 0 ? ` ${whole % 60} s` : ""}`;
}

/** How long ago something was: `just now`, `2 minutes ago`, `an hour ago`; from half a day on its date. */
export function formatAgo(date: Date, now: Date = new Date()): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes > 0 && minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.round(seconds / 3600);
  if (minutes > 0 && hours < 12) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  return formatDate(date, now);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day near today by its name with the time, else the date: `today 14:32`, `yesterday 9:05`, `3 Feb 2026`. */
export function formatDate(date: Date, now: Date = new Date()): string {
  const day = (d: Date): number => Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000);
  const age = day(now) - day(date);
  const time = `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
  if (age === 0) return `today ${time}`;
  if (age === 1) return `yesterday ${time}`;
  return formatDay(date);
}

/** `3 Feb 2026` */
export function formatDay(date: Date): string {
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`;
}
