/**
 * Ends a program: prints the objections, and sets the exit status, which shows whether the promise held and the control was
 * detected.
 */
export function conclude(wrong: readonly string[]): void {
  for (const what of wrong) console.log(`WRONG: ${what}`);
  console.log(wrong.length === 0 ? 'The promise held, and the control was detected.' : 'FAILED.');
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** The value that this share (0 to 1) of the numbers does not exceed; 0 without numbers. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
