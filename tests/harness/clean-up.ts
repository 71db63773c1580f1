import { afterAll } from 'vitest';

const cleanUps: (() => Promise<unknown>)[] = [];

// Registered while the test file is collected: vitest ignores an afterAll that is registered inside a beforeAll or a test.
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Takes something down after the last test of the file, last made first. May be called anywhere. */
export function afterThisFile(cleanUp: () => Promise<unknown>): void {
  cleanUps.push(cleanUp);
}
