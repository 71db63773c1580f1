import { describe, expect, it, test } from 'vitest';
import { createAddressPolicy, isCidrRange } from './address-policy.ts';

const REFUSED = [
  ['unspecified', '0.0.0.0'],
  ['"this" network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['metadata service', '169.254.169.254'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '203.0.113.5'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:a9fe:a9fe'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::a9fe:a9fe'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['documentation', '2001:db8::1'],
  ['discard', '100::1'],
  ['not assigned', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
] as const;

describe('an address policy without exceptions', () => {
  const policy = createAddressPolicy([]);
  it.each(REFUSED)('refuses %s: %s', (_, address) => {
    expect(policy.allows(address)).toBe(false);
  });
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:400f::1', '2606:4700::1111'])('allows %s', (address) => {
    expect(policy.allows(address)).toBe(true);
  });
});

test('an allowed range opens exactly itself, also in IPv4-mapped form', () => {
  const policy = createAddressPolicy(['10.1.0.0/16', 'fd00::/16']);
  expect(['10.1.255.255', '::ffff:10.1.0.1', 'fd00::1'].filter((address) => !policy.allows(address))).toEqual([]);
  expect(['10.2.0.0', '::ffff:10.2.0.1', 'fd01::1', '127.0.0.1'].filter((address) => policy.allows(address))).toEqual(
    [],
  );
});

test('a range needs a prefix length', () => {
  expect(['127.0.0.0/8', '::1/128'].every(isCidrRange)).toBe(true);
  expect(['127.0.0.1', '127.0.0.0/33', 'localhost/8', ''].some(isCidrRange)).toBe(false);
});
