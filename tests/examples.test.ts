import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '@tributary/client';
import { describe, expect, it } from 'vitest';
import type { Example } from '../src/api/examples/example.ts';
import { EXAMPLES } from '../src/api/examples/index.ts';
import { type ApiDocument, sectionsOf } from '../src/api/reference/document.ts';
import { snippetsOf } from '../src/api/reference/snippets.ts';
import { addDays } from '../src/platform/calendar.ts';
import { resolveReferences } from '../src/platform/http/resolve-references.ts';
import { createTestApplication } from './harness/application.ts';
import { openDemoMarket } from './harness/demo.ts';

/**
 * Requests that the demo cannot accept: a mailed code, a session at an identity provider, a passkey, a member that it does not
 * name, payouts that are due, bank reports, a denied order, an approved draft, a gift that is sent by the shop. Requests of sandboxes are sent by docs/guides/sandbox.md, which
 * runs as a test.
 */
const NOT_SENT = [
  'acceptInvitation',
  'findInvitation',
  'registerAdvertiserRepresentative',
  'resolveOrder',
  'extendOrder',
  'declineOrderClaim',
  'makePayoutRun',
  'exportPayoutRun',
  'markPayoutRunPaid',
  'cancelPayoutRun',
  'recordParcels',
  'reportNotReceived',
  'requestGiftOrders',
  'reportPublication',
  'correctPublication',
  'recordPublicationFigures',
  'acceptPublication',
  'requestPublicationCorrection',
  'proposeUsageRightEnd',
  'agreeUsageRightEnd',
  'payUsageRights',
  'reportGiftOrder',
  'returnPayout',
  'matchBankEntry',
  'decideBankEntry',
  'prepayBankEntry',
  'refundPrepayment',
  'setGuarantee',
  'dismissBankEntry',
  'openAppeal',
  'commentOnAppeal',
  'closeAppeal',
  'verifyEmail',
  'verifyEmailInConsole',
  'resetPassword',
  'grantRequest',
  'confirmTotp',
  'confirmSession',
  'signInByPasskey',
  'signInToConsoleByPasskey',
  'registerPasskey',
  'renamePasskey',
  'acceptTerms',
  'acceptAgreement',
  'approveDraft',
  'requestDraftChanges',
  'joinCampaignWithAgreement',
  'changeClientRole',
  'changeSharedBudget',
  'endCustomerBinding',
  'makeSandbox',
  'planSandboxTraffic',
  'advanceSandboxClock',
];

/** The dates of the example are in the demo’s season. */
const VOIDING = ['adminPreviewVoid', 'adminVoid'];

interface Documented {
  summary: string;
  method: string;
  url: string;
  operationId: string;
  description: string;
  requestBody?: { content: Record<string, { example?: unknown; schema: { required?: string[] } }> };
}

const { database, demo } = await openDemoMarket();

const application = await createTestApplication({ database, serviceApiKeys: [demo.service_api_key!] });
const document = resolveReferences((await application.app.inject('/openapi.json')).json());
const all = Object.entries<Record<string, Documented>>(document.paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), url })),
);
const operations = new Map(all.map((one) => [one.operationId, one]));

/** Ids in replies, by operation. */
const made = new Map<string, number>();

function urlOf({ url, operationId }: Documented, { at = {}, fixed = {} }: Example): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (fixed[name] !== undefined) return fixed[name];
    const place = at[name];
    expect([operationId, name, place]).toEqual([operationId, name, expect.anything()]);
    const value = 'id' in place! ? (demo.ids as unknown as Record<string, number>)[place.id] : made.get(place!.madeBy);
    expect([operationId, name, value]).toEqual([operationId, name, expect.any(Number)]);
    return String(value);
  });
}

async function activationKey(): Promise<string> {
  const url = `/v2/advertisers/${demo.ids.store}/order-collectors/shop_plugin/rotate-key`;
  return (await application.call({ method: 'POST', url, as: demo.tokens.advertiser })).body.service_activation_key;
}

