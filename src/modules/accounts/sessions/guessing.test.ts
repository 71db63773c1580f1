import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { takeCodeMails } from '../../../../tests/harness/mailbox.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { hashPassword } from '../password.ts';
import { clearAttempts, countAttempt, countSignIn, MAX_FAILURES } from './sign-in-attempts.ts';

const PASSWORD = 'a password of 2030';
const START = new Date('2030-01-01T12:00:00.000Z');

let clock = START;
const application = await createTestApplication({ now: () => clock });
const passwordHash = await hashPassword(PASSWORD);

let networks = 0;
const newNetwork = () => `10.2.${networks >> 8}.${networks++ & 255}`;
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const attempt = (email: string, password: string, network = newNetwork()) =>
  application.call({
    method: 'POST',
    url: '/v2/sessions',
    body: { email, password },
    headers: { 'x-forwarded-for': network },
  });
const statusOf = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).status;
const statusesOf = async (count: number, one: (index: number) => Promise<number>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => one(index)))).sort();
/** The limit includes attempts at another process. */
const context = () => ({ db: application.database.db, now: () => clock });
const times = (count: number, status: number) => Array<number>(count).fill(status);

let email: string;
beforeEach(async () => {
  const id = await application.market.user();
  email = (await query('UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email', id, passwordHash))[0].email;
});

describe('Wrong passwords for one e-mail address from one network', () => {
  it('are limited to ten; then the correct one is also refused there until the window ends, and nowhere else', async () => {
    const network = newNetwork();
    for (let guess = 0; guess < 10; guess++) expect(await statusOf(email, 'wrong', network)).toBe(401);
    pass(60);
    const refused = await attempt(email, PASSWORD, network);
    expect([refused.status, refused.body]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(refused.headers['retry-after']).toBe('840');
    expect(await statusOf(email, PASSWORD)).toBe(201);
    pass(839);
    // Refused attempts do not prolong the window.
    expect((await attempt(email, PASSWORD, network)).headers['retry-after']).toBe('1');
    pass(1);
    expect(await statusOf(email, PASSWORD, network)).toBe(201);
  });

  it('are also limited to ten for an unknown address', async () => {
    const network = newNetwork();
    const statuses = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push(await statusOf('nobody.there@example.test', 'wrong', network));
    expect(statuses).toEqual([...times(10, 401), 429, 429]);
  });

  it('have the same limit when they are concurrent', async () => {
    const network = newNetwork();
    expect(await statusesOf(40, () => statusOf(email, 'wrong', network))).toEqual([
      ...times(10, 401),
      ...times(30, 429),
    ]);
  });

  it('have the same limit for other spellings of the address', async () => {
    const network = newNetwork();
    const spellings = [email, email.toUpperCase(), email.replace('e', 'E')];
    const statuses = await statusesOf(12, (index) => statusOf(spellings[index % 3]!, 'wrong', network));
    expect(statuses).toEqual([...times(10, 401), 429, 429]);
  });

  it('are counted by PostgreSQL’s comparison of addresses, even if JavaScript’s lower case differs', async () => {
    const network = newNetwork();
    await query('UPDATE users SET email = $2 WHERE email = $1', email, 'ines@example.test');
    const [{ same }] = await query(`SELECT lower('İnes') = 'ines' AS same`);
    const other = same ? 'İnes@example.test' : 'INES@example.test';
    for (let guess = 0; guess < 10; guess++) await statusOf('ines@example.test', 'wrong', network);
    expect(await statusOf(other, 'wrong', network)).toBe(429);
  });

  it('are counted from zero after a correct one', async () => {
    const network = newNetwork();
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 9; guess++) expect(await statusOf(email, 'wrong', network)).toBe(401);
      expect(await statusOf(email, PASSWORD, network)).toBe(201);
    }
  });

  it('are counted across all processes', async () => {
    const network = newNetwork();
    for (let guess = 0; guess < 10; guess++) await countSignIn(context(), { email, network });
    expect(await statusOf(email, PASSWORD, network)).toBe(429);
  });
});

