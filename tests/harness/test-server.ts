import { inject } from 'vitest';

/** The database server of the test run, and the migrated database on it that each test file copies. */
export interface TestServer {
  url: string;
  template: string;
}

let known: Promise<TestServer> | null = null;

/** Returns the database server of the run. The first call of the run starts it. */
export function testServer(): Promise<TestServer> {
  known ??= askForServer(inject('testRun').address);
  return known;
}

/** Starts the database server of a run, if it is not started yet. @param address `testRun.address` */
export async function askForServer(address: string): Promise<TestServer> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`The test database does not start: ${await reply.text()}`);
  return (await reply.json()) as TestServer;
}
