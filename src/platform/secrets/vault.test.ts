import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault, parseVaultKey, VaultClosed } from './vault.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('SE4550000000058398257466');

describe('A vault', () => {
  const vault = createVault([first]);

  it('opens what it sealed, and never seals the same text twice with the same result', () => {
    const [one, other] = [vault.seal(secret, 'a/1'), vault.seal(secret, 'a/1')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(secret)).toBe(false);
    expect(vault.open(one, 'a/1')).toEqual(secret);
  });

  it('refuses another place, another key, and any altered byte', () => {
    const sealed = vault.seal(secret, 'a/1');
    expect(() => vault.open(sealed, 'a/2')).toThrow(VaultClosed);
    expect(() => createVault([second]).open(sealed, 'a/1')).toThrow(/ENCRYPTION_KEY/);
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1;
      expect(() => vault.open(altered, 'a/1')).toThrow(VaultClosed);
    }
  });

  it('still opens with the previous key, and seals with the new one', () => {
    const sealed = vault.seal(secret, 'a/1');
    const renewed = createVault([second, first]);
    expect(renewed.open(sealed, 'a/1')).toEqual(secret);
    expect(() => vault.open(renewed.seal(secret, 'a/1'), 'a/1')).toThrow(VaultClosed);
  });

  it('has fingerprints that depend on the key', () => {
    expect(vault.fingerprint('x')).toEqual(vault.fingerprint('x'));
    expect(vault.fingerprint('x')).not.toEqual(vault.fingerprint('y'));
    expect(vault.fingerprint('x')).not.toEqual(createVault([second]).fingerprint('x'));
  });
});

describe('A key', () => {
  it('is 32 bytes in hexadecimal or base64', () => {
    expect(parseVaultKey(first.toString('hex'))).toEqual(first);
    expect(parseVaultKey(first.toString('base64'))).toEqual(first);
    expect(parseVaultKey(first.toString('base64url'))).toEqual(first);
    expect(parseVaultKey('short')).toBeNull();
    expect(parseVaultKey('!'.repeat(44))).toBeNull();
  });
});
