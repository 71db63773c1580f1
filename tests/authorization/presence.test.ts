import { describe, expect, it } from 'vitest';
import { createToken } from '../../src/modules/accounts/index.ts';
import { FRESH_SECONDS, PRESENCES, type Presence } from '../../src/platform/auth/presence.ts';
import { createPopulatedApplication } from '../harness/cast.ts';

/**
 * Writes of money, administration and the own account for which a session that was left open, and any token with the scope, is
 * sufficient, with the reason. Every other one is `fresh` or `owner`.
 */
const WITHOUT_CONFIRMATION: Record<string, string> = {
  ...because('only reads or previews', [
    'getPaymentDetails',
    'adminPreviewVoid',
    'previewPayoutRun',
    'checkVatNumber',
    'checkVatNumberOfClient',
  ]),
  ...because('reads the state at the payment provider', ['refreshPayment']),
  ...because('the store pays its own invoice', ['requestPaymentLink']),
  ...because('only refuses what an agency has offered', ['declineAgencyInvitation']),
  ...because('only takes access away from the own account', [
    'revokeOwnToken',
    'endOwnSessions',
    'endOwnSession',
    'endOwnGrant',
    'cancelDeletion',
  ]),
  ...because('only takes access or a receiver of data away', [
    'deleteClientInvite',
    'deleteAdvertiserInvite',
    'deleteWebhook',
    'deletePostback',
    'deleteReportSchedule',
  ]),
  ...because('mails only what the recipients, who are members, may read themselves', [
    'createReportSchedule',
    'changeReportSchedule',
  ]),
  ...because('sends only to a receiver that exists', [
    'testWebhook',
    'testPostback',
    'replayWebhook',
    'replayPostback',
    'replayWebhookDelivery',
    'replayPostbackDelivery',
  ]),
  ...because('a list of names without rights or prices', [
    'adminCreateCategory',
    'adminUpdateCategory',
    'adminDeleteCategory',
    'adminCreateReturnAd',
    'adminUpdateReturnAd',
    'adminDeleteReturnAd',
    'adminCreateUserTag',
    'adminUpdateUserTag',
    'adminDeleteUserTag',
    'adminAddToUserTag',
    'adminRemoveFromUserTag',
  ]),
  ...because('what the person reads or accepts', [
    'acceptTerms',
    'markNotification',
    'markNotifications',
    'setNotificationSettings',
    'muteStore',
    'unmuteStore',
  ]),
  ...because('a name that is shown, without rights or payment data', ['updateMe']),
  ...because('a new store is pending until an administrator approves it', ['registerStore']),
  ...because('daily work of a store, without a change of rights or payment data', [
    'setAttributionWindow',
    'changeOrderRules',
    'createEventKind',
    'changeEventKind',
    'setCustomerProgramme',
    'endCustomerBinding',
    'setPassedParameters',
    'blockCreators',
    'unblockCreator',
    'addUrlMatchingRule',
    'changeUrlMatchingRule',
    'removeUrlMatchingRule',
    'addStoreDomain',
    'checkStoreDomain',
    'saveProductFeed',
    'deleteProductFeed',
    'runProductFeed',
    'uploadProductFeed',
    'updateStore',
    'replaceHashtags',
    'uploadLogo',
    'createStatsConfiguration',
    'replaceStatsConfiguration',
    'changeStatsConfiguration',
    'deleteStatsConfiguration',
  ]),
  ...because('a channel gives rights only to the owner of its page, who proves it', [
    'addChannel',
    'changeChannel',
    'checkChannel',
    'removeChannel',
  ]),
  ...because('what a creator says about themselves gives no rights', [
    'changeCreatorProfile',
    'uploadCreatorPicture',
    'deleteCreatorPicture',
    'setCreatorPublicPage',
  ]),
  ...because('a conversation', ['openAppeal', 'commentOnAppeal', 'closeAppeal']),
  ...because('a sandbox contains no real money and no real people', [
    'makeSandbox',
    'deleteSandbox',
    'advanceSandboxClock',
    'planSandboxTraffic',
  ]),
};

function because(reason: string, operationIds: readonly string[]): Record<string, string> {
  return Object.fromEntries(operationIds.map((id) => [id, reason]));
}

interface Documented {
  operationId: string;
  'x-policy'?: string;
  'x-scope'?: string;
  'x-presence'?: Presence;
}

let clock = new Date('2030-01-01T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { paths } = (await application.app.inject('/openapi.json')).json() as {
  paths: Record<string, Record<string, Documented>>;
};
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .map(([method, one]) => ({ method: method.toUpperCase(), path, ...one }))
    .filter((one) => one['x-scope'] !== undefined),
);
const writes = routes.filter(({ method }) => method !== 'GET');

/** The error of a call without a body. */
async function errorOf({ method, path }: { method: string; path: string }, as: string): Promise<string | null> {
  const url = path.replaceAll(/\{\w+\}/g, '999999');
  const reply = await application.app.inject({ method: method as 'POST', url, headers: { authorization: as } });
  return reply.statusCode === 403 ? reply.json().error : null;
}

