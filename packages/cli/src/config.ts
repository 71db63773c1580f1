import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type ApiClient, createClient } from '@tributary/client';
import { type Io, NotSignedIn, WrongUsage } from './io.ts';

/** The data that `tributary login` stores. */
export interface Account {
  url: string;
  token: string;
}

/** The file with the account, which only its owner may read. */
function configFile({ env }: Pick<Io, 'env'>): string {
  const folder = env['XDG_CONFIG_HOME'] || path.join(env['HOME'] ?? homedir(), '.config');
  return path.join(folder, 'tributary', 'config.json');
}

/** The stored account; null without one. @throws WrongUsage if the file is not one that `tributary login` writes */
export async function readAccount(io: Pick<Io, 'env'>): Promise<Account | null> {
  const file = configFile(io);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const { url, token } = JSON.parse(text);
    if (typeof url === 'string' && typeof token === 'string') return { url, token };
  } catch {
    // The error is reported below.
  }
  throw new WrongUsage(`${file} is damaged. Run: tributary login`);
}

/** Stores an account. The file replaces an earlier one instead of overwriting it, so that it always has the correct mode. */
export async function writeAccount(io: Pick<Io, 'env'>, account: Account): Promise<void> {
  const file = configFile(io);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}

/** Removes the stored account. Harmless to repeat. */
export function removeAccount(io: Pick<Io, 'env'>): Promise<void> {
  return rm(configFile(io), { force: true });
}

/** Reads the address of a service. @throws WrongUsage if it is not one */
export function readUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new WrongUsage(`${name} must be an http or https URL.`);
  if (url.username !== '' || url.password !== '') throw new WrongUsage(`${name} must not contain a password.`);
  return url;
}

/** The address without a trailing slash, as the client takes it. */
export const baseOf = (url: URL): string => url.href.replace(/\/+$/, '');

/** A client of the service with the token of `signedInAccount`. @throws NotSignedIn without a token for this service */
export async function signedInClient(io: Io, named: string | undefined): Promise<ApiClient> {
  const { url, token } = await signedInAccount(io, named);
  return createClient({ baseUrl: baseOf(url), token, fetch: io.fetch });
}

/**
 * The service and the token of the environment or of the stored account. The stored token is sent only to the service that issued it.
 * @param named the address of the option `--url`
 * @throws NotSignedIn without a token for this service
 */
export async function signedInAccount(io: Io, named: string | undefined): Promise<{ url: URL; token: string }> {
  const account = await readAccount(io);
  const given = named ?? io.env['TRIBUTARY_URL'];
  if (given === undefined && account === null) throw new NotSignedIn('You are not signed in. Run: tributary login');
  const url =
    given === undefined ? new URL(account!.url) : readUrl(given, named === undefined ? 'TRIBUTARY_URL' : '--url');
  const isOfAccount = account !== null && baseOf(new URL(account.url)) === baseOf(url);
  const token = io.env['TRIBUTARY_TOKEN'] || (isOfAccount ? account.token : undefined);
  if (token === undefined) throw new NotSignedIn(`You are not signed in to ${baseOf(url)}. Run: tributary login`);
  warnOfPlainText(io, url);
  return { url, token };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function warnOfPlainText(io: Pick<Io, 'note'>, { protocol, hostname }: URL): void {
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    io.note(`Warning: the connection to ${hostname} is not encrypted, and others may read the token. Use https.`);
}
