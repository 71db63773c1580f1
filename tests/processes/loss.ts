import assert from 'node:assert/strict';
import { audit } from '../faults/audit.ts';
import { makeClickMarket } from '../faults/click-market.ts';
import { journalFiles, waitingClicks, waitUntil } from '../faults/server-process.ts';
import { type Shoppers, sendShoppers } from '../faults/shoppers.ts';
import { freePort } from '../harness/free-port.ts';
import type { Check } from './checks.ts';
import type { Fleet, Member } from './fleet.ts';

const CLIENTS = 16;
const CLICKS = 400;
const BROWSED = { clients: CLIENTS, pauseMs: 2 };

const more = (shoppers: Shoppers, clicks = CLICKS) => {
  const enough = shoppers.acknowledged.length + clicks;
  return waitUntil('clicks go on', async () => shoppers.acknowledged.length >= enough);
};

async function nothingLost({ pool }: Fleet, shoppers: Shoppers, sentBefore: number): Promise<string> {
  const { lost, doubled, faults } = await audit(pool, { ...shoppers, sent: shoppers.sent + sentBefore });
  assert.deepEqual({ lost, doubled, faults }, { lost: 0, doubled: 0, faults: [] });
  return `${shoppers.acknowledged.length} acknowledged, 0 lost, 0 doubled`;
}

const clicksSoFar = async ({ pool }: Fleet) =>
  (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM clicks')).rows[0]!.n;

/** Kills one of the processes under load, several times. Its shoppers get no reply until it restarts; all others continue. */
export const killed: Check = async (fleet) => {
  const before = await clicksSoFar(fleet);
  const { codes } = await makeClickMarket(fleet.pool);
  const shoppers = sendShoppers({ ...BROWSED, ports: fleet.members.map(({ port }) => port), codes });
  const kills = 2 * fleet.members.length;
  for (let kill = 0; kill < kills; kill++) {
    await more(shoppers);
    const member = fleet.members[kill % fleet.members.length]!;
    await member.process.kill();
    await more(shoppers);
    member.process = await fleet.start(member);
  }
  await more(shoppers);
  await shoppers.stop();
  return `${kills} × kill -9 under load: ${await nothingLost(fleet, shoppers, before)}; the others answered all the while`;
};

/** One process loses the database, journals its clicks and is killed. The next process with its folder carries the clicks. */
export const journals: Check = async (fleet) => {
  const lines: string[] = [];
  for (const isRestart of [true, false]) {
    const before = await clicksSoFar(fleet);
    const { codes } = await makeClickMarket(fleet.pool);
    const [member, other] = fleet.members as [Member, Member];
    const shoppers = sendShoppers({ ...BROWSED, ports: [member.port, other.port], codes });
    await more(shoppers);
    await member.database.cut();
    await waitUntil('clicks wait on disk', async () => (await waitingClicks(member.port)) > 0);
    await more(shoppers);
    await member.process.kill();
    await shoppers.stop();
    assert.ok((await journalFiles(member.dataDir)).length > 0);
    await member.database.restore();
    if (!isRestart) member.port = await freePort();
    member.process = await fleet.start(member);
    assert.deepEqual(await journalFiles(member.dataDir), [], 'carried before it answers');
    const who = isRestart ? 'its restart' : 'another process that was given its folder';
    lines.push(`carried by ${who}: ${await nothingLost(fleet, shoppers, before)}`);
  }
  return lines.join('; ');
};
