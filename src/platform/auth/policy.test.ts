import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_VAULT } from '../../../tests/harness/vault.ts';
import { nowhere, SAMPLE_ACTORS } from '../../../tests/sample-server.ts';
import { Forbidden, NotFound, Unauthenticated } from '../errors/errors.ts';
import { readCredential } from './credential.ts';
import { adminOnly, everyone, onNamedResource, type PolicyRequest, parsePathId, signedIn } from './policy.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const asked = (token: string | null, params: Record<string, string> = {}): PolicyRequest => ({
  actor: token === null ? null : (SAMPLE_ACTORS[token] ?? null),
  credential: null,
  headers: {},
  params,
  isLocalPeer: false,
  contextFor: (actor) => ({
    db: nowhere().db,
    actor,
    now: () => new Date(0),
    log: quiet,
    publicUrl: '',
    vault: TEST_VAULT,
  }),
});

describe('the plain policies', () => {
  it('admit the callers that they name', async () => {
    expect((await everyone.admit(asked(null))).actor).toBeNull();
    expect((await signedIn.admit(asked('owner-token'))).actor.userId).toBe(2);
    expect((await adminOnly.admit(asked('admin-token'))).actor.isAdmin).toBe(true);
  });

  it('refuse other callers', async () => {
    await expect(signedIn.admit(asked(null))).rejects.toThrow(Unauthenticated);
    await expect(adminOnly.admit(asked(null))).rejects.toThrow(Unauthenticated);
    await expect(adminOnly.admit(asked('owner-token'))).rejects.toThrow(Forbidden);
  });
});

describe('a policy for a record with a text key', () => {
  const byToken = onNamedResource({
    name: 'byToken',
    describe: 'Anyone.',
    param: 'token',
    kind: 'offer',
    load: async (ctx, token) => (token === 'known' ? { token, loadedFor: ctx.actor.userId } : null),
    access: () => 'allow',
  });

  it("loads the record in the caller's context", async () => {
    const { resource } = await byToken.admit(asked('owner-token', { token: 'known' }));
    expect(resource).toEqual({ token: 'known', loadedFor: 2 });
  });

  it.each(['other', '', 'a\0'])('finds no record named %j', async (token) => {
    await expect(byToken.admit(asked('owner-token', { token }))).rejects.toThrow(NotFound);
  });
});

describe('a path id', () => {
  it('is a whole number from 1 to 2^53-1 in canonical decimal form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parsePathId(String(id)) === id),
    );
    const other = fc.string().filter((text) => !/^[1-9]\d*$/.test(text));
    fc.assert(fc.property(other, (text) => parsePathId(text) === null));
    expect(parsePathId('9007199254740992')).toBeNull();
  });
});

describe('a credential', () => {
  it.each([
    ['abc', { kind: 'token', value: 'abc' }],
    ['  abc ', { kind: 'token', value: 'abc' }],
    ['Bearer a.b.c', { kind: 'bearer', value: 'a.b.c' }],
    ['bearer  a.b.c', { kind: 'bearer', value: 'a.b.c' }],
    ['Basic abc', null],
    ['', null],
    [undefined, null],
    ['x'.repeat(513), null],
  ])('%j', (header, credential) => {
    expect(readCredential(header)).toEqual(credential);
  });
});
