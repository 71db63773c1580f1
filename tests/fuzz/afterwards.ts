import { createToken } from '../../src/modules/accounts/index.ts';
import { audit } from '../../src/modules/payments/index.ts';
import { createMarket } from '../harness/market.ts';
import type { Target } from './target.ts';
import { send } from './wire.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** Checks after all requests: the audit, and whether a creator can create a link and a shopper can follow it. Returns the faults. */
export async function afterwards(target: Target): Promise<string[]> {
  const findings = await audit(target.database.db);
  const wrong = findings
    .filter(({ faults }) => faults > 0)
    .map(({ title, faults, examples }) => `audit: ${title}: ${faults} wrong, as ${examples.slice(0, 3).join('; ')}`);
  const { answer, code } = await freshLink(target);
  if (code === null) return [...wrong, `main task: no link was created: ${answer}`];
  const followed = await send(target.port, {
    method: 'GET',
    target: `/r/${code}`,
    headers: [['user-agent', BROWSER]],
    body: null,
  });
  if (followed?.status !== 302) wrong.push(`main task: the status of the redirect is ${followed?.status ?? 'missing'}`);
  const clicks = await countedClicks(target, code);
  if (clicks !== 1) wrong.push(`main task: ${clicks} clicks are counted instead of 1`);
  return wrong;
}

const MAX_COUNTING_MS = 30_000;

/** The number of counted clicks on a link, as soon as it is above zero; 0 after half a minute. */
async function countedClicks({ database }: Target, code: string): Promise<number> {
  const deadline = Date.now() + MAX_COUNTING_MS;
  for (;;) {
    const { rows } = await database.pool.query<{ clicks: number }>(
      'SELECT coalesce(sum(d.clicks), 0)::bigint AS clicks FROM links l LEFT JOIN link_days d ON d.link_id = l.id WHERE l.code = $1',
      [code],
    );
    if (rows[0]!.clicks > 0 || Date.now() > deadline) return rows[0]!.clicks;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Creates a link of a new creator to a new store, because the requests may have closed, hidden or blocked the demo's stores. */
async function freshLink({ database, live, port }: Target): Promise<{ answer: string; code: string | null }> {
  const market = createMarket(database.pool);
  const domain = `after-the-fuzz-${Date.now()}.example`;
  const storeId = await market.store({ domains: [domain] });
  await live.refresh(storeId);
  const userId = await market.user();
  const { raw } = await createToken({ db: database.db, now: () => new Date() }, { userId, purpose: 'api' });
  const reply = await send(port, {
    method: 'POST',
    target: `/v2/users/${userId}/affiliate-links`,
    headers: [
      ['authorization', raw],
      ['content-type', 'application/json'],
    ],
    body: Buffer.from(JSON.stringify({ url: `https://${domain}/shoes/42` })),
  });
  const answer = reply?.body.toString() ?? 'nothing';
  return { answer: answer.slice(0, 500), code: /\/r\/([A-Za-z0-9_-]+)/.exec(answer)?.[1] ?? null };
}
