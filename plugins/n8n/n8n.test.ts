import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/modules/webhooks/index.ts';
import { openTributary, type TestTributary } from '../shared/test-tributary.ts';

type Json = Record<string, unknown>;
/** A class as n8n constructs it. */
// biome-ignore lint/suspicious/noExplicitAny: n8n calls what the description names
type Loaded = any;

const folder = import.meta.dirname;
const manifest = createRequire(import.meta.url)('./package.json');

let tributary: TestTributary;
const loaded: Record<string, Loaded> = {};
beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder });
  // n8n requires each file, and constructs the class of the file's name.
  for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
    const name = path.basename(file).split('.')[0]!;
    loaded[name] = new (createRequire(import.meta.url)(path.join(folder, file))[name])();
  }
  tributary = await openTributary();
});

/** Sends requests as n8n does: with the header that the credentials name, and an error for every reply that is not a success. */
function functions(token: string) {
  const credentials: Json = { url: `${tributary.connection.url}/`, token };
  return {
    getCredentials: async () => credentials,
    helpers: {
      async httpRequestWithAuthentication(_: string, { method, url, qs = {}, body }: Loaded) {
        const { properties } = loaded['TributaryApi'].authenticate;
        const authorization = properties.headers.Authorization.replace(/^=/, '').replace(
          '{{$credentials.token}}',
          token,
        );
        const address = new URL(url);
        for (const [name, value] of Object.entries(qs)) address.searchParams.append(name, String(value));
        const headers = { authorization, 'content-type': 'application/json' };
        const reply = await fetch(address, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
        const text = await reply.text();
        if (!reply.ok) throw new Error(`${reply.status} ${text}`);
        return text === '' ? undefined : JSON.parse(text);
      },
    },
  };
}
/** Runs the node for one item with these parameters. @returns the records that it puts out */
async function run(parameters: Json, { token = tributary.member, isTolerant = false } = {}): Promise<Json[]> {
  const it = {
    ...functions(token),
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _: number, otherwise?: unknown) => parameters[name] ?? otherwise,
    continueOnFail: () => isTolerant,
  };
  const [items] = await loaded['Tributary'].execute.call(it);
  return items.map(({ json }: { json: Json }) => json);
}
/** The parameters of an operation, as the form has them. */
const operation = (resource: string, name: string, fields: Json) => ({
  resource,
  operation: name,
  limit: 50,
  ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}_${field}`, value])),
});
const report = (order: string, more: Json = {}) =>
  operation('order', 'reportOrder', {
    store: tributary.connection.store,
    order_id: order,
    order_value: '499.00',
    currency: 'SEK',
    tclid: tributary.seller.click,
    ...more,
  });

describe('The package', () => {
  it('names built files, and each node names credentials and parameters that exist', () => {
    for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials])
      expect([file, existsSync(path.join(folder, file))]).toEqual([file, true]);
    for (const name of ['Tributary', 'TributaryTrigger']) {
      const { credentials, properties } = loaded[name].description;
      expect(credentials).toEqual([{ name: loaded['TributaryApi'].name, required: true }]);
      const names = properties.map((one: Loaded) => one.name);
      for (const { displayOptions } of properties)
        for (const condition of Object.keys(displayOptions?.show ?? {})) expect(names).toContain(condition);
    }
  });

  it('offers only requests and fields of the API', async () => {
    const { paths, components } = (await tributary.seller.application.app.inject('/openapi.json')).json();
    const { OPERATIONS } = await import('./src/operations.ts');
    for (const { method, path: address, fields, isList } of OPERATIONS) {
      const found = paths[address]?.[method.toLowerCase()];
      expect([address, found === undefined]).toEqual([address, false]);
      const named = (found.parameters ?? []).map((one: Loaded) => `${one.in} ${one.name}`);
      const { $ref } = found.requestBody?.content['application/json'].schema ?? {};
      const body = $ref === undefined ? {} : components.schemas[$ref.split('/').at(-1)].properties;
      if (isList) expect(named).toEqual(expect.arrayContaining(['query page', 'query size']));
      for (const { in: place, name } of fields) {
        if (place === 'body') expect(body).toHaveProperty(name);
        else expect(named).toContain(`${place} ${name}`);
      }
    }
  });
});

describe('The node', () => {
  it('reports an order, lists it, explains it and refunds it', async () => {
    const [order] = await run(report('N8N-1', { voucher_code: '' }));
    expect(order).toMatchObject({ attribution: 'click' });
    const { id } = await tributary.expectOrder('N8N-1', { attribution: 'click' });
    const { store } = tributary.connection;
    expect(await run(operation('order', 'listOrders', { store, order_id: 'N8N-1' }))).toMatchObject([{ id }]);
    const [explanation] = await run(operation('order', 'explainOrder', { order: id }));
    expect(explanation).toHaveProperty('steps');
    const refunded = '{"amount": "499.00", "currency": "SEK"}';
    await run(operation('order', 'changeOrder', { store, order: id, refunded }));
    await tributary.expectOrder('N8N-1', { refunded: { amount: '499.00', currency: 'SEK' } });
  });

  it('reads as many records as the limit says, over several pages', async () => {
    for (let n = 0; n < 3; n++) await run(report(`N8N-L${n}`));
    const { store } = tributary.connection;
    const all = operation('order', 'listOrders', { store });
    expect(await run({ ...all, limit: 2 })).toHaveLength(2);
    expect((await run(all)).length).toBeGreaterThanOrEqual(3);
  });

  it('sends any other request, and its token to no other host', async () => {
    const any = (given: Json) => run({ resource: 'any', method: 'GET', ...given });
    expect(await any({ path: '/v2/me' })).toMatchObject([{ id: expect.any(Number) }]);
    const { store } = tributary.connection;
    expect(await any({ path: `/v2/stores/${store}/orders`, query: '{"size": 1}' })).toHaveLength(1);
    for (const address of ['//evil.example/v2/me', 'https://evil.example/', '@evil.example/'])
      await expect(any({ path: address })).rejects.toThrow('Path must begin with one /');
    await expect(any({ path: '/v2/me', query: '{' })).rejects.toThrow('Query must be JSON');
  });

  it('fails with the reply of the API, or goes on with it where the workflow wants that', async () => {
    await expect(run(report('N8N-2', { currency: 'XXX' }))).rejects.toThrow(/^422 .*currency/);
    const [record] = await run(report('N8N-2', { currency: 'XXX' }), { isTolerant: true });
    expect(record).toEqual({ error: expect.stringContaining('currency') });
  });
});

describe('The trigger', () => {
  it('puts out each event once, from the first poll on, and the oldest ones in a test', async () => {
    const kept: Json = {};
    const { database: db } = tributary.seller.application;
    const dispatch = () => dispatchEvents({ db: db.db, now: () => new Date() });
    const poll = async (mode = 'trigger') => {
      const it = {
        ...functions(tributary.member),
        getNodeParameter: () => ['order.created', 'order.updated'],
        getWorkflowStaticData: () => kept,
        getMode: () => mode,
      };
      const outputs = await loaded['TributaryTrigger'].poll.call(it);
      return outputs?.[0].map(({ json }: { json: Json }) => json) ?? null;
    };
    await dispatch();
    expect(await poll()).toBeNull();
    await run(report('N8N-3'));
    const { id } = await tributary.expectOrder('N8N-3', {});
    await dispatch();
    expect(await poll()).toMatchObject([{ type: 'order.created', data: { id, order_id: 'N8N-3' } }]);
    expect(await poll()).toBeNull();
    const { after } = kept;
    expect((await poll('manual'))!.length).toBeGreaterThan(1);
    expect(kept).toEqual({ after });
  });
});
