import { describe, expect, it } from 'vitest';
import { hasAddress, hasContact, hostsIn, isPublicName } from './public-name.ts';

describe('A name that strangers read', () => {
  it.each([
    'PayPal: account locked, sign in at http://evil.example/x',
    'Sign in at evil.com',
    'evil.com',
    'www.evil',
    'support@evil.com',
    'Call 070-123 45 67',
    'Call +46 (0)70 1234567',
    'Konto 12345678',
    'Läs mer på exempel.se nu',
  ])('contains no message of its own, as in %s', (name) => {
    expect(isPublicName(name)).toBe(false);
  });

  it.each([
    'Linnea & Co.',
    'J.Lindeberg',
    'A.P.C. Nordic AB',
    'Studio 54',
    '7-Eleven',
    'Åhléns',
    'Agency 2026',
    'Dr.Müller',
    'H&M',
    '1.5 Degrees',
  ])('may be %s', (name) => {
    expect(isPublicName(name)).toBe(true);
  });

  it('has hosts, which a store may have if they are its own', () => {
    expect(hostsIn('Nelly.com by J.Lindeberg and exempel\u3002se')).toEqual(['Nelly.com', 'exempel\u3002se']);
    expect(['Nelly.com', 'Blattwerk'].filter(hasContact)).toEqual([]);
    expect(
      ['nelly.com/login', 'ftp://nelly.com', 'ask@nelly.com', '1234567.com'].filter((name) => !hasContact(name)),
    ).toEqual([]);
  });

  it('has a long number or an @ without an address', () => {
    expect(['Shop 1764367123', 'Shop @ Home'].map((name) => [hasAddress(name), hasContact(name)])).toEqual([
      [false, true],
      [false, true],
    ]);
  });
});