describe('The reference', () => {
  it('has an example for each operation with a JSON body, and for no other', () => {
    const withBody = [...operations.values()].filter(({ requestBody }) => requestBody?.content['application/json']);
    expect(Object.keys(EXAMPLES).sort()).toEqual(withBody.map(({ operationId }) => operationId).sort());
    for (const { operationId, requestBody, description } of withBody) {
      expect([operationId, requestBody!.content['application/json']!.example]).toEqual([
        operationId,
        EXAMPLES[operationId]!.body,
      ]);
      expect([operationId, description]).toEqual([operationId, expect.stringContaining('**Example:**')]);
    }
  });

  it('has summaries whose verbs fit the methods', () => {
    const WRITES = /^(?:Add|Change|Create|Delete|Remove|Replace|Set)\b/;
    const READS = /^(?:Read|List|Show|Get)\b/;
    const isMisplaced = ({ method, summary }: Documented) =>
      method === 'GET'
        ? WRITES.test(summary)
        : method === 'DELETE' && (READS.test(summary) || /^(?:Add|Create)\b/.test(summary));
    expect(all.filter(isMisplaced).map(({ operationId, summary }) => [operationId, summary])).toEqual([]);
    const changes = all.filter(
      ({ method, summary }) => method === 'PATCH' && /^(?:Delete|Remove|List)\b/.test(summary),
    );
    expect(changes.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has examples that the demo accepts', async () => {
    const media = await application.call({ url: '/v2/user-media', as: demo.tokens.creator });
    made.set('listUserMedia', media.body.data[0].id);
    const notifications = await application.call({ url: '/v2/me/notifications', as: demo.tokens.creator });
    made.set('listNotifications', notifications.body.data[0].id);
    const key = await activationKey();
    let fingerprint: string | null = null;
    const today = new Date().toISOString().slice(0, 10);
    for (const [operationId, example] of Object.entries(EXAMPLES)) {
      if (NOT_SENT.includes(operationId)) continue;
      const operation = operations.get(operationId)!;
      const text = JSON.stringify(example.body).replace('<SERVICE_ACTIVATION_KEY>', key);
      // The reference has fixed dates; the dates of the demo are relative to today.
      const body = JSON.parse(operationId === 'payOnce' ? text.replace('2026-12-15', today) : text);
      if (VOIDING.includes(operationId)) Object.assign(body, { from: addDays(today, -30), to: today });
      if (operationId === 'adminVoid') body.fingerprint = fingerprint;
      const hook = operation.url.includes('/webhooks/idp/');
      const reply = await application.call({
        method: operation.method as 'POST',
        url: urlOf(operation, example),
        body,
        ...(example.as === null ? {} : { as: demo.tokens[example.as] }),
        headers: { 'x-tributary-console': '1', ...(hook ? { 'service-api-key': demo.service_api_key! } : {}) },
      });
      expect([operationId, reply.status < 300 ? 'taken' : [reply.status, reply.body]]).toEqual([operationId, 'taken']);
      fingerprint = reply.body?.fingerprint ?? fingerprint;
      const id = reply.body?.id ?? reply.body?.data?.id ?? reply.body?.data?.[0]?.id;
      if (typeof id === 'number') made.set(operationId, id);
    }
  });

  it('has examples in curl and TypeScript that can be run', async () => {
    await application.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = application.app.server.address() as { port: number };
    const documented = sectionsOf(document as ApiDocument).flatMap((section) => section.operations);
    const token = demo.tokens.creator;
    const env = { ...process.env, TRIBUTARY_TOKEN: token };
    const sent: unknown[] = [];
    for (const id of ['createOwnAffiliateLink', 'listAffiliateLinks', 'listUserMedia']) {
      const { curl, typescript } = snippetsOf(documented.find((one) => one.id === id)!, `http://127.0.0.1:${port}`);
      const { stdout } = await promisify(execFile)('bash', ['-c', curl.replace('curl ', 'curl --fail --silent ')], {
        env,
      });
      // The program without its import, because a function cannot contain one.
      const program = typescript.replace(/^import .*$/m, '').replace('console.log(data)', 'return data');
      const run = new Function('createClient', 'process', `return (async () => {${program}})()`);
      const data = await run(createClient, { env });
      expect([id, data]).toEqual([id, JSON.parse(stdout)]);
      sent.push(data);
    }
    expect(sent).toMatchObject([{ status: 'success' }, { data: expect.any(Array) }, { data: expect.any(Array) }]);
  });
});