describe('A hundred wrong passwords for one e-mail address from all networks', () => {
  const guessed = async (address: string) => {
    for (let guess = 0; guess < MAX_FAILURES.address; guess++)
      await countSignIn(context(), { email: address, network: newNetwork() });
  };
  /** The codes that have been mailed to an address since the last call. */
  const mailedTo = async (address: string) => {
    const mails = await takeCodeMails(application.database, { now: () => clock });
    return mails.filter(({ to }) => to === address).map(({ text }) => /^[\w-]{24}$/m.exec(text)![0]);
  };
  const signIn = (body: Record<string, string>, network = newNetwork()) =>
    application.call({ method: 'POST', url: '/v2/sessions', body, headers: { 'x-forwarded-for': network } });

  it('ask for a mailed code at networks without an earlier sign-in, and only for the right password mail one', async () => {
    const home = newNetwork();
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    await guessed(email);
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    await guessed('nobody.at.all@example.test');
    const replies = [];
    for (const [address, password] of [
      ['nobody.at.all@example.test', PASSWORD],
      [email, 'wrong'],
      [email, PASSWORD],
    ] as const)
      replies.push(await attempt(address, password));
    for (const { status, body } of replies) expect([status, body]).toEqual([400, replies[0]!.body]);
    expect(replies[0]!.body.error).toBe('mailed_code_required');
    const mails = await takeCodeMails(application.database, { now: () => clock });
    expect(mails.map(({ to }) => to)).toEqual([email]);
    const code = /^[\w-]{24}$/m.exec(mails[0]!.text)?.[0];
    expect(code).toEqual(expect.any(String));

    const wrongPassword = await signIn({ email, password: 'wrong', mailed_code: code! });
    const wrongCode = await signIn({ email, password: PASSWORD, mailed_code: 'x'.repeat(24) });
    expect([wrongPassword.status, wrongPassword.body]).toEqual([wrongCode.status, wrongCode.body]);
    expect([wrongCode.status, wrongCode.body.error]).toEqual([400, 'code_invalid']);
    expect((await signIn({ email, password: PASSWORD, mailed_code: code! })).status).toBe(201);
    // It is used up.
    expect((await signIn({ email, password: PASSWORD, mailed_code: code! })).body.error).toBe('code_invalid');
  });

  it('do so until a day has passed, whatever happened meanwhile', async () => {
    await guessed(email);
    expect((await attempt(email, PASSWORD)).body.error).toBe('mailed_code_required');
    pass(86_399);
    expect((await attempt(email, PASSWORD)).body.error).toBe('mailed_code_required');
    pass(1);
    expect(await statusOf(email, PASSWORD)).toBe(201);
  });

  it('mail at most twenty codes an hour, which wrong passwords do not use up', async () => {
    await guessed(email);
    for (let guess = 0; guess < 25; guess++) await attempt(email, 'wrong');
    expect(await mailedTo(email)).toEqual([]);
    for (let guess = 0; guess < 22; guess++) await attempt(email, PASSWORD);
    expect(await mailedTo(email)).toHaveLength(20);
  });

  it('do not count attempts that were refused', async () => {
    const network = newNetwork();
    await statusesOf(150, () => statusOf(email, 'wrong', network));
    expect(await statusOf(email, PASSWORD)).toBe(201);
  });

  it('make one concurrent use of a code succeed', async () => {
    await guessed(email);
    await attempt(email, PASSWORD);
    const [code] = await mailedTo(email);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await signIn({ email, password: PASSWORD, mailed_code: code! })).status),
    );
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400]);
  });
});

describe('The networks from which a user has signed in', () => {
  it('has its own attempts while strangers guess', async () => {
    const home = newNetwork();
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    await statusesOf(40, () => statusOf(email, 'wrong'));
    expect(await statusOf(email, 'mistyped', home)).toBe(401);
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    // An attack of a day: attempts from unknown networks exceed the limit in each window, and do not affect known networks.
    for (let hour = 0; hour < 23; hour++) {
      pass(3600);
      for (let guess = 0; guess < 10; guess++) await countSignIn(context(), { email, network: newNetwork() });
      expect(await statusOf(email, PASSWORD, home)).toBe(201);
    }
    expect(await countSignIn(context(), { email, network: newNetwork() })).toEqual({ needsCode: true });
    await expect(countAttempt(context(), { email, network: newNetwork() })).rejects.toThrow(TooManyRequests);
  });

  it('have ten attempts, also concurrently, and then share those of unknown networks', async () => {
    const home = newNetwork();
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    expect(await statusesOf(30, () => statusOf(email, 'wrong', home))).toEqual([...times(20, 401), ...times(10, 429)]);
    expect(await statusOf(email, PASSWORD, home)).toBe(429);
    pass(15 * 60);
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    for (let guess = 0; guess < 20; guess++) expect(await statusOf(email, 'wrong', home)).toBe(401);
    expect(await statusOf(email, PASSWORD, home)).toBe(429);
  });

  it('is purged after thirty days', async () => {
    const home = newNetwork();
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    pass(30 * 86_400 - 1);
    for (let guess = 0; guess < 101; guess++) await countSignIn(context(), { email, network: newNetwork() });
    expect(await statusOf(email, 'wrong', home)).toBe(401);
    pass(1);
    expect((await attempt(email, PASSWORD, home)).body.error).toBe('mailed_code_required');
  });

  it('grant attempts only to that person', async () => {
    const home = newNetwork();
    expect(await statusOf(email, PASSWORD, home)).toBe(201);
    const id = await application.market.user();
    const [{ email: other }] = await query('SELECT email FROM users WHERE id = $1', id);
    expect(await statusesOf(12, () => statusOf(other, 'wrong', home))).toEqual([...times(10, 401), 429, 429]);
  });
});

