import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Holder, isAlive, thisProcess } from './start-lock.ts';

/** The supervisor that ends the server when it stops. The file is read and written under the start lock only. */
interface Owner extends Holder {
  token: string;
}

/** Returns the living supervisor other than `token` that owns the server of this home, or null. */
export async function ownerElsewhere(home: string, token: string): Promise<Owner | null> {
  const owner = await read(home);
  return owner !== null && owner.token !== token && isAlive(owner) ? owner : null;
}

/** Records this supervisor as the owner. */
export async function claimOwnership(home: string, token: string): Promise<void> {
  const draft = path.join(home, `owner.json.new-${randomUUID()}`);
  await fs.writeFile(draft, JSON.stringify({ ...thisProcess(), token } satisfies Owner));
  await fs.rename(draft, file(home));
}

/** Removes the ownership record if it names this supervisor. */
export async function releaseOwnership(home: string, token: string): Promise<void> {
  if ((await read(home))?.token === token) await fs.rm(file(home), { force: true });
}

async function read(home: string): Promise<Owner | null> {
  try {
    const value = JSON.parse(await fs.readFile(file(home), 'utf8')) as Partial<Owner>;
    const whole = [value.pid, value.life, value.token].every((part) => part !== undefined);
    return whole ? (value as Owner) : null;
  } catch {
    return null;
  }
}

function file(home: string): string {
  return path.join(home, 'owner.json');
}
