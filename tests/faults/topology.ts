/**
 * Kills each part of a deployment with an edge (docs/deployment.md) under load: nats-server, the edge, the application and PostgreSQL.
 * Compares the clicks that edge and application have acknowledged with the recorded ones, and prints which shoppers were redirected in
 * the meantime.
 *
 *   npx tsx tests/faults/topology.ts [kills of each = 3] [part: nats, edge, application or database; all by default]
 *
 * Control of each: the same kills with a planted fault must be found to lose clicks.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../harness/nats.ts';
import { audit, makeDataDir, objectionsTo, printTable, withDatabase } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { killPostgres } from './postgres-process.ts';
import { type ServerOptions, type ServerProcess, startServer, statusOf, waitUntil } from './server-process.ts';
import { type Shoppers, sendShoppers } from './shoppers.ts';
import { conclude } from './verdict.ts';

const [kills = 3] = process.argv.slice(2, 3).map(Number);
const only = process.argv[3];
const CONTROL_KILLS = 3;
/** Whether a kill coincides with the moment of the planted fault is chance. */
const CONTROL_ATTEMPTS = 5;
const CLIENTS = 12;
const CLICKS_BETWEEN_KILLS = 200;
/** nats-server hangs for this time before it is killed. Messages that it has not accepted by then are lost. */
const HANG_MS = 150;

interface Deployment {
  nats: NatsServer;
  application: ServerProcess;
  edge: ServerProcess;
  options: { application: ServerOptions; edge: ServerOptions };
}

interface Arm {
  part: string;
  kill: (deployment: Deployment) => Promise<void>;
  /** The processes whose shoppers are all redirected in the meantime. */
  unharmed: readonly ('edge' | 'application')[];
  /** The planted fault of the control, and the process that loads it. */
  planted: string;
  plantedIn: 'edge' | 'application' | 'both';
}

const ARMS: Arm[] = [
  {
    part: 'nats',
    async kill({ nats }) {
      nats.freeze();
      await delay(HANG_MS);
      await nats.kill();
      await delay(HANG_MS);
      await nats.start();
    },
    unharmed: ['edge', 'application'],
    planted: './publish-unacknowledged.ts',
    plantedIn: 'both',
  },
  {
    part: 'edge',
    async kill(deployment) {
      await deployment.edge.kill();
      deployment.edge = await startServer(deployment.options.edge);
    },
    unharmed: ['application'],
    planted: './acknowledge-first.ts',
    plantedIn: 'edge',
  },
  {
    part: 'application',
    async kill(deployment) {
      await deployment.application.kill();
      deployment.application = await startServer(deployment.options.application);
    },
    unharmed: ['edge'],
    planted: './move-first.ts',
    plantedIn: 'application',
  },
  {
    part: 'database',
    async kill({ options }) {
      await killPostgres(options.application.dataDir);
      await waitUntil(
        'the database is back',
        async () => (await statusOf(options.application.port, '/v2/health')) === 200,
      );
    },
    unharmed: ['edge', 'application'],
    planted: './move-first.ts',
    plantedIn: 'application',
  },
];

async function runArm(arm: Arm, times: number, isControl: boolean) {
  const { dataDir, remove } = await makeDataDir();
  const nats = await startNats();
  try {
    const { codes } = await withDatabase(dataDir, makeClickMarket);
    const environment = { CLICK_LOG_URL: nats.url() };
    const plantIn = (process: 'edge' | 'application') =>
      isControl && (arm.plantedIn === process || arm.plantedIn === 'both') ? { preload: arm.planted } : {};
    const options = {
      application: { port: await freePort(), dataDir, environment, ...plantIn('application') },
      edge: {
        port: await freePort(),
        dataDir: path.join(dataDir, '..', 'edge'),
        command: 'edge' as const,
        environment,
        ...plantIn('edge'),
      },
    };
    const application = await startServer(options.application);
    const deployment: Deployment = { nats, application, edge: await startServer(options.edge), options };
    for (const code of codes) await statusOf(options.application.port, `/r/${code}`);
    const shoppers = {
      edge: sendShoppers({ clients: CLIENTS, ports: [options.edge.port], codes }),
      application: sendShoppers({ clients: CLIENTS, ports: [options.application.port], codes }),
    };
    try {
      for (let kill = 0; kill < times; kill++) {
        await waitForMore(shoppers.edge);
        await waitForMore(shoppers.application);
        await arm.kill(deployment);
      }
      await waitForMore(shoppers.edge);
    } finally {
      await Promise.all([shoppers.edge.stop(), shoppers.application.stop()]);
      await deployment.edge.stop();
      await deployment.application.stop();
    }
    // A starting server carries all clicks in NATS before it answers. It runs without the fault, which would lose more.
    const { preload: _, ...plain } = options.application as ServerOptions;
    await (await startServer(plain)).stop();
    const all = {
      sent: shoppers.edge.sent + shoppers.application.sent,
      acknowledged: [...shoppers.edge.acknowledged, ...shoppers.application.acknowledged],
    };
    return {
      ...(await withDatabase(dataDir, (pool) => audit(pool, all))),
      acknowledged: all.acknowledged.length,
      shoppers,
    };
  } finally {
    await nats.remove();
    await remove();
  }
}

async function waitForMore(shoppers: Shoppers): Promise<void> {
  const wanted = shoppers.acknowledged.length + CLICKS_BETWEEN_KILLS;
  await waitUntil('shoppers are sent on', async () => shoppers.acknowledged.length >= wanted);
}

if (!hasNats) {
  console.log('No nats-server is installed.');
} else {
  const rows = [];
  const wrong: string[] = [];
  for (const arm of ARMS.filter(({ part }) => only === undefined || part === only)) {
    const held = await runArm(arm, kills, false);
    wrong.push(...objectionsTo(held).map((what) => `${arm.part} killed: ${what}`));
    for (const who of arm.unharmed) {
      const { failures } = held.shoppers[who];
      if (failures.size > 0) wrong.push(`${arm.part} killed: the ${who} answered ${JSON.stringify([...failures])}`);
    }
    console.log(`${arm.part}: ${held.acknowledged} acknowledged, ${held.lost} lost, ${held.doubled} doubled`);
    let control = await runArm(arm, CONTROL_KILLS, true);
    for (let attempt = 1; control.lost === 0 && attempt < CONTROL_ATTEMPTS; attempt++)
      control = await runArm(arm, CONTROL_KILLS, true);
    console.log(`${arm.part}, control: ${control.acknowledged} acknowledged, ${control.lost} lost`);
    if (control.lost === 0) wrong.push(`${arm.part} killed: the control was not detected`);
    rows.push({
      killed: arm.part,
      kills,
      acknowledged: held.acknowledged,
      lost: held.lost,
      doubled: held.doubled,
      'edge: not sent on': failuresOf(held.shoppers.edge),
      'application: not sent on': failuresOf(held.shoppers.application),
      'slowest at the edge, ms': Math.round(held.shoppers.edge.slowestMs),
      'lost in the control': control.lost,
    });
  }
  printTable(rows);
  conclude(wrong);
}

function failuresOf({ failures }: Shoppers): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}
