import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { IBAN, PERSON, registerPayee } from '../../../../tests/harness/payees.ts';
import { eraseUser } from '../../accounts/index.ts';
import { createToken } from '../../accounts/tokens/create-token.ts';

const NOW = new Date('2026-02-03T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW, payouts: { accountDelayDays: 3 } });

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, as: Role | null, body?: unknown) =>
  application.call({
    method,
    url,
    ...(body === undefined ? {} : { body }),
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });
const own = (path: string) => `/v2/users/${cast.ids.creator}/${path}`;
const ofAgency = (path: string) => `/v2/clients/${cast.agencyId}/${path}`;
const ACCOUNT = { method: 'iban', holder: 'Åsa Öberg', iban: IBAN };
const CONSENT = { version: '2026-11' };

describe('A payee', () => {
  it('needs an identity before consent and account', async () => {
    const empty = await call('GET', own('payee'), 'creator');
    expect(empty.body).toMatchObject({ details: null, consent: { given_at: null }, payout_accounts: [] });
    for (const [path, body] of [
      ['payee/consent', CONSENT],
      ['payout-accounts', ACCOUNT],
    ] as const)
      expect((await call('POST', own(path), 'creator', body)).body.error).toBe('payee_missing');
  });

  it('is saved with a VAT number of the country’s format', async () => {
    const company = {
      ...PERSON,
      kind: 'company',
      vat_status: 'registered',
      vat_number: 'se 559000-0000 01',
      tax_number: ' 21/815/08150 ',
    };
    const saved = await call('PUT', own('payee'), 'creator', { ...company, tax_fields: { personal_number: '1' } });
    expect(saved.body.details).toMatchObject({
      vat_number: 'SE559000000001',
      tax_number: '21/815/08150',
      tax_fields: { personal_number: '1' },
    });
    const faults: [object, string][] = [
      [{ ...company, vat_number: 'DE123456789' }, 'vat_number'],
      [{ ...company, vat_number: null }, 'vat_number'],
      [{ ...company, kind: 'person' }, 'vat_status'],
      [{ ...company, country: 'Sweden' }, 'country'],
      [{ ...company, legal_name: ' ' }, 'legal_name'],
      [{ ...company, legal_name: '🙂 🎉' }, 'legal_name'],
      [{ ...company, tax_fields: { 'Not a name': '1' } }, 'tax_fields'],
    ];
    for (const [body, field] of faults) {
      const { status, body: reply } = await call('PUT', own('payee'), 'creator', body);
      expect([status, Object.keys(reply.errors ?? {})[0]?.split('.')[0]]).toEqual([422, field]);
    }
  });

  it('consents only to the current version, once', async () => {
    expect((await call('POST', own('payee/consent'), 'creator', { version: '1999' })).body.error).toBe(
      'outdated_version',
    );
    for (const _ of [1, 2])
      expect((await call('POST', own('payee/consent'), 'creator', CONSENT)).body.consent.given_at).toBe(
        NOW.toISOString(),
      );
    const { rows } = await application.database.pool.query('SELECT version, given_by FROM payee_consents');
    expect(rows).toEqual([{ version: '2026-11', given_by: cast.ids.creator }]);
  });

  it('has an account that is stored encrypted, shown by its last characters, announced by mail and delayed', async () => {
    await takeMails(application.database);
    const saved = await call('POST', own('payout-accounts'), 'creator', ACCOUNT);
    expect(saved.body.payout_accounts).toMatchObject([
      { method: 'iban', currency: null, masked: 'SE ••••7466', usable_from: '2026-02-06T08:00:00.000Z' },
    ]);
    const [mail] = await takeMails(application.database);
    expect(mail!.text).toMatch(/this account: .*••••7466[\s\S]*before 6 February 2026/);
    expect(mail!.text).not.toContain(IBAN);
    // The database does not contain the number in plain text.
    const { rows: tables } = await application.database.pool.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await application.database.pool.query(
        `SELECT FROM "${name}" t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0`,
        [IBAN, Buffer.from(IBAN).toString('hex')],
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it('replaces the account of the same currency, and removes one', async () => {
    const bankgiro = { method: 'bankgiro', holder: 'Åsa Öberg', number: '5050-1055' };
    await call('POST', own('payout-accounts'), 'creator', bankgiro);
    const twice = await call('POST', own('payout-accounts'), 'creator', { ...ACCOUNT, iban: 'DE89370400440532013000' });
    expect(twice.body.payout_accounts).toMatchObject([
      { currency: null, masked: 'DE ••••3000' },
      { currency: 'SEK', masked: '••••055' },
    ]);
    const [{ id }] = twice.body.payout_accounts;
    const removed = await call('DELETE', own(`payout-accounts/${id}`), 'creator');
    expect(removed.body.payout_accounts).toMatchObject([{ currency: 'SEK' }]);
    expect((await call('DELETE', own(`payout-accounts/${id}`), 'creator')).status).toBe(404);
    expect(
      (await call('POST', own('payout-accounts'), 'creator', { ...ACCOUNT, iban: 'SE00' })).body.errors,
    ).toHaveProperty('iban');
  });

  it('is read by its representatives, and changed only by the payee in person', async () => {
    for (const role of ROLES) {
      const reads = ['creator', 'agency', 'admin'].includes(role);
      expect([role, (await call('GET', own('payee'), role)).status]).toEqual([role, reads ? 200 : 404]);
      const changes = role === 'creator' ? 200 : reads ? 403 : 404;
      expect([role, (await call('PUT', own('payee'), role, PERSON)).status]).toEqual([role, changes]);
      expect([role, (await call('POST', own('payout-accounts'), role, ACCOUNT)).status]).toEqual([role, changes]);
      const client = role === 'agency' ? 200 : role === 'admin' ? 403 : 404;
      expect([role, (await call('PUT', ofAgency('payee'), role, PERSON)).status]).toEqual([role, client]);
      expect([role, (await call('POST', ofAgency('payout-accounts'), role, ACCOUNT)).status]).toEqual([role, client]);
    }
    expect((await call('GET', own('payee'), null)).status).toBe(401);
    const acting = await createToken(
      { db: application.database.db, now: () => NOW },
      { userId: cast.ids.creator, purpose: 'access', createdBy: cast.ids.agency, onBehalfOf: cast.ids.agency },
    );
    const byAnother = await application.call({
      method: 'POST',
      url: own('payout-accounts'),
      as: acting.raw,
      body: ACCOUNT,
    });
    expect(byAnother.status).toBe(403);
  });

  it('needs a fresh session', async () => {
    const old = await createToken(
      { db: application.database.db, now: () => new Date(NOW.getTime() - 3_600_000) },
      { userId: cast.ids.creator, purpose: 'session' },
    );
    for (const [method, url, body] of [
      ['POST', own('payout-accounts'), ACCOUNT],
      ['PUT', own('payee'), PERSON],
    ] as const)
      expect((await application.call({ method, url, as: old.raw, body })).body.error).toBe(
        'fresh_authentication_required',
      );
  });

  it('loses name and accounts when the person is erased', async () => {
    const { market, database, tokenOf } = application;
    const userId = await market.user();
    await registerPayee(application, { path: `users/${userId}`, as: await tokenOf(userId) });
    await eraseUser({ db: database.db, now: () => NOW }, { userId, actorId: null });
    const { rows } = await database.pool.query(
      `SELECT p.legal_name, p.street, a.sealed, a.masked, a.removed_at IS NOT NULL AS removed FROM payees p
       JOIN payout_accounts a ON a.payee_id = p.id WHERE p.user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ legal_name: `erased-${userId}`, street: '', sealed: null, masked: '', removed: true }]);
  });
});
