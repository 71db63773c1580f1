import assert from 'node:assert/strict';
import { waitUntil } from '../faults/server-process.ts';
import { quantile } from '../faults/verdict.ts';
import { type Check, hammer, tokenOf, turns } from './checks.ts';
import { call, RATE_LIMIT } from './fleet.ts';

const REQUESTS = 100;

/** While Redis is unavailable each process counts alone: a caller has the limit once per process, and no request fails. */
export const redisUnavailable: Check = async (fleet) => {
  const { redis, members, market } = fleet;
  if (redis === null) return 'SKIPPED: this machine has no redis-server (apt-get install redis-server)';
  const as = await tokenOf(fleet, await market.user());
  const next = turns(members);
  const waits: number[] = [];
  const ask = async () => {
    const began = performance.now();
    const { status } = await call(next(), '/v2/me', { as });
    waits.push(performance.now() - began);
    assert.equal(status, 200);
  };
  for (let request = 0; request < REQUESTS; request++) {
    if (request === REQUESTS / 2) await redis.kill();
    await ask();
  }
  const alone = await hammer(fleet, members.length * RATE_LIMIT + 20);
  assert.deepEqual(alone, { 200: members.length * RATE_LIMIT, 429: 20 });

  await redis.start();
  await waitUntil('the processes count together again', async () => {
    const probe = await tokenOf(fleet, await market.user());
    const left: number[] = [];
    for (const member of members) {
      const { headers } = await call(member, '/v2/me', { as: probe });
      left.push(Number(headers.get('x-ratelimit-remaining')));
    }
    return left.every((remaining, index) => remaining === RATE_LIMIT - 1 - index);
  });
  assert.deepEqual(await hammer(fleet, RATE_LIMIT + 20), { 200: RATE_LIMIT, 429: 20 });
  return `killed: no request failed (slowest ${quantile(waits, 1).toFixed(0)} ms), each process counted alone; back: counted together`;
};
