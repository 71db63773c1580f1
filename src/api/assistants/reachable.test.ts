import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { type AssistantUse, checkAssistantUse } from '../../platform/http/assistant-calls.ts';

const FILE = path.join(import.meta.dirname, 'reachable.txt');
const { app } = await createTestApplication();

/** Subjects of the API reference of which no operation may be for assistants. */
const CLOSED =
  /payment|payout|invoice|account(?!s? for)|token|credential|passkey|second factor|session|team|invitation|webhook|secret|key|sandbox|own data|provisioning|import/i;
/** The two reads of these subjects that are. */
const EXCEPT = ['getMe', 'adminGetOverview', 'adminListStores'];

interface Documented {
  operationId: string;
  'x-section': string;
  'x-scope'?: string;
  'x-presence'?: string;
  'x-assistants'?: AssistantUse;
}

const { paths } = (await app.inject('/openapi.json')).json() as { paths: Record<string, Record<string, Documented>> };
const reachable = Object.entries(paths)
  .flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ url, method: method.toUpperCase(), one })),
  )
  .filter(({ one }) => one['x-assistants'] !== undefined);

/** `MATRIX=add` writes the list. A line is one operation that assistants can reach. */
it('is the list of operations that assistants can reach', () => {
  const lines = reachable.map(({ url, method, one }) => {
    const use = one['x-assistants'];
    return `${one['x-scope']}  ${typeof use === 'string' ? use : 'change'}  ${one.operationId}  ${method} ${url}`;
  });
  const text = `${lines.sort().join('\n')}\n`;
  if (process.env['MATRIX'] === 'add') writeFileSync(FILE, text);
  expect(text).toBe(readFileSync(FILE, 'utf8'));
});

it('contains no operation about money, keys, members or accounts', () => {
  const closed = reachable.filter(({ one }) => !EXCEPT.includes(one.operationId) && CLOSED.test(one['x-section']));
  expect(closed.map(({ one }) => one.operationId)).toEqual([]);
  for (const { method, one } of reachable) {
    expect([one.operationId, one['x-presence']]).toEqual([one.operationId, 'token']);
    const scopes = method === 'GET' ? ['read', 'any'] : ['links', 'campaigns'];
    expect([one.operationId, scopes.includes(one['x-scope']!)]).toEqual([one.operationId, true]);
  }
});

it('cannot contain an operation that needs another scope or more than a token', () => {
  const read = { isRead: true, scope: 'read', presence: 'token' } as const;
  const write = { isRead: false, scope: 'links', presence: 'token' } as const;
  const page = { page: '/console' } as const;
  expect(() => checkAssistantUse('GET /x', 'search', read)).not.toThrow();
  expect(() => checkAssistantUse('POST /x', page, write)).not.toThrow();
  for (const change of [
    { scope: 'money' },
    { scope: 'orders' },
    { scope: 'administration' },
    { scope: 'read' },
  ] as const)
    expect(() => checkAssistantUse('POST /x', page, Object.assign({}, write, change))).toThrow();
  for (const presence of ['fresh', 'owner'] as const)
    expect(() => checkAssistantUse('POST /x', page, Object.assign({}, write, { presence }))).toThrow();
  expect(() => checkAssistantUse('POST /x', 'search', write)).toThrow();
  expect(() => checkAssistantUse('GET /x', page, read)).toThrow();
});
