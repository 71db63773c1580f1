import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_COMPANY } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { PERSON } from '../../../../tests/harness/payees.ts';
import { openHttpPeer, type PeerReply } from '../../../../tests/harness/peers/http-peer.ts';
import { TryLater } from '../../../platform/jobs/handler.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { createVatNumberChecker } from './check-vat-number.ts';

let answer: (asked: Record<string, string>) => PeerReply;
const ends: (() => Promise<void>)[] = [];
const NOW = new Date('2026-02-03T08:00:00Z');
const json = (body: unknown): PeerReply => ({ status: 200, body: JSON.stringify(body) });

const vies = await openHttpPeer(
  ({ body }) => answer(JSON.parse(body.toString())),
  (end) => void ends.push(end),
);
const { application, cast } = await createPopulatedApplication({
  now: () => NOW,
  payouts: { vies: { url: vies.url } },
});
afterAll(async () => {
  for (const end of ends) await end();
});
beforeEach(async () => {
  vies.requests.length = 0;
  await application.database.pool.query('TRUNCATE vat_number_checks; DELETE FROM graphile_worker._private_jobs');
  answer = ({ countryCode, vatNumber }) =>
    json({ countryCode, vatNumber, valid: vatNumber !== '556677889901', name: '---', requestIdentifier: 'WAPIAAAAY1' });
});

const checker = (allow = ['127.0.0.0/8']) =>
  createVatNumberChecker({
    db: application.database.db,
    now: () => NOW,
    outbound: createOutbound({ allow }),
    company: TEST_COMPANY,
    vies: { url: vies.url },
  });
const run = (allow?: string[]) => runWaitingJobs(application.database, [checker(allow)]);
const path = () => `/v2/users/${cast.ids.creator}/payee`;
const save = (number: string | null, country = 'SE') =>
  application.call({
    method: 'PUT',
    url: path(),
    as: cast.tokens.creator,
    body: {
      ...PERSON,
      kind: 'company',
      country,
      vat_status: number === null ? 'exempt' : 'registered',
      vat_number: number,
    },
  });
const check = async () => (await application.call({ url: path(), as: cast.tokens.creator })).body.vat_check;
const again = (as: string | null = cast.tokens.creator, url = `${path()}/vat-check`) =>
  application.call({ method: 'POST', url, ...(as === null ? {} : { as }) });

