const cleanUps: (() => Promise<unknown>)[] = [];

/** Registers a clean-up after the last test of the file, in reverse order. May be called anywhere. */
export function afterThisFile(cleanUp: () => Promise<unknown>): void {
  cleanUps.push(cleanUp);
}

/**
 * Cleans up everything that the finished file has created. Files share a process, so nothing may be left to the
 * next.
 * @throws the first error, after all clean-ups have run
 */
export async function cleanUpAfterFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
