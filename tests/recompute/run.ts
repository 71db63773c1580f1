import type { TestApplication } from '../harness/application.ts';
// @ts-expect-error a program of its own, without types, that shares no code with the service
import { recompute } from './recompute.mjs';

interface Recomputed {
  /** The differences, as sentences. */
  faults: string[];
  clicks: number;
  orders: number;
  payments: number;
  entries: number;
}

/** Exports hold records back while an older transaction of the server runs, also one in the database of another test. */
export const POLL = { timeout: 100_000 };

/** Recomputes every amount of the marketplace from explanations and raw exports alone. */
export function recomputeAs({ app }: TestApplication, administrator: string): Promise<Recomputed> {
  return recompute(async (url: string) => {
    const reply = await app.inject({ url, headers: { authorization: administrator } });
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
    return reply.body;
  });
}
