import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { silentLog } from '../../../tests/harness/embedded.ts';
import { runWaitingJobs } from '../../../tests/harness/jobs.ts';
import { openHttpPeer } from '../../../tests/harness/peers/http-peer.ts';
import { HUBSPOT_TOKEN, type HubSpotPeer, openHubSpot } from '../../../tests/harness/peers/hubspot.ts';
import { logLines } from '../../../tests/sample-server.ts';
import { loggerOptions } from '../http/request-log.ts';
import { GiveUp, TryLater } from '../jobs/handler.ts';
import { enqueue } from '../jobs/job.ts';
import { createCrm } from './crm.ts';
import { createDeal, type Deal } from './deal.ts';
import { type HubSpotSettings, makeHubSpotDeal } from './hubspot.ts';

const DEAL: Deal = {
  key: 'representative/7f9c "ö"?&/',
  title: 'Maja Ekdahl',
  email: 'maja@nordicrunner.example',
  sourceUrl: 'https://app.tributary.example/register?from=ad',
};

const settingsOf = ({ url }: { url: string }): HubSpotSettings => ({
  url,
  token: HUBSPOT_TOKEN,
  pipeline: 'default',
  stage: 'appointmentscheduled',
});
const never = () => new AbortController().signal;
const make = (peer: { url: string }, values: Partial<HubSpotSettings> = {}, deal = DEAL) =>
  makeHubSpotDeal({ ...settingsOf(peer), ...values }, deal, never());
const failureOf = (made: Promise<void>): Promise<Error> =>
  made.then(
    () => new Error('it was made'),
    (error) => error,
  );

describe('a deal', () => {
  it('creates the deal with the contact data that sales needs', async () => {
    const peer = await openHubSpot();
    await make(peer, { pipeline: 'shops', stage: '1102' });
    expect(peer.deals).toEqual([
      {
        dealname: 'Maja Ekdahl',
        pipeline: 'shops',
        dealstage: '1102',
        description: 'E-mail: maja@nordicrunner.example\nRegistered at: https://app.tributary.example/register?from=ad',
        tributary_key: DEAL.key,
      },
    ]);
    expect(peer.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /crm/v3/objects/deals']);
  });

  it('omits the source of a person whose source is unknown', async () => {
    const peer = await openHubSpot();
    await make(peer, {}, { ...DEAL, sourceUrl: null });
    expect(peer.deals[0]).toMatchObject({ description: 'E-mail: maja@nordicrunner.example' });
  });

  it.each([400, 409] as const)(
    'creates one deal for two requests when HubSpot refuses a taken key with %i',
    async (status) => {
      const peer = await openHubSpot({ conflictStatus: status });
      await make(peer);
      await make(peer, {}, { ...DEAL, title: 'Maja again' });
      expect(peer.deals).toHaveLength(1);
      expect(peer.deals[0]).toMatchObject({ dealname: 'Maja Ekdahl' });
    },
  );

  it('creates one deal for requests of two processes at once', async () => {
    const peer = await openHubSpot();
    await Promise.all(Array.from({ length: 5 }, () => make(peer)));
    expect(peer.deals).toHaveLength(1);
  });

  it.each(['hang up', 'silence'] as const)('does not repeat a deal whose response was lost (%s)', async (failure) => {
    const peer = await openHubSpot();
    peer.failNext(failure, { after: true });
    const caller = new AbortController();
    const lost = failureOf(makeHubSpotDeal(settingsOf(peer), DEAL, caller.signal));
    await expect.poll(() => peer.deals.length).toBe(1);
    if (failure === 'silence') caller.abort();
    expect((await lost).message).toMatch(failure === 'silence' ? 'aborted' : 'fetch failed');
    await make(peer);
    expect(peer.deals).toHaveLength(1);
  });
});

describe('temporary failures', () => {
  it.each([
    [429, '7', 7],
    [429, undefined, 10],
    [503, '30', 30],
    [477, '3600', 3600],
    [423, '2', 2],
  ])('retries %i with Retry-After %s after %i seconds', async (status, retryAfter, seconds) => {
    const peer = await openHubSpot();
    peer.failNext({ status, ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }) });
    const error = await failureOf(make(peer));
    expect(error).toBeInstanceOf(TryLater);
    expect((error as TryLater).afterSeconds).toBe(seconds);
    await make(peer);
    expect(peer.deals).toHaveLength(1);
  });

  it('accepts a date in Retry-After, also a past one', async () => {
    const peer = await openHubSpot();
    const at = (ms: number) => ({ 'retry-after': new Date(ms).toUTCString() });
    peer.failNext({ status: 503, headers: at(Date.now() + 3_600_000) });
    peer.failNext({ status: 503, headers: at(0) });
    const later = (await failureOf(make(peer))) as TryLater;
    expect(later.afterSeconds).toBeGreaterThan(3_000);
    expect(((await failureOf(make(peer))) as TryLater).afterSeconds).toBe(0);
  });

  it.each([500, 502, 504, 521, 408, 423])('retries %i', async (status) => {
    const peer = await openHubSpot();
    peer.failNext({ status, body: 'gateway' });
    const error = await failureOf(make(peer));
    expect(error.message).toBe(`HubSpot answered POST with ${status}`);
    expect(error).not.toBeInstanceOf(GiveUp);
  });

  it('retries also when the search for an existing deal fails', async () => {
    const peer = await openHubSpot();
    await make(peer);
    peer.failNext({ status: 409, body: '{"category":"CONFLICT"}' });
    peer.failNext({ status: 502 });
    expect((await failureOf(make(peer))).message).toBe('HubSpot answered GET with 502');
  });

  it('retries when no response arrives, and when the response never ends', async () => {
    const nobody = await failureOf(make({ url: 'http://127.0.0.1:1' }));
    expect(nobody).not.toBeInstanceOf(GiveUp);
    const endless = await openHttpPeer(() => ({ status: 201, body: Buffer.alloc(1024 * 1024, 'x') }));
    expect((await failureOf(make(endless))).name).toBe('ReplyTooLarge');
  });
});

