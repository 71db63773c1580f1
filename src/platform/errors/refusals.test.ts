import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone } from '../auth/policy.ts';
import { operation } from '../http/operation.ts';
import { Forbidden, RuleRefused } from './errors.ts';
import { REFUSALS } from './refusals.ts';

/** Codes that only programs and operators cause. */
const OF_PROGRAMS = [
  'bad_signature',
  'cursor_outdated',
  'email_missing',
  'email_unverified',
  'idempotency_key_reused',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_target',
  'no_account',
  'no_debtor_account',
  'no_sandbox_host',
  'no_sandboxes_here',
  'not_a_session',
  'payment_links_not_configured',
  'sandbox_elsewhere',
  'session_already_linked',
  'stripe_not_configured',
  'too_many_events',
  'unsupported_grant_type',
  'way_not_counted',
];
/** Codes whose sentence contains what the caller has to do next. */
const WITH_VALUES = [
  'no_exchange_rate',
  'order_not_attributable',
  'several_advertisers',
  'template_outdated',
  'terms_are_promised',
];

const SRC = path.resolve(import.meta.dirname, '../..');
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.(?:test|fixture)|refusals\.\w\w)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(SRC, file), 'utf8'));
const THROWN = new Set(
  SOURCES.flatMap((text) => [...text.matchAll(/new (?:RuleRefused|Conflict)\(\s*'(\w+)'/g)].map(([, code]) => code!)),
);

describe('The code of a refusal', () => {
  it('has a sentence in each language, unless only programs cause it', () => {
    expect(THROWN.size).toBeGreaterThan(100);
    const translated = Object.keys(REFUSALS.sv);
    const expected = [...translated, ...OF_PROGRAMS, ...WITH_VALUES];
    expect([...THROWN].filter((code) => !expected.includes(code))).toEqual([]);
    // A code that no module uses any more has no sentence.
    const all = SOURCES.join('\n');
    expect(expected.filter((code) => !new RegExp(`\\b${code}\\b`).test(all))).toEqual([]);
    expect(new Set(expected).size).toBe(expected.length);
  });

  it('has whole sentences, which differ between the languages', () => {
    expect(Object.keys(REFUSALS.de)).toEqual(Object.keys(REFUSALS.sv));
    const all = Object.values(REFUSALS).flatMap((sentences) => Object.values(sentences));
    expect(all.filter((sentence) => !/^\p{Lu}.+\.$/u.test(sentence))).toEqual([]);
    const same = Object.entries(REFUSALS.sv).filter(([code, sentence]) => REFUSALS.de[code] === sentence);
    expect(same).toEqual([]);
  });
});

describe('A refusal', async () => {
  const server = await sampleServer((app) => {
    for (const [url, error] of [
      ['/known', new RuleRefused('already_paid', 'Invoice 7 is paid.')],
      ['/unknown', new RuleRefused('of_no_module', 'Invoice 7 is paid.')],
      ['/forbidden', new Forbidden('second_factor_required', 'Set up a second factor.')],
    ] as const)
      operation(app, {
        method: 'GET',
        url,
        operationId: `get${url.slice(1)}`,
        summary: 'Refuses',
        tags: ['Things'],
        policy: everyone,
        replies: { 204: null },
        errors: [error.status === 400 ? error.code : error.status],
        handle: () => {
          throw error;
        },
      });
  });
  afterAll(() => server.close());
  const ask = async (url: string, language?: string) => {
    const reply = await server.inject({ url, headers: language === undefined ? {} : { 'accept-language': language } });
    return { ...reply.json(), vary: reply.headers.vary };
  };

  it.each([
    ['sv-SE, en;q=0.5', 'Fakturan är redan betald.'],
    ['de', 'Die Rechnung ist bereits bezahlt.'],
    ['en, sv;q=0.5', 'Invoice 7 is paid.'],
    ['*', 'Invoice 7 is paid.'],
    ['fi', 'Invoice 7 is paid.'],
    [undefined, 'Invoice 7 is paid.'],
  ])('is in the language of the request: %s', async (language, message) => {
    expect(await ask('/known', language)).toEqual({
      status: 400,
      error: 'already_paid',
      message,
      vary: expect.stringContaining('accept-language'),
    });
  });

  it('without a sentence in the language is in English, and so is a 403 with the code of a refusal', async () => {
    expect(REFUSALS.sv).toHaveProperty('second_factor_required');
    expect((await ask('/forbidden', 'sv')).message).toBe('Set up a second factor.');
    expect((await ask('/unknown', 'sv')).message).toBe('Invoice 7 is paid.');
  });
});
