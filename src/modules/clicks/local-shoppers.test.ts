import { describe, expect, it } from 'vitest';
import { isLocalAddress, isPlainLoopback } from './local-shoppers.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof isPlainLoopback>[0];

describe('a shopper on this machine', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('is exempt from network limits at %s', (address) => {
    expect(isPlainLoopback(request(address), address)).toBe(true);
  });
  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-proto'])('is none behind %s', (name) => {
    expect(isPlainLoopback(request('127.0.0.1', { [name]: '127.0.0.1' }), '127.0.0.1')).toBe(false);
  });
  it('is not recognised by a forwarded address', () => {
    expect(isPlainLoopback(request('203.0.113.9'), '127.0.0.1')).toBe(false);
    expect(isPlainLoopback(request('127.0.0.1'), '203.0.113.9')).toBe(false);
  });
});

it('a marketplace is local by the address that it gives out', () => {
  expect(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]'].map(isLocalAddress)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['https://tributary.example', 'http://10.0.0.1', 'http://127.0.0.1.example'].map(isLocalAddress)).toEqual([
    false,
    false,
    false,
  ]);
});
