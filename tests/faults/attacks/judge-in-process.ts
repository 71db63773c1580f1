import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createTestApplication } from '../../harness/application.ts';
import { type Attack, attackedServer, judge, type OpenServer } from './attack.ts';

/** Opens a server in this process. It is closed after the test file. */
const open: OpenServer = async (environment, parts) => {
  const { app, database } = await createTestApplication({ environment, ...parts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return attackedServer(`http://127.0.0.1:${port}`, database.url);
};

/**
 * Declares a test for each attack. Attacks with the same settings share one protected server unless they need their own. Each control has its own
 * server, because it removes the protection.
 */
export function testAttacks(attacks: readonly Attack[]): void {
  const shared = new Map<string, ReturnType<OpenServer>>();
  const openShared: OpenServer = async (environment, parts) => {
    const key = JSON.stringify([environment, parts]);
    const server = shared.get(key) ?? open(environment, parts);
    shared.set(key, server);
    return { ...(await server), close: async () => {} };
  };
  afterAll(async () => {
    for (const server of shared.values()) await (await server).close();
  });
  it.each(attacks)('$name: it is refused, and succeeds without the protection', async (attack) => {
    const { attack: verdict, control } = await judge(attack, {
      attack: attack.needsOwnServer ? open : openShared,
      control: open,
    });
    expect({ verdict, control }).toEqual({ verdict: 'refused', control: 'succeeded' });
  });
}
