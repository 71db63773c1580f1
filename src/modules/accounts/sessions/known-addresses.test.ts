import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { hashPassword } from '../password.ts';

const KNOWN = 'known@example.test';
const UNKNOWN = 'nobody@example.test';
const PASSWORD = 'correct horse battery';
const application = await createTestApplication();
const id = await application.market.user({ email: KNOWN });
await application.database.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
  id,
  await hashPassword(PASSWORD),
]);

/** The reply to a request, and the texts of all statements that reached the database for it, in order. */
async function observe(url: string, body: object) {
  const statements: string[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function observed(this: pg.Client, ...given: unknown[]) {
    const [query] = given as [string | { text: string }];
    const text = typeof query === 'string' ? query : query.text;
    // A timer checks the connection for notifications (platform/database/notifications.ts), whatever is requested.
    if (text !== 'SELECT 1') statements.push(text);
    return (original as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    const { status, body: reply } = await application.call({ method: 'POST', url, body });
    return { status, reply, statements };
  } finally {
    pg.Client.prototype.query = original;
  }
}

/** `npm run bench known-addresses` measures the time; a test of durations would fail on a busy machine. */
describe('A known and an unknown address', () => {
  it.each([
    ['/v2/sign-up', { password: 'the one of a stranger', name: 'Robin', role: 'creator' }, 202],
    ['/v2/password-resets', {}, 202],
    ['/v2/sessions', { password: 'a wrong one' }, 401],
  ] as const)('receive the same reply from %s after the same statements', async (url, body, status) => {
    const [known, unknown] = [
      await observe(url, { ...body, email: KNOWN }),
      await observe(url, { ...body, email: UNKNOWN }),
    ];
    expect(known).toEqual(unknown);
    expect([known.status, known.statements.length > 1]).toEqual([status, true]);
  });
});