const LATER_MS = (FRESH_SECONDS + 1) * 1000;

describe('Presence', () => {
  it('is declared by every route that writes with an access token', () => {
    expect(writes.length).toBeGreaterThan(240);
    for (const route of routes)
      expect([route.operationId, PRESENCES.includes(route['x-presence']!)]).toEqual([route.operationId, true]);
  });

  it('is more than a token for every write of money and administration, except those with a reason', () => {
    const open = writes
      .filter((route) => ['money', 'administration'].includes(route['x-scope']!) && route['x-presence'] === 'token')
      .map(({ operationId }) => operationId);
    expect(open.sort()).toEqual(Object.keys(WITHOUT_CONFIRMATION).sort());
  });

  it('refuses a session of an administrator that was left open, before it looks for the record', async () => {
    const session = await application.inPerson(cast.tokens.admin);
    const guarded = writes.filter(
      (route) => route['x-presence'] !== 'token' && /^(?:adminOnly|signedIn)/.test(route['x-policy'] ?? ''),
    );
    expect(guarded.length).toBeGreaterThan(60);
    clock = new Date(clock.getTime() + LATER_MS);
    for (const route of guarded)
      expect([route.operationId, await errorOf(route, session)]).toEqual([
        route.operationId,
        'fresh_authentication_required',
      ]);
    clock = new Date(clock.getTime() - LATER_MS);
    for (const route of guarded.filter(({ operationId }) => operationId === 'adminEraseUser'))
      expect(await errorOf(route, session)).toBe(null);
  });

  it('of an owner refuses every API token, whatever its scopes', async () => {
    const owned = writes.filter((route) => route['x-presence'] === 'owner');
    expect(owned.length).toBeGreaterThan(20);
    const own = owned.filter((route) => /^(?:adminOnly|signedIn)/.test(route['x-policy'] ?? ''));
    for (const route of own)
      expect([route.operationId, await errorOf(route, cast.tokens.admin)]).toEqual([
        route.operationId,
        'not_a_session',
      ]);
  });

  it('protects the payout account of a creator and of an agency from a token with all scopes', async () => {
    for (const [path, as] of [
      [`users/${cast.ids.creator}`, cast.tokens.creator],
      [`clients/${cast.agencyId}`, cast.tokens.agency],
    ] as const)
      for (const [method, what] of [
        ['PUT', 'payee'],
        ['POST', 'payee/consent'],
        ['POST', 'payout-accounts'],
        ['DELETE', 'payout-accounts/1'],
      ] as const) {
        const reply = await application.call({ method, url: `/v2/${path}/${what}`, as, exactly: true, body: {} });
        expect([path, what, reply.status, reply.body.error]).toEqual([path, what, 403, 'not_a_session']);
      }
  });

  it('of an owner requires the second factor of the account in the session', async () => {
    const { database, tokenOf, market } = application;
    const userId = await market.user();
    const ctx = { db: database.db, now: () => clock };
    const open = (secondFactor: boolean) => createToken(ctx, { userId, purpose: 'session', secondFactor });
    const [weak, strong] = [(await open(false)).raw, (await open(true)).raw];
    const begin = (as: string) =>
      application.call({ method: 'POST', url: '/v2/me/tokens', as, exactly: true, body: { name: 'x' } });
    expect((await begin(weak)).status).toBe(201);
    await database.pool.query(
      `INSERT INTO totp_factors (user_id, sealed_secret, created_at, confirmed_at) VALUES ($1, '\\x00', now(), now())`,
      [userId],
    );
    expect((await begin(weak)).body.error).toBe('fresh_authentication_required');
    expect((await begin(strong)).status).toBe(201);
    expect((await begin(await tokenOf(userId))).body.error).toBe('not_a_session');
  });
});

describe('An account whose mailbox nobody has proven', () => {
  it('makes no change that sends money or data away or gives access', async () => {
    const userId = await application.market.user();
    await application.database.pool.query('UPDATE users SET email_unproven = true WHERE id = $1', [userId]);
    const session = await application.inPerson(await application.tokenOf(userId));
    const ALLOWED = ['requestEmailChange', 'confirmEmailChange', 'changePassword', 'requestDeletion'];
    const own = writes.filter((route) => route['x-presence'] !== 'token' && /^signedIn/.test(route['x-policy'] ?? ''));
    expect(own.length).toBeGreaterThan(10);
    for (const route of own) {
      if (ALLOWED.includes(route.operationId)) continue;
      expect([route.operationId, await errorOf(route, session)]).toEqual([route.operationId, 'email_unproven']);
    }
    for (const what of ['payee', 'payee/consent', 'payout-accounts']) {
      const method = what === 'payee' ? 'PUT' : 'POST';
      const reply = await application.call({ method, url: `/v2/users/${userId}/${what}`, as: session, body: {} });
      expect([what, reply.status, reply.body.error]).toEqual([what, 403, 'email_unproven']);
    }
  });
});