describe('A VAT number that is saved', () => {
  it('is looked up after the commit, and the reply is stored with its consultation number', async () => {
    expect((await save('SE559000000001')).body.vat_check).toBeNull();
    expect(vies.requests).toHaveLength(0);
    await run();
    expect(await check()).toEqual({
      vat_number: 'SE559000000001',
      outcome: 'valid',
      checked_at: NOW.toISOString(),
      consultation_number: 'WAPIAAAAY1',
      registered_name: null,
    });
    expect(vies.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /check-vat-number']);
    expect(JSON.parse(vies.requests[0]!.body.toString())).toEqual({
      countryCode: 'SE',
      vatNumber: '559000000001',
      requesterMemberStateCode: 'SE',
      requesterNumber: '559000000001',
    });
    // A changed number has no answer yet.
    expect((await save('SE556677889901')).body.vat_check).toBeNull();
    await run();
    expect(await check()).toMatchObject({ vat_number: 'SE556677889901', outcome: 'invalid' });
  });

  it.each([
    ['a failure', { status: 503 }, 'status_503'],
    [
      'a member state that is away',
      json({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }),
      'MS_UNAVAILABLE',
    ],
    ['a reply about another number', json({ countryCode: 'SE', vatNumber: '1', valid: false }), 'another_number'],
    ['a page', { status: 200, body: '<html>' }, 'unreadable_reply'],
    ['a list', { status: 200, body: '[]' }, 'unreadable_reply'],
    ['no answer', 'hang up', 'unreachable'],
  ] as const)('is not invalid because of %s: the query is repeated', async (_, reply, reason) => {
    await save('SE556677889901');
    if (reply === 'hang up') vies.failNext('hang up');
    else answer = () => reply;
    await expect(run()).rejects.toBeInstanceOf(TryLater);
    expect(await check()).toMatchObject({ outcome: 'unavailable', consultation_number: null });
    const { rows } = await application.database.pool.query('SELECT reason FROM vat_number_checks');
    if (reply !== 'hang up') expect(rows).toEqual([{ reason }]);
    const jobs = await application.database.pool.query('SELECT run_at > now() AS waits FROM graphile_worker.jobs');
    expect(jobs.rows).toEqual([{ waits: true }]);
  });

  it('keeps the result when the register is unavailable later', async () => {
    await save('SE559000000001');
    await run();
    expect((await again()).status).toBe(200);
    answer = () => ({ status: 500 });
    await expect(run()).rejects.toBeInstanceOf(TryLater);
    expect(await check()).toMatchObject({ outcome: 'valid' });
    answer = ({ countryCode, vatNumber }) => json({ countryCode, vatNumber, valid: false });
    expect((await again()).status).toBe(200);
    await run();
    expect(await check()).toMatchObject({ outcome: 'invalid' });
  });

  it('is not looked up at an address that the outbound client refuses, or outside the EU', async () => {
    await save('SE559000000001');
    await expect(run([])).rejects.toBeInstanceOf(TryLater);
    expect(vies.requests).toHaveLength(0);
    await application.database.pool.query('DELETE FROM graphile_worker._private_jobs');
    await save('NO923609016MVA', 'NO');
    await run();
    expect(vies.requests).toHaveLength(0);
    expect((await again()).body.error).toBe('cannot_check');
  });
});

describe('Repeating the query', () => {
  it('is for the payee and administrators', async () => {
    await save('SE559000000001');
    expect((await again(cast.tokens.admin)).status).toBe(200);
    expect((await again(null)).status).toBe(401);
    expect((await again(cast.tokens.otherCreator)).status).toBe(404);
    expect((await again(cast.tokens.creator, '/v2/users/x/payee/vat-check')).status).toBe(404);
  });

  it('needs a number, and a register', async () => {
    expect((await again(cast.tokens.admin, `/v2/users/${cast.ids.otherCreator}/payee/vat-check`)).body.error).toBe(
      'payee_missing',
    );
    await save(null);
    expect((await again()).body.error).toBe('cannot_check');
  });
});

describe('Confirming a VAT number', () => {
  const confirm = (vatNumber: string, as: string | null = cast.tokens.admin, url = `${path()}/vat-confirmation`) =>
    application.call({ method: 'POST', url, body: { vat_number: vatNumber }, ...(as === null ? {} : { as }) });
  const confirmedAt = async () =>
    (await application.call({ url: path(), as: cast.tokens.creator })).body.details.vat_confirmed_at;

  it('is for administrators, never for the payee', async () => {
    await save('SE559000000001');
    const tokens = [null, cast.tokens.creator, cast.tokens.otherCreator, cast.tokens.agency, cast.tokens.advertiser];
    const statuses = await Promise.all(tokens.map(async (token) => (await confirm('SE559000000001', token)).status));
    expect(statuses).toEqual([401, 403, 403, 403, 403]);
    expect(await confirmedAt()).toBeNull();
    expect(await confirm('SE559000000001')).toMatchObject({
      status: 200,
      body: { details: { vat_confirmed_at: NOW.toISOString() } },
    });
  });

  it('is valid only for the current number, which the request names', async () => {
    await save('SE559000000001');
    expect(await confirm('SE556677889901')).toMatchObject({
      status: 422,
      body: { errors: { vat_number: [expect.any(String)] } },
    });
    expect((await confirm('SE559000000001')).status).toBe(200);
    await save('SE559000000001');
    expect(await confirmedAt()).not.toBeNull();
    await save('SE556677889901');
    expect(await confirmedAt()).toBeNull();
    await save('SE559000000001');
    expect(await confirmedAt()).toBeNull();
  });

  it('ends when the name changes for which it was made', async () => {
    await save('SE559000000001');
    await confirm('SE559000000001');
    await application.call({
      method: 'PUT',
      url: path(),
      as: cast.tokens.creator,
      body: {
        ...PERSON,
        kind: 'company',
        legal_name: 'Another AB',
        vat_status: 'registered',
        vat_number: 'SE559000000001',
      },
    });
    expect(await confirmedAt()).toBeNull();
  });

  it('is refused to an administrator who would be paid, and without a payee', async () => {
    const own = await application.call({ url: '/v2/me', as: cast.tokens.admin });
    const url = `/v2/users/${own.body.id}/payee/vat-confirmation`;
    expect(await confirm('SE559000000001', cast.tokens.admin, url)).toMatchObject({
      status: 400,
      body: { error: 'own_payee' },
    });
    const other = `/v2/clients/${cast.agencyId}/payee/vat-confirmation`;
    expect((await confirm('SE559000000001', cast.tokens.admin, other)).status).toBe(400);
  });
});
