import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { afterThisFile } from '../../../tests/harness/clean-up.ts';
import { openDemoMarket } from '../../../tests/harness/demo.ts';
import { until } from '../../../tests/harness/embedded.ts';
import { freePort } from '../../../tests/harness/free-port.ts';
import { describeExamples } from '../describe-examples.ts';
import { installPackage } from '../installed-package.ts';

/** The client in runtimes other than Node, which `npm ci --prefix packages/client/runtimes` installs. Those that are absent are skipped. */

const binary = (name: string) => path.join(import.meta.dirname, 'node_modules', name);
const RUNTIMES = [
  ['Deno', [binary('@deno/linux-x64-glibc/deno'), 'run', '--allow-all', '--no-prompt', '--node-modules-dir=manual']],
  ['Bun', [binary('@oven/bun-linux-x64/bin/bun'), 'run']],
] as const;
const workerd = binary('@cloudflare/workerd-linux-64/bin/workerd');

const { database, demo } = await openDemoMarket();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { app } = await createTestApplication({ database, publicUrl: url });
await app.listen({ host: '127.0.0.1', port });
afterThisFile(async () => app.server.closeAllConnections());
const { project, installed } = await installPackage((await app.inject('/openapi.json')).json());
await writeFile(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }));
process.env['DENO_DIR'] = path.join(project, 'deno');
process.env['DENO_NO_UPDATE_CHECK'] = '1';

for (const [name, command] of RUNTIMES)
  if (existsSync(command[0])) describeExamples(name, command, { app, url, database, demo, project });
  else describe.skip(`the example in ${name}`, () => it('is not installed', () => {}));

describe.skipIf(!existsSync(workerd))('a worker in workerd', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  it('lists links, creates one, reports the rule that refuses a URL, and accepts only signed events', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    for (const [from, name] of [
      [path.join(import.meta.dirname, 'worker.mjs'), 'worker.mjs'],
      [path.join(installed, 'index.js'), 'index.js'],
    ] as const)
      await copyFile(from, path.join(project, name));
    const bindings = Object.entries({
      TRIBUTARY_URL: url,
      TRIBUTARY_TOKEN: demo.tokens.creator,
      WEBHOOK_SECRET: secret,
    });
    await writeFile(
      path.join(project, 'worker.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["local"]))],
        sockets = [(name = "http", address = "${address}", http = (), service = "main")]
      );
      const worker :Workerd.Worker = (
        modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "@tributary/client", esModule = embed "index.js")],
        bindings = [${bindings.map(([name, text]) => `(name = "${name}", text = "${text}")`).join(', ')}],
        compatibilityDate = "2026-01-01"
      );`,
    );
    const server = spawn(workerd, ['serve', 'worker.capnp'], { cwd: project, stdio: 'inherit' });
    const ask = (init?: RequestInit) => fetch(`http://${address}/`, init);
    try {
      await until(async () => (await ask().catch(() => null))?.ok === true);
      const list = await app.inject({ url: '/v2/affiliate-links', headers: { authorization: demo.tokens.creator } });
      expect(await (await ask()).json()).toHaveLength(list.json().meta.total);
      const made = await ask({ method: 'PUT', body: demo.product_url });
      expect(await made.json()).toMatchObject({ affiliate_link: { url: expect.stringContaining(`${url}/r/`) } });
      const refused = await ask({ method: 'PUT', body: demo.unknown_url });
      expect([refused.status, await refused.json()]).toEqual([400, { code: 'no_matching_store' }]);
      const body = JSON.stringify({ id: 'msg_1', type: 'order.created', version: 1, timestamp: new Date(), data: {} });
      const at = new Date();
      const signed = (by: string) => ({
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(by).sign('msg_1', at, body),
      });
      const accepted = await ask({ method: 'POST', body, headers: signed(secret) });
      expect([accepted.status, await accepted.json()]).toEqual([200, { type: 'order.created' }]);
      expect((await ask({ method: 'POST', body, headers: signed('whsec_AAAA') })).status).toBe(400);
    } finally {
      server.kill();
    }
  });
});
