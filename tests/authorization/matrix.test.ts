import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionCookie } from '../../src/platform/auth/session-cookie.ts';
import { nameOf, type Route, routesOf } from './routes.ts';
import { openScene, ROLES, type Role, type Scene } from './scene.ts';
import { differences, HEADING, lineOf, readTable } from './table.ts';
import { type Row, walk } from './walk.ts';

const FILE = path.resolve(import.meta.dirname, 'matrix.txt');

const scene = await openScene();
let routes: Route[];
let table: Map<string, Row>;
const observed: Row[] = [];
/** The reason why a route cannot be called. */
const failures: string[] = [];
/** The test makes thousands of calls, which take a minute, and longer on a busy machine. */
const TIMEOUT_MS = 900_000;

beforeAll(async () => {
  routes = await routesOf(scene.application.app);
  table = readTable(await readFile(FILE, 'utf8'));
  for (const route of routes) {
    await walk(scene, routes, route).then(
      (row) => observed.push(row),
      (error: Error) => failures.push(error.message),
    );
  }
  if (process.env.MATRIX === 'add') await complete();
}, TIMEOUT_MS);

/** Adds lines for new routes and removes those of deleted ones. Changed lines are edited by hand. */
async function complete(): Promise<void> {
  const lines = observed.map((row) => lineOf(table.get(row.route) ?? row));
  await writeFile(FILE, `${[HEADING, ...lines].join('\n')}\n`);
  table = readTable(await readFile(FILE, 'utf8'));
}

/** A scene that changes each request before it is sent. */
function tampered(change: (request: InjectOptions) => InjectOptions): Scene {
  const { application } = scene;
  const app = Object.create(application.app, {
    inject: { value: (request: InjectOptions) => application.app.inject(change(request)) },
  });
  return { ...scene, application: { ...application, app } };
}

const walkTampered = async (name: string, change: (request: InjectOptions) => InjectOptions): Promise<Row> => {
  const route = routes.find((one) => nameOf(one) === name)!;
  return walk(tampered(change), routes, route);
};

describe('The authorization matrix', () => {
  it('equals the behaviour of the application', () => {
    expect(observed.length).toBeGreaterThan(230);
    expect([...failures, ...differences(table, observed)].join('\n\n')).toBe('');
  });

  it('contains no refusal that reads the body before the caller is identified, and no server error', () => {
    for (const { route, cells } of table.values())
      expect([route, Object.values(cells).filter((cell) => /!|^5/.test(cell))]).toEqual([route, []]);
  });

  it('admits an administrator to the routes that the table lists', () => {
    const refused = [...table.values()].filter(({ cells }) => !isIn(cells.admin) && cells.credential === '-');
    expect(refused.map(({ route, cells, notes }) => `${cells.admin} ${route} ${notes}`.trim())).toEqual(NOT_FOR_ADMINS);
  });
});

const isIn = (cell: string): boolean => /^[23]/.test(cell);

/**
 * Routes that no administrator can call successfully, with the reason: another page of the reference, no own agency, a record of
 * another user, no provider, a mailed code, no second factor, no own record to end, a token that is not a session, a run that
 * another administrator must approve, decisions of payees only.
 */
