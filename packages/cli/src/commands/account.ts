import { type ApiClient, createClient } from '@tributary/client';
import type { Command } from '../command.ts';
import {
  baseOf,
  readAccount,
  readUrl,
  removeAccount,
  signedInClient,
  warnOfPlainText,
  writeAccount,
} from '../config.ts';
import { type Io, NotSignedIn, readAll, WrongUsage } from '../io.ts';
import { given, textOf } from '../options.ts';
import { printRecord } from '../output.ts';

export const login: Command = {
  name: 'login',
  summary: 'sign in, and store the token for this computer',
  args: '',
  options: {
    email: { value: 'EMAIL', help: 'the address of your account; asked for if missing' },
    code: { value: 'CODE', help: 'code of your second factor; asked for if needed' },
    'password-stdin': { help: 'read the password from standard input' },
    'token-stdin': { help: 'read an API token from standard input instead of signing in' },
  },
  async run({ io, options, json, url: named }) {
    const text =
      named ?? io.env['TRIBUTARY_URL'] ?? (await readAccount(io))?.url ?? (await ask(io, 'URL of the service'));
    const url = readUrl(text, 'The address of the service');
    warnOfPlainText(io, url);
    const token = options['token-stdin'] ? await lineOf(io) : await signIn(io, baseOf(url), options);
    // A wrong token fails here and is not stored.
    const me = await readMe(createClient({ baseUrl: baseOf(url), token, fetch: io.fetch }));
    await writeAccount(io, { url: baseOf(url), token });
    printMe(io, me, baseOf(url), json);
  },
};

export const logout: Command = {
  name: 'logout',
  summary: 'end the session, and remove the stored token',
  args: '',
  options: {},
  async run({ io }) {
    const account = await readAccount(io);
    if (account === null) throw new NotSignedIn('You are not signed in.');
    const client = createClient({ baseUrl: account.url, token: account.token, fetch: io.fetch });
    // The token is removed from this computer even if the service is unavailable. An API token has no session and stays valid.
    await removeAccount(io);
    await client
      .DELETE('/v2/sessions/current')
      .catch((error: Error) => io.note(`The session was not ended: ${error.message}`));
  },
};

export const whoami: Command = {
  name: 'whoami',
  summary: 'print the account of the token',
  args: '',
  options: {},
  async run({ io, json, url }) {
    const client = await signedInClient(io, url);
    printMe(io, await readMe(client), null, json);
  },
};

async function readMe(client: ApiClient) {
  return (await client.GET('/v2/me')).data;
}

function printMe(io: Io, me: Awaited<ReturnType<typeof readMe>>, url: string | null, json: boolean): void {
  printRecord(io, me, { json, fields: { email: me.email, id: me.id, ...(url === null ? {} : { service: url }) } });
}

async function signIn(
  io: Io,
  baseUrl: string,
  options: Readonly<Record<string, string | boolean | undefined>>,
): Promise<string> {
  const email = textOf(options, 'email') ?? (await ask(io, 'E-mail'));
  const password = options['password-stdin'] ? await lineOf(io) : await ask(io, 'Password', true);
  const client = createClient({ baseUrl, fetch: io.fetch });
  const codes: { code?: string; mailed_code?: string } = { ...given('code', textOf(options, 'code')) };
  for (;;) {
    try {
      return (await client.POST('/v2/sessions', { body: { email, password, ...codes } })).data.token;
    } catch (error) {
      const { code: refusal } = error as { code?: string | null };
      if (io.ask === null) throw error;
      if (refusal === 'second_factor_required' && codes.code === undefined)
        codes.code = await io.ask('Code of your second factor');
      else if (refusal === 'mailed_code_required' && codes.mailed_code === undefined)
        codes.mailed_code = await io.ask('Code that was mailed to you');
      else throw error;
    }
  }
}

async function ask(io: Io, question: string, isSecret = false): Promise<string> {
  if (io.ask === null)
    throw new WrongUsage(`${question} is missing: give --url, --email and --password-stdin, or --token-stdin.`);
  return io.ask(question, { isSecret });
}

async function lineOf(io: Io): Promise<string> {
  const [line = ''] = (await readAll(io)).split(/\r?\n/, 1);
  if (line === '') throw new WrongUsage('Standard input is empty.');
  return line;
}
