import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { openHttpPeer } from '../../tests/harness/peers/http-peer.ts';

/** The interpreter, if one is installed. */
const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Runs a program that has `api`, the client of a creator, and prints JSON. */
let python: (program: string, environment?: Record<string, string>) => Promise<unknown>;
let demo: Awaited<ReturnType<typeof openDemoMarket>>['demo'];
let url = '';

if (hasPython) {
  const market = await openDemoMarket();
  demo = market.demo;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { app } = await createTestApplication({ database: market.database, publicUrl: url });
  await app.listen({ host: '127.0.0.1', port });
  afterThisFile(async () => app.server.closeAllConnections());
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-python-'));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, (await app.inject('/openapi.json')).body);
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'generate.mjs'), file, folder]);
  const prelude = `import json, os
from tributary import *
api = Tributary(os.environ["URL"], os.environ["TOKEN"])
def say(value): print(json.dumps(value))
`;
  python = async (program, environment = {}) => {
    const env = { ...process.env, PYTHONPATH: folder, URL: url, TOKEN: demo.tokens.creator, ...environment };
    const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', prelude + program], { env });
    return JSON.parse(stdout);
  };
}

describe.skipIf(!hasPython)('the Python client', () => {
  it('creates, lists and exports, against the running service', async () => {
    const program = `
made = api.create_own_affiliate_link(body={"url": os.environ["PRODUCT"]})
ids = [link["id"] for link in api.pages(api.list_affiliate_links, size=2)]
total = api.list_affiliate_links(include=["stats"])["meta"]["total"]
link = api.get_affiliate_link(ids[0])
orders = [record for record in api.export("orders")]
seen = {order["id"] for order in orders}
again = [record for record in api.export("orders", after=orders[-1]["cursor"]) if record["id"] in seen] if orders else []
say([made["status"], len(ids) == len(set(ids)) == total, link["user_id"], all(c["user_id"] == link["user_id"] for c in orders), again])`;
    expect(await python(program, { PRODUCT: demo.product_url })).toEqual(['success', true, demo.ids.user, true, []]);
  });

  it('is an installable package whose types name the records, and resolve', async () => {
    const program = `
import pathlib, types, typing
import tributary, tributary.records as records
# Before Python 3.11, the module typing does not have it.
records.NotRequired = getattr(typing, "NotRequired", typing.Optional)
for name, record in list(vars(records).items()):
    if isinstance(record, type) and hasattr(record, "__total__"): typing.get_type_hints(record, vars(records))
for method in vars(Tributary).values():
    if isinstance(method, types.FunctionType): typing.get_type_hints(method)
folder = pathlib.Path(tributary.__file__).parent
project = (folder.parent / "pyproject.toml").read_text()
reply = typing.get_type_hints(Tributary.report_order)["return"].__name__
say([reply, (folder / "py.typed").exists(), 'name = "tributary-client"' in project, "{" + "version}" in project])`;
    expect(await python(program)).toEqual(['ReportedOrder', true, true, false]);
  });

  it('raises the class of an error, with its fields', async () => {
    const program = `
def failure(call):
    try: return call()
    except ApiError as error: return [type(error).__name__, error.status, error.code, list(error.fields)]
say([
    failure(lambda: api.create_own_affiliate_link(body={"url": os.environ["UNKNOWN"]})),
    failure(lambda: api.create_own_affiliate_link(body={})),
    failure(lambda: api.get_affiliate_link(999999999)),
    failure(lambda: api.get_affiliate_link("../me")),
    failure(lambda: Tributary(os.environ["URL"], "wrong").get_me()),
])`;
    expect(await python(program, { UNKNOWN: demo.unknown_url })).toEqual([
      ['RuleError', 400, 'no_matching_store', []],
      ['InvalidInputError', 422, null, ['url']],
      ['NotFoundError', 404, null, []],
      ['NotFoundError', 404, null, []],
      ['UnauthenticatedError', 401, null, []],
    ]);
  });

  it('repeats requests that may be repeated, with one idempotency key, and follows no redirect', async () => {
    const peer = await openHttpPeer(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id": 7}',
    }));
    peer.failNext('hang up');
    peer.failNext({ status: 503, body: '{}' });
    const program = `
order = api.report_order(1, body={"order_id": "A"})
say(order)`;
    expect(await python(program, { URL: peer.url })).toEqual({ id: 7 });
    expect(new Set(peer.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(peer.requests).toHaveLength(3);
    peer.failNext({ status: 302, headers: { location: 'http://127.0.0.1:9/' } });
    const redirected = `
try: say(api.get_me())
except ApiError as error: say(error.status)`;
    expect(await python(redirected, { URL: peer.url })).toBe(302);
    peer.failNext('hang up');
    const once = `
try: say(api.create_own_affiliate_link(body={"url": "x"}))
except ConnectionError: say("lost")`;
    expect(await python(once, { URL: peer.url })).toBe('lost');
  });

  it('verifies webhooks as the official library signs them', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const at = new Date();
    const body = JSON.stringify({ id: 'msg_1', data: { title: 'Ö' } });
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    const program = `
secret, body, headers = os.environ["SECRET"], os.environ["BODY"].encode(), json.loads(os.environ["HEADERS"])
def refused(*args, **options):
    try: verify_webhook(*args, **options)
    except WebhookVerificationError: return True
say([
    verify_webhook(secret, body, headers)["id"],
    refused("whsec_AAAA", body, headers), refused(secret, body + b" ", headers), refused(secret, body, {}),
    refused(secret, body, headers, now=int(headers["webhook-timestamp"]) + 301),
    verify_webhook(secret, body, {name.title(): value for name, value in headers.items()})["id"],
])`;
    const environment = { SECRET: secret, BODY: body, HEADERS: JSON.stringify(headers) };
    expect(await python(program, environment)).toEqual(['msg_1', true, true, true, true, 'msg_1']);
  });
});
