import { describe, expect, it } from 'vitest';
import { restorePasswordCost } from '../../../tests/harness/password-cost.ts';
import { hashPassword, isPassword } from './password.ts';

restorePasswordCost();

describe('A password', () => {
  it('is stored as a hash, which differs each time and contains no part of the password', async () => {
    const hashes = await Promise.all([0, 1].map(() => hashPassword('a password')));
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(hash).not.toContain('password');
      expect(await isPassword('a password', hash)).toBe(true);
      expect(await isPassword('A password', hash)).toBe(false);
      expect(await isPassword('', hash)).toBe(false);
    }
  });

  it('is the same in each form of Unicode', async () => {
    expect(await isPassword('Åsö'.normalize('NFD'), await hashPassword('Åsö'.normalize('NFC')))).toBe(true);
  });

  it('matches nothing without a stored hash, not even the dummy hash', async () => {
    expect(await isPassword('nobody has this password', null)).toBe(false);
    expect(await isPassword('', null)).toBe(false);
  });
});
