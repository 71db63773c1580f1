import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createTestApplication } from '../../harness/application.ts';
import { attackedServer, judge, type OpenServer } from './attack.ts';
import { ORDER_ATTACKS } from './orders.ts';

/** A server in this process, which listens. The application is taken down after the file. */
const open: OpenServer = async () => {
  const { app, database } = await createTestApplication();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return attackedServer(`http://127.0.0.1:${port}`, database.url);
};

it.each(ORDER_ATTACKS)('$name: it is refused, and succeeds without the protection', async (attack) => {
  const { attack: verdict, control } = await judge(attack, open);
  expect({ verdict, control }).toEqual({ verdict: 'refused', control: 'succeeded' });
});
