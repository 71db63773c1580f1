import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Forbidden, InvalidInput, NotFound, RuleRefused, Unauthenticated, Unavailable } from '../errors/errors.ts';
import { formatError, TooManyRequests, UnreadableBody } from './error-format.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('secret detail'), { code, ...more });
const sqlError = (code: string) => Object.assign(new pg.DatabaseError('secret detail', 1, 'error'), { code });

describe('An error response', () => {
  it.each([
    [new Unauthenticated(), 401, { message: 'Unauthenticated.' }],
    [new Forbidden(), 403, { status: 403, error: 'forbidden', message: 'Access Forbidden' }],
    [new RuleRefused('no_store', 'None.'), 400, { status: 400, error: 'no_store', message: 'None.' }],
    [
      new InvalidInput({ a: ['is required'] }),
      422,
      { message: 'The given data was invalid.', errors: { a: ['is required'] } },
    ],
    [
      new NotFound('affiliate link'),
      404,
      { message: 'No query results for affiliate link.', exception: 'NotFound', file: '', line: 0, trace: [] },
    ],
    [
      new UnreadableBody(415),
      415,
      { status: 415, error: 'unsupported_media_type', message: 'Send the body as application/json.' },
    ],
    [new UnreadableBody(413, ['too_long', 'Too long.']), 413, { status: 413, error: 'too_long', message: 'Too long.' }],
    [new TooManyRequests(7), 429, { message: 'Too Many Attempts.' }],
    [new Error('secret detail'), 500, { message: 'Server Error', request_id: 'id-1' }],
  ])('%s', (error, status, body) => {
    expect(formatError(error, 'id-1')).toMatchObject({ status, body });
  });

  it('sends Retry-After', () => {
    expect(formatError(new TooManyRequests(7), '').headers).toEqual({ 'retry-after': '7' });
    expect(formatError(new Unavailable('Away.', 2), '')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
    });
  });

  it.each(['22021', '22P02', '22003'])('is a 422 when PostgreSQL refuses the input with %s', (code) => {
    expect(formatError(new Error('wrapped', { cause: sqlError(code) }), '').status).toBe(422);
  });

  it.each([
    coded('ECONNREFUSED'),
    sqlError('57P01'),
    sqlError('57014'),
    sqlError('40P01'),
    coded('ENOENT', { syscall: 'connect' }),
  ])('is a 503 when the database is unavailable: %s', (error) => {
    expect(formatError(new Error('wrapped', { cause: error }), '').status).toBe(503);
  });

  it('is a 500 when a file is missing or a constraint is violated', () => {
    for (const error of [coded('ENOENT'), sqlError('23505')]) expect(formatError(error, '').status).toBe(500);
  });

  it('never reveals a stack trace, a path or the message of an internal error', () => {
    const leaf = fc.constantFrom('stack', 'secret', '/srv/app/x.ts', 'at f (/srv/app/x.ts:1:2)', 42, null, undefined);
    const code = fc.constantFrom('23505', '22P02', 'ECONNREFUSED', 'FST_ERR_X', 'ENOENT', undefined);
    const status = fc.constantFrom(400, 404, 413, 415, 418, 500, 503, 'x', undefined);
    const thrown = fc.oneof(
      leaf,
      fc.record({ message: leaf, stack: leaf, code, statusCode: status, cause: leaf, detail: leaf }),
      fc
        .tuple(code, status, leaf)
        .map(([errorCode, statusCode, message]) =>
          Object.assign(new Error(String(message), { cause: message }), { code: errorCode, statusCode }),
        ),
    );
    fc.assert(
      fc.property(thrown, (error) => {
        const { status: answered, body } = formatError(error, 'id-1');
        expect(JSON.stringify(body)).not.toMatch(/secret|stack|srv|at f|\.ts/);
        expect(answered).toBeGreaterThanOrEqual(400);
      }),
    );
  });
});
