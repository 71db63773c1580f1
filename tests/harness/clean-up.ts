const cleanUps: (() => Promise<unknown>)[] = [];

/** Takes something down after the last test of the file, last made first. May be called anywhere. */
export function afterThisFile(cleanUp: () => Promise<unknown>): void {
  cleanUps.push(cleanUp);
}

/**
 * Takes down all that the file which ends has made: files share a process, so nothing may be left to the next.
 * @throws the first failure, once everything has been tried
 */
export async function cleanUpAfterFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
