import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type DemoSignIn, hashPassword } from '../modules/accounts/index.ts';
import { readDemoFile } from './demo-file.ts';
import { CREATORS, DEMO_PEOPLE, STAFF } from './personas.ts';

/** Password of all demo users while only this machine can sign in. */
const DEMO_PASSWORD = 'tributary-demo';

type Reach = Pick<Config, 'host' | 'publicUrl'>;

/** The default password is for this machine only. Elsewhere, anyone could sign in as the administrator. */
export function choosePassword(reach: Reach): string {
  return isReachableFromOutside(reach) ? randomBytes(9).toString('base64url') : DEMO_PASSWORD;
}

/** Sets this password for all demo users. */
export async function setPassword(database: Pick<pg.Pool, 'query'>, password: string): Promise<void> {
  const names = [...Object.keys(STAFF), ...Object.values(CREATORS).map(({ username }) => username)];
  // Hashing is slow by design, so all users share one hash.
  const hash = await hashPassword(password);
  await database.query('UPDATE users SET password_hash = $1 WHERE username = ANY ($2)', [hash, names]);
}

/**
 * Returns the accounts for one-click sign-in at the console: the demo's people while no other machine can reach the
 * server.
 * @returns an empty list without a demo
 */
export async function demoPeople(config: Reach & Pick<Config, 'dataDir'>): Promise<DemoSignIn[]> {
  const file = await readDemoFile(config.dataDir);
  if (file === null || isReachableFromOutside(config)) return [];
  return DEMO_PEOPLE.map((person) => ({ ...person, password: file.password }));
}

/** Describes the demo's accounts, one per line; empty without a demo. */
export async function demoSignIns(config: Pick<Config, 'dataDir'>): Promise<string[]> {
  const file = await readDemoFile(config.dataDir);
  if (file === null) return [];
  return [
    `Demo sign-ins, each with the password ${file.password}`,
    ...DEMO_PEOPLE.map(({ role, email }) => `  ${(role === 'admin' ? 'administrator' : role).padEnd(14)}${email}`),
  ];
}

/** Whether other machines could reach the server, by its listen address or by its public address. */
export function isReachableFromOutside({ host, publicUrl }: Reach): boolean {
  const hostname = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : publicUrl;
  return ![host, hostname.replace(/^\[|\]$/g, '')].every((name) => /^(?:localhost|::1|127(?:\.\d+){3})$/.test(name));
}