const NOT_FOR_ADMINS = [
  '400 POST /clients/check 400 no_client',
  // Statements of the demo marketplace that are not invoices.
  '400 GET /clients/{clientId}/invoices/{invoiceId}/factur-x 400 no_e_invoice',
  '400 GET /clients/{clientId}/invoices/{invoiceId}/ubl 400 no_e_invoice',
  '404 GET /docs/*',
  // Forms without files.
  '415 POST /oauth/revoke',
  '415 POST /oauth/token',
  // Sandboxes have no host of their own.
  '404 POST /sandboxes/{sandbox}/session',
  // The store has no balance.
  '422 POST /v2/admin/stores/{store}/prepayments/refund',
  // The entry of the demo marketplace is not doubtful.
  '400 POST /v2/bank-entries/{bank_entry}/decide 400 not_doubtful',
  '422 POST /v2/bank-entries/{bank_entry}/match',
  '400 POST /v2/bank-entries/{bank_entry}/prepay 400 amount_differs',
  '403 PUT /v2/clients/{client}/payee',
  '403 POST /v2/clients/{client}/payee/consent',
  // No register of VAT numbers is configured.
  '400 POST /v2/clients/{client}/payee/vat-check 400 cannot_check',
  // The example's number is not the payee's.
  '422 POST /v2/clients/{client}/payee/vat-confirmation',
  '403 POST /v2/clients/{client}/payout-accounts',
  '403 DELETE /v2/clients/{client}/payout-accounts/{payout_account}',
  '400 POST /v2/email-verifications 400 code_invalid',
  '404 DELETE /v2/me/clients/{client}',
  '404 GET /v2/me/data-exports/{export}',
  '404 DELETE /v2/me/deletion',
  '400 POST /v2/me/deletion 400 last_administrator',
  '400 PUT /v2/me/email-changes/{code} 400 code_invalid',
  // No program has registered.
  '400 GET /v2/me/grant-requests 400 invalid_client',
  '400 POST /v2/me/grants 400 invalid_client',
  '404 DELETE /v2/me/grants/{grant}',
  // The administrator takes part in no campaign of the store.
  '404 PUT /v2/me/muted-stores/{store}',
  '404* PATCH /v2/me/notifications/{notification}',
  // The response of the example answers no challenge.
  '422 POST /v2/me/passkeys',
  '404 DELETE /v2/me/passkeys/{passkey}',
  '404* PATCH /v2/me/passkeys/{passkey}',
  '404 POST /v2/me/second-factor/recovery-codes',
  '404 DELETE /v2/me/second-factor/totp',
  '404* PUT /v2/me/second-factor/totp',
  '404 DELETE /v2/me/sessions/{session}',
  '404 DELETE /v2/me/stores/{store}',
  '409 POST /v2/me/terms 409 terms_changed',
  '404 DELETE /v2/me/tokens/{token}',
  // Only the user in person may call these.
  '403 POST /v2/offer-by-token/{token}/users/{user}/agreement/acceptances',
  '403 POST /v2/offer-by-token/{token}/users/{user}/join',
  '403 POST /v2/offer-by-token/{token}/users/{user}/participation',
  // No message of the conversation has a picture.
  '404 GET /v2/offer-users/{offerUser}/attachments/{attachment}',
  // The campaign has no terms.
  '404 DELETE /v2/offers/{offer}/agreement',
  // Only the participant and members of the store, or only members of the store, know addresses.
  '403 POST /v2/offers/{offer}/gift-orders',
  // Its orders wait until the store decides.
  '400 PUT /v2/offers/{offer}/guarantee 400 approval_period_missing',
  // Only members of the store know addresses.
  '403 GET /v2/offers/{offer}/packing-list',
  '403 DELETE /v2/offers/{offer}/participants/{participant}/delivery',
  '403 GET /v2/offers/{offer}/participants/{participant}/delivery',
  '403 PUT /v2/offers/{offer}/participants/{participant}/delivery',
  '403 GET /v2/offers/{offer}/participants/{participant}/gift',
  '403 POST /v2/offers/{offer}/participants/{participant}/not-received 400 nothing_sent',
  // Works for a creator with a link to the store; an administrator must name a creator.
  '422 POST /v2/order-claims',
  '400 PUT /v2/password-resets/{code} 400 code_invalid',
  '400 POST /v2/payout-runs 400 nothing_to_pay',
  '400 POST /v2/payout-runs/{payout_run}/approve 400 own_run',
  '400 POST /v2/payout-runs/{payout_run}/export 400 nothing_to_pay',
  '400 GET /v2/payout-runs/{payout_run}/files/{payout_file} 400 run_cancelled',
  '400 POST /v2/payout-runs/{payout_run}/mark-paid 400 not_exported',
  '400 POST /v2/payouts/{payout}/return 400 payout_not_paid',
  // The products of the demo marketplace have no pictures.
  '404 GET /v2/products/{product}/picture',
  '400 POST /v2/sandboxes 400 no_sandboxes_here',
  '400 DELETE /v2/sandboxes/{sandbox} 400 no_sandboxes_here',
  '400 POST /v2/sandboxes/{sandbox}/clock 400 no_sandboxes_here',
  '400 GET /v2/sandboxes/{sandbox}/events 400 no_sandboxes_here',
  '400 GET /v2/sandboxes/{sandbox}/inbox 400 no_sandboxes_here',
  // Only the owner enters a sandbox.
  '403 POST /v2/sandboxes/{sandbox}/sessions 400 no_sandboxes_here',
  '400 POST /v2/sandboxes/{sandbox}/traffic 400 no_sandboxes_here',
  '400 POST /v2/sessions/current/confirmation 400 not_a_session',
  '404 GET /v2/sessions/identity',
  '404 GET /v2/sessions/identity/callback',
  '401* POST /v2/sessions/passkey',
  // Only members of the store and its keys know addresses.
  '403 GET /v2/stores/{store}/gift-orders',
  '403 POST /v2/stores/{store}/gift-orders/{gift_order}',
  // The demo's store pays in kronor, which have no payment code.
  '404 GET /v2/stores/{store}/invoices/{invoice}/payment-code',
  '400 POST /v2/stores/{store}/invoices/{invoice}/payment-link 400 payment_links_not_configured',
  '400 POST /v2/stores/{store}/orders/{order}/extension 400 no_deadline',
  '400 POST /v2/stores/{store}/orders/{order}/resolution 400 order_resolved',
  '400 DELETE /v2/stores/{store}/shared-budgets/{shared_budget} 400 budget_in_use',
  '404 GET /v2/unsubscribe/{secret}',
  '404 POST /v2/unsubscribe/{secret}',
  // Rights are given by nobody but the creator, and both sides alone agree on their end.
  '403 POST /v2/usage-rights/{usage_right}/accept',
  '403 POST /v2/usage-rights/{usage_right}/agree-end 400 end_not_proposed',
  '403 POST /v2/usage-rights/{usage_right}/decline',
  '403 POST /v2/usage-rights/{usage_right}/propose-end',
  '403 GET /v2/users/{user}/agency-invitations',
  '403 POST /v2/users/{user}/agency-invitations/{creator_invitation}/accept',
  '403 POST /v2/users/{user}/agency-invitations/{creator_invitation}/decline',
  '403 PUT /v2/users/{user}/payee',
  '403 POST /v2/users/{user}/payee/consent',
  '400 POST /v2/users/{user}/payee/vat-check 400 cannot_check',
  '422 POST /v2/users/{user}/payee/vat-confirmation',
  '403 POST /v2/users/{user}/payout-accounts',
  '403 DELETE /v2/users/{user}/payout-accounts/{payout_account}',
  '400 GET /v2/users/{user}/statements/{statement}/factur-x 400 no_e_invoice',
  '400 GET /v2/users/{user}/statements/{statement}/ubl 400 no_e_invoice',
  '400 POST /v2/webhooks/billing-sources/{billing_source}/{store} 400 bad_signature',
  '400 POST /v2/webhooks/payment-provider 400 bad_signature',
];

