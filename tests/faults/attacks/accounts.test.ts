import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createTestApplication } from '../../harness/application.ts';
import { ACCOUNT_ATTACKS } from './accounts.ts';
import { attackedServer, judge, type OpenServer } from './attack.ts';

/** A server in this process, which listens. The application is taken down after the file. */
const open: OpenServer = async (environment) => {
  const { app, database } = await createTestApplication({ environment });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return attackedServer(`http://127.0.0.1:${port}`, database.url);
};

it.each(ACCOUNT_ATTACKS)('$name: it is refused, and succeeds without the protection', async (attack) => {
  const { attack: verdict, control } = await judge(attack, open);
  expect({ verdict, control }).toEqual({ verdict: 'refused', control: 'succeeded' });
});
