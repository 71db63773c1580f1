import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { networkOf, VisitorKeys } from './visitor.ts';

describe('the part of an address that identifies a visitor', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1::', '1:0:0:0'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('visitors', async () => {
  const { pool } = await createTestDatabase();
  const today = '2025-06-01';
  const keysOf = async (day = today) => {
    const keys = new VisitorKeys();
    await keys.refresh(pool, day);
    return keys;
  };
  const visitor = (keys: VisitorKeys, day = today, address = '192.0.2.7', userAgent = 'Browser/1') =>
    keys.visitorOf(day, address, userAgent);

  test('are the same to every process on one database, also when they start at once', async () => {
    const [one, other] = await Promise.all([keysOf('2025-03-01'), keysOf('2025-03-01')]);
    for (const day of ['2025-03-01', '2025-03-02', '2025-03-03']) expect(visitor(one!, day)).toBe(visitor(other!, day));
  });

  test('are 32 hex digits that contain neither address nor user agent', async () => {
    expect(visitor(await keysOf())).toMatch(/^[0-9a-f]{32}$/);
  });

  test('are someone else on another day, from another network or with another browser', async () => {
    const keys = await keysOf();
    const seen = [
      visitor(keys),
      visitor(keys, '2025-06-02'),
      visitor(keys, today, '192.0.2.8'),
      visitor(keys, today, '192.0.2.7', 'Browser/2'),
    ];
    expect(new Set(seen).size).toBe(4);
  });

  test('are the same behind another address of their IPv6 network', async () => {
    const keys = await keysOf();
    expect(visitor(keys, today, '2001:db8::1')).toBe(visitor(keys, today, '2001:db8::ffff:2'));
    expect(visitor(keys, today, '2001:db8::1')).not.toBe(visitor(keys, today, '2001:db8:0:1::1'));
  });

  test('keep their key over a second refresh, and over midnight for a click that waited', async () => {
    const keys = await keysOf('2025-07-01');
    const before = visitor(keys, '2025-07-01');
    await keys.refresh(pool, '2025-07-02');
    expect(visitor(keys, '2025-07-01')).toBe(before);
  });

  test('cannot be reported once their day is purged', async () => {
    const before = visitor(await keysOf('2025-01-01'), '2025-01-01');
    await pool.query(`SELECT purge_visitors('2025-01-03')`);
    const { rows } = await pool.query(`SELECT day FROM visitor_keys WHERE day < '2025-01-03'`);
    expect(rows).toEqual([]);
    expect(visitor(await keysOf('2025-01-01'), '2025-01-01')).not.toBe(before);
  });

  test('are still distinguished on a day whose key could not be read', () => {
    const keys = new VisitorKeys();
    expect(visitor(keys)).toBe(visitor(keys));
    expect(visitor(keys)).not.toBe(visitor(keys, today, '192.0.2.8'));
  });
});