describe('Wrong passwords from one network', () => {
  const stranger = (index: number) => `stranger${index}-${networks}@example.test`;

  it('are limited to fifty from a network, for all addresses', async () => {
    const network = newNetwork();
    const statuses = await statusesOf(60, (index) => statusOf(stranger(index), 'wrong', network));
    expect(statuses).toEqual([...times(50, 401), ...times(10, 429)]);
    expect(await statusOf(email, PASSWORD, network)).toBe(429);
    expect(await statusOf(email, PASSWORD)).toBe(201);
    pass(15 * 60);
    expect(await statusOf(email, PASSWORD, network)).toBe(201);
  });

  it('count for the /64 of IPv6', async () => {
    const inside = (index: number) => `2001:db8:${networks.toString(16)}:1::${index.toString(16)}`;
    const statuses = await statusesOf(52, (index) => statusOf(stranger(index), 'wrong', inside(index + 1)));
    expect(statuses).toEqual([...times(50, 401), 429, 429]);
    expect(await statusOf(email, PASSWORD, `2001:db8:${networks.toString(16)}:2::1`)).toBe(201);
  });

  it('do not increase with correct passwords', async () => {
    const network = newNetwork();
    for (let round = 0; round < MAX_FAILURES.network + 2; round++) {
      const right = { email: stranger(round), network };
      await countAttempt(context(), right);
      await clearAttempts(context(), right);
    }
    expect(await statusOf(email, PASSWORD, network)).toBe(201);
  });
});

describe('The stored data', () => {
  it('contains no address, and is deleted after its time', async () => {
    await query('DELETE FROM sign_in_failures');
    const network = newNetwork();
    await attempt(email, 'wrong', network);
    await attempt(email, PASSWORD, network);
    const kept = await query('SELECT f::text, octet_length(key) AS bytes FROM sign_in_failures f');
    expect(kept).toHaveLength(3);
    expect(kept.map(({ bytes }) => bytes)).toEqual([32, 32, 32]);
    await query(
      `INSERT INTO sign_in_failures (key, failures, window_ends_at)
      SELECT sha256(n::text::bytea), 1, $1 FROM generate_series(1, 250) n`,
      clock,
    );
    for (let round = 0; round < 3; round++) await attempt('someone@example.test', 'wrong');
    const [{ old }] = await query('SELECT count(*) AS old FROM sign_in_failures WHERE window_ends_at <= $1', clock);
    expect(old).toBe(0);
    pass(31 * 86_400);
    await attempt('someone@example.test', 'wrong');
    expect(await query('SELECT failures FROM sign_in_failures')).toEqual(
      Array.from({ length: 3 }, () => ({ failures: 1 })),
    );
  });
});

describe('Wrong passwords from an IPv6 prefix', () => {
  it('are limited for a /48, whose networks are separate otherwise', async () => {
    const network = (index: number, prefix = '2001:db8:77') => `${prefix}:${index.toString(16)}::1`;
    const anybody = (index: number) => `anybody-${index}@example.test`;
    for (let index = 0; index < 3; index++) expect(await statusOf(anybody(index), 'wrong', network(index))).toBe(401);
    await query('UPDATE sign_in_failures SET failures = 200 WHERE failures = 3');
    expect(await statusOf(anybody(4), 'wrong', network(4))).toBe(429);
    expect(await statusOf(anybody(5), 'wrong', network(4, '2001:db8:78'))).toBe(401);
  });
});
