import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { addDays } from '../../platform/calendar.ts';
import { KeyedHash } from './keyed-hash.ts';

/**
 * The daily secret keys of the visitor hashes. All processes share them through the database. They are created two days in
 * advance, so that midnight needs no database, and deleted at the end of the next day. Afterwards visitors cannot be identified.
 */
export class VisitorKeys {
  #keys = new Map<string, KeyedHash>();

  /** Creates and reads the keys of `today` and the two following days. */
  async refresh(database: pg.Pool, today: string): Promise<void> {
    const days = [today, addDays(today, 1), addDays(today, 2)];
    await database.query(
      `INSERT INTO visitor_keys (day, key) SELECT * FROM unnest($1::date[], $2::bytea[]) ON CONFLICT (day) DO NOTHING`,
      [days, days.map(() => randomBytes(32))],
    );
    const { rows } = await database.query<{ day: string; key: Buffer }>(
      'SELECT day, key FROM visitor_keys WHERE day >= $1',
      [addDays(today, -1)],
    );
    this.#keys = new Map(rows.map((row) => [row.day, new KeyedHash(row.key)]));
  }

  /** Stores the key of a day that another process has created, in base64; null removes it. */
  learn(day: string, key: string | null): void {
    if (key === null) this.#keys.delete(day);
    else this.#keys.set(day, new KeyedHash(Buffer.from(key, 'base64')));
  }

  /**
   * Returns the visitor of a click, as 32 hex digits that have no meaning after the next day: a keyed hash of the address and the
   * user agent. Only the network (/64) of an IPv6 address counts, because the rest can change within an hour.
   */
  visitorOf(day: string, address: string, userAgent: string): string {
    return this.#hash(day, `${networkOf(address)}\n${userAgent}`);
  }

  /** The network that a click comes from, as 32 hex digits that mean nothing tomorrow; of no visitor's form, which has a line break. */
  networkHashOf(day: string, address: string): string {
    return this.#hash(day, `network ${networkOf(address)}`);
  }

  #hash(day: string, text: string): string {
    let key = this.#keys.get(day);
    if (key === undefined) {
      // Only after days without a database: still a secret of the day, though no longer one for all processes.
      key = new KeyedHash(randomBytes(32));
      this.#keys.set(day, key);
    }
    return key.hexOf(text).slice(0, 32);
  }
}

/**
 * The part of an address that stays with a visitor: all of IPv4 (also where it is written as IPv6), the first 64 bits of IPv6. Some
 * proxies forward the port too, which is another one with each connection.
 */
export function networkOf(address: string): string {
  // Most addresses: neither IPv6 nor with a port.
  if (!address.includes(':')) return address;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare.split('%', 1)[0]!);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff].join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight groups of a valid IPv6 address, in any notation. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [before = [], after = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
