import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../tests/harness/application.ts';
import type { openDemoMarket } from '../../tests/harness/demo.ts';
import { until } from '../../tests/harness/embedded.ts';

const run = promisify(execFile);

/** The environment of the example programs. */
interface Examples extends Pick<TestApplication, 'app' | 'database'> {
  demo: Awaited<ReturnType<typeof openDemoMarket>>['demo'];
  /** The folder of the programs, with the package installed. */
  project: string;
  /** The address of the application. */
  url: string;
}

/** Runs the example programs against the demo marketplace. @param command the runtime and its options */
export function describeExamples(
  runtime: string,
  [program, ...options]: readonly string[],
  { app, url, database, demo, project }: Examples,
): void {
  const environment = { ...process.env, TRIBUTARY_URL: url, TRIBUTARY_TOKEN: demo.tokens.creator };
  const example = async (name: string, args: string[] = [], env: NodeJS.ProcessEnv = environment) => {
    const { stdout } = await run(program!, [...options, name, ...args], { cwd: project, env });
    return stdout.split('\n').filter(Boolean);
  };

  describe(`the example in ${runtime}`, () => {
    it('create-links prints a link, or the rule that refuses the URL', async () => {
      const [link, refused] = await example('create-links.mjs', [demo.product_url, demo.unknown_url]);
      expect(link).toMatch(new RegExp(`^${url}/r/`));
      expect(refused).toBe(`no_matching_store: ${demo.unknown_url}`);
    });

    it('list-links prints every link once', async () => {
      const lines = await example('list-links.mjs');
      const list = await app.inject({ url: '/v2/affiliate-links', headers: { authorization: demo.tokens.creator } });
      expect(lines).toHaveLength(list.json().meta.total);
      expect(lines[0]).toMatch(new RegExp(`^\\d+\t${url}/r/`));
    });

    it('report-orders prints the results, and the reasons of refused orders', async () => {
      const file = path.join(project, `orders-${randomBytes(4).toString('hex')}`);
      const [first, second] = [{ order_id: path.basename(file), order_value: 10 }, { order_value: 'x' }];
      await writeFile(file, `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`);
      const asStore = { ...environment, TRIBUTARY_TOKEN: demo.tokens.advertiser };
      const lines = await example('report-orders.mjs', [String(demo.ids.store), file], asStore);
      expect(lines).toEqual([
        expect.stringMatching(/^line 2: refused: \{"order_id":/),
        '{"created":1,"corrected":0,"known":0,"refused":1,"failed":0}',
      ]);
    });

    it('export-orders continues after the last exported order', async () => {
      const file = path.join(project, `cursor-${randomBytes(4).toString('hex')}`);
      // Older transactions of other databases of the cluster hold an export back.
      let orders: string[] = [];
      await until(async () => {
        orders = [...orders, ...(await example('export-orders.mjs', [file]))];
        const { rows } = await database.pool.query(
          'SELECT count(*)::int AS total FROM orders WHERE user_id = $1 AND event_kind_id IS NULL',
          [demo.ids.user],
        );
        return orders.length >= rows[0].total;
      });
      expect(JSON.parse(orders[0]!)).toMatchObject({ user_id: demo.ids.user, currency: expect.any(String) });
      expect(new Set(orders.map((line) => JSON.parse(line).id)).size).toBe(orders.length);
      expect(await example('export-orders.mjs', [file])).toEqual([]);
    });

    it('receive-webhooks accepts signed requests only', async () => {
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const receiver = spawn(program!, [...options, 'receive-webhooks.mjs'], {
        cwd: project,
        env: { ...environment, WEBHOOK_SECRET: secret },
      });
      let printed = '';
      receiver.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      try {
        await until(async () => /listening on \d+\n/.test(printed));
        const target = `http://127.0.0.1:${/listening on (\d+)/.exec(printed)![1]}`;
        const body = JSON.stringify({
          id: 'msg_1',
          type: 'order.created',
          version: 1,
          timestamp: new Date(),
          data: { id: 17 },
        });
        const post = async (signedBy: string) => {
          const at = new Date();
          const signature = new Webhook(signedBy).sign('msg_1', at, body);
          const headers = {
            'webhook-id': 'msg_1',
            'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
            'webhook-signature': signature,
          };
          return (await fetch(target, { method: 'POST', body, headers })).status;
        };
        expect([await post(secret), await post('whsec_AAAA')]).toEqual([204, 400]);
        await until(async () => printed.includes('order 17'));
      } finally {
        receiver.kill();
      }
    });
  });
}