describe('does not retry a refused deal, and logs the reasons without personal data', () => {
  const refused = async (peer: HubSpotPeer, values: Partial<HubSpotSettings> = {}) => {
    const error = await failureOf(make(peer, values));
    expect(error).toBeInstanceOf(GiveUp);
    expect(error.message).not.toMatch(/maja|nordicrunner|7f9c/i);
    expect(peer.deals).toEqual([]);
    return error.message;
  };

  it('an invalid token', async () => {
    expect(await refused(await openHubSpot(), { token: 'wrong' })).toBe(
      'HubSpot refused the deal (401): INVALID_AUTHENTICATION',
    );
  });

  it('an unknown property', async () => {
    expect(await refused(await openHubSpot({ keyProperty: null }))).toBe(
      'HubSpot refused the deal (400): PROPERTY_DOESNT_EXIST, tributary_key, VALIDATION_ERROR',
    );
  });

  it('a stage of another pipeline', async () => {
    expect(await refused(await openHubSpot(), { stage: '1102' })).toContain('INVALID_OPTION, dealstage');
  });

  it('a redirect, which does not receive the token', async () => {
    const elsewhere = await openHubSpot();
    const peer = await openHubSpot();
    peer.failNext({ status: 307, headers: { location: `${elsewhere.url}/crm/v3/objects/deals` } });
    expect(await refused(peer)).toContain('(307)');
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('A deal created by a job', () => {
  it('is created once although the first response was lost', async () => {
    const { pool, db } = await createTestDatabase();
    const peer = await openHubSpot();
    await db.transaction((tx) => enqueue(tx, createDeal, DEAL));
    peer.failNext('hang up', { after: true });
    const crm = createCrm(settingsOf(peer), silentLog());
    await expect(runWaitingJobs({ pool }, [crm])).rejects.toThrow('fetch failed');
    await pool.query('SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => now()) FROM graphile_worker.jobs');
    await runWaitingJobs({ pool }, [crm]);
    expect(peer.deals).toHaveLength(1);
    expect((await pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0);
  });

  it('is only logged, without the mail address, if no CRM is configured', async () => {
    const stream = logLines();
    const { run } = createCrm(null, pino(loggerOptions('info'), stream));
    await run(DEAL, { id: '1', askedAt: new Date(), signal: never() });
    expect(stream.lines).toMatchObject([{ deal: DEAL.key, title: DEAL.title }]);
    expect(JSON.stringify(stream.lines)).not.toContain(DEAL.email);
  });
});