/** The section "Who may do what" of the design, by paths: all other callers are refused. The first match counts. */
const FAMILIES: [paths: RegExp, may: readonly Role[]][] = [
  [/ \/v2\/(?:admin|payments|tokens)\b| \/v2\/users\/\{user\}\/tokens|\/activate$|social-data-downloaded$/, ['admin']],
  [/\/join$/, ['creator']],
  [/ \/v2\/users\/| \/v3\/users\/| \/deepLinkBlogPost\//, ['creator', 'agency', 'admin']],
  [/ \/clicks\/(?:by-date\/)?\{/, ['creator', 'agency', 'advertiser', 'admin']],
  [/ \/v2\/offer-by-token\/\{token\}\/users/, ['creator', 'agency', 'admin']],
  [/ \/v2\/(?:stores|advertisers)\/\{| \/stores\/\{id\}| \/advertiser\/(?:stores\/)?\{id\}/, ['advertiser', 'admin']],
  [/^GET \/v2\/offers\/\{offer\}\/materials$/, ['creator', 'agency', 'advertiser', 'admin']],
  [
    /^GET \/v2\/offers\/\{offer\}(?:\/(?:commission-rules|rate-steps|bonus-tiers|event-prices|customer-programme|gift))?$/,
    ['creator', 'advertiser', 'admin'],
  ],
  // Creators of both agencies take part in the demo's campaign.
  [
    /^GET \/v2\/offers\/\{offer\}\/(?:guarantee|promise|terms-history)$/,
    ['creator', 'agency', 'otherAgency', 'advertiser', 'admin'],
  ],
  [
    /^GET \/v2\/offers\/\{offer\}\/participants\/\{participant\}$|update-status$|\{participant\}\/todo$/,
    ['creator', 'agency', 'advertiser', 'admin'],
  ],
  [
    / \/v2\/offers\/\{offer\}\/participants\/\{participant\}\/(?:delivery|gift|not-received)$/,
    ['creator', 'advertiser'],
  ],
  [/ \/v2\/offers\/\{offer\}\/(?:packing-list|gift-orders)$/, ['advertiser']],
  [/ \/v2\/offers\/\{offer\}/, ['advertiser', 'admin']],
  [/ \/v2\/offer-users\/\{offerUser\}\/comments\/\{comment\}/, ['creator', 'admin']],
  [/ \/v2\/offer-users\//, ['creator', 'agency', 'advertiser', 'admin']],
  [/ \/v2\/clients\/| \/clients\/\{/, ['agency', 'admin']],
  [/ \/users\/access-token\//, ['agency', 'admin']],
];

describe('The table', () => {
  it('grants no more than the design', () => {
    const matched = new Set<RegExp>();
    for (const { route, cells } of table.values()) {
      const [paths, may] = FAMILIES.find(([family]) => family.test(route)) ?? [null, ROLES];
      if (paths === null) continue;
      matched.add(paths);
      const others = ROLES.filter((role) => !may.includes(role));
      expect([route, others.filter((role) => !/^40[34]/.test(cells[role]))]).toEqual([route, []]);
      expect([route, cells.anonymous, cells.expired]).toEqual([route, '401', '401']);
    }
    expect(matched.size).toBe(FAMILIES.length);
  });
});

describe('The console’s cookie', { timeout: TIMEOUT_MS }, () => {
  const publicUrl = 'http://tributary.test';
  const asCookie = (site: string) => (request: InjectOptions) => {
    const { authorization, ...headers } = request.headers as Record<string, string>;
    if (authorization === undefined) return request;
    const [cookie] = sessionCookie(authorization, { publicUrl, expiresAt: new Date() }).split(';');
    return { ...request, headers: { ...headers, cookie, 'sec-fetch-site': site } };
  };
  const sample = () => routes.filter(({ path: at }, index) => index % 9 === 0 && !at.startsWith('/r/'));
  const isSettledByToken = (row: Row) => row.cells.credential === '-';

  it('permits the same as the token in the header', async () => {
    for (const route of sample()) {
      const row = await walk(tampered(asCookie('same-origin')), routes, route);
      if (isSettledByToken(row)) expect(lineOf(row)).toBe(lineOf(table.get(nameOf(route))!));
    }
  });

  it('permits nothing to another site', async () => {
    // Required records are created with tokens; then every call is sent as if from another site.
    for (const route of sample().filter(({ body, path: at }) => body === 'none' && !at.includes('{'))) {
      const { cells } = await walk(tampered(asCookie('cross-site')), routes, route);
      for (const role of ROLES)
        expect([nameOf(route), role, cells[role]]).toEqual([nameOf(route), role, cells.anonymous]);
    }
  });
});

describe('A planted fault', () => {
  const NAME = 'PATCH /v2/offers/{offer}';
  const found = (row: Row) => differences(new Map([[NAME, table.get(NAME)!]]), [row]);

  it('is found when a route admits everybody', async () => {
    const { tokens } = scene;
    const row = await walkTampered(NAME, (request) => ({
      ...request,
      headers: { ...request.headers, authorization: tokens.admin },
    }));
    expect(found(row)).toEqual([expect.stringContaining('anonymous: 200, not 401')]);
  });

  it('is found when a route has the policy of another', async () => {
    const { tokens } = scene;
    const swap = (request: InjectOptions) =>
      request.headers?.authorization === tokens.agency
        ? { ...request, headers: { ...request.headers, authorization: tokens.advertiser } }
        : request;
    expect(found(await walkTampered(NAME, swap))).toEqual([expect.stringContaining('(agency: 200, not 404)')]);
  });

  it('is found when a route reads the body before it identifies the caller', async () => {
    const late = (request: InjectOptions) =>
      request.payload === '{'
        ? {
            method: 'POST' as const,
            url: '/v2/sessions',
            payload: request.payload,
            headers: { 'content-type': 'application/json' },
          }
        : request;
    expect(found(await walkTampered(NAME, late))).toEqual([expect.stringContaining('otherAdvertiser: 404*, not 404')]);
  });

  it('is detected if the table lacks a route, has an additional one, or differs', () => {
    const without = new Map([...table].filter(([route]) => route !== NAME));
    expect(differences(without, observed)).toEqual([
      expect.stringContaining(`add the line:\n${lineOf(table.get(NAME)!)}`),
    ]);
    const rest = observed.filter(({ route }) => route !== NAME);
    expect(differences(table, rest)).toEqual([expect.stringContaining('no longer exists')]);
    const row = table.get(NAME)!;
    const doctored = new Map([...table, [NAME, { ...row, cells: { ...row.cells, creator: '200' } }]]);
    expect(differences(doctored, observed)).toEqual([expect.stringContaining('(creator: 403, not 200)')]);
  });
});
