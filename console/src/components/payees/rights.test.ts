import { describe, expect, it } from 'vitest';
import type { Me } from '../../session/use-me.ts';
import { rightsOf } from './rights.ts';

const me = (role?: string) =>
  ({ id: 7, roles: [], stores: [], clients: role === undefined ? [] : [{ id: 3, name: 'A', role }] }) as unknown as Me;

describe('The right to change a payee', () => {
  it('belongs to the creator alone', () => {
    expect(rightsOf(me(), { kind: 'user', id: 7 })).toMatchObject({ details: true, accounts: true });
    expect(rightsOf(me('owner'), { kind: 'user', id: 8 })).toEqual({
      details: false,
      accounts: false,
      reason: 'admin',
    });
  });

  it.each([
    ['owner', true, true, 'role'],
    ['finance', true, false, 'role'],
    ['manager', false, false, 'role'],
    ['read_only', false, false, 'role'],
    [undefined, false, false, 'admin'],
  ])('of an agency, as %s: details %s, accounts %s', (role, details, accounts, reason) => {
    expect(rightsOf(me(role), { kind: 'client', id: 3 })).toEqual({ details, accounts, reason });
  });
});
