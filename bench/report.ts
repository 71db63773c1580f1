/** A table for a terminal, columns aligned. */
export function printTable(title: string, rows: Record<string, string | number>[]): void {
  console.log(`\n${title}`);
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  for (const line of cells) console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`);
}

/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The median and the 95th percentile in milliseconds. */
export interface Latency {
  p50Ms: number;
  p95Ms: number;
}

/** Sums up times in milliseconds. */
export function latency(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

/** Rounds to two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
