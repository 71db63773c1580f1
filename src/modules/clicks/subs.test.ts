import { describe, expect, it, test } from 'vitest';
import { parseSpool } from './journal/migrate-spool.ts';
import { isSubs, readSubs } from './subs.ts';

describe('sub-ids of a followed link', () => {
  it.each([
    ['', undefined],
    ['utm_source=x', undefined],
    ['sub1=', undefined],
    ['sub1=blog&sub5=a%20b', { sub1: 'blog', sub5: 'a b' }],
    ['clickref=one&clickref2=two', { sub1: 'one', sub2: 'two' }],
    ['epi=one&epi2=two', { sub1: 'one', sub2: 'two' }],
    ['subid=theirs&sub1=ours', { sub1: 'ours' }],
    ['sub1=first&sub1=second', { sub1: 'first' }],
    ['sub1=a%00b%0Ac', { sub1: 'abc' }],
    ['sub1=%F0%9F%98%80%FF', { sub1: '😀\uFFFD' }],
    [`sub1=${'x'.repeat(300)}`, { sub1: 'x'.repeat(255) }],
    ['tclid=forged&sub6=x', undefined],
  ])('of %s are %o', (query, subs) => {
    expect(readSubs(query)).toEqual(subs);
    if (subs !== undefined) expect(isSubs(readSubs(query))).toBe(true);
  });
});

test('the spool of an earlier version keeps them and the device, and a line with others is broken', () => {
  const click = {
    id: '01890000-0000-7000-8000-000000000000',
    code: 'abc',
    day: '2026-01-01',
    visitor: '0'.repeat(32),
    class: 0,
    source: 0,
  };
  const lines = [
    click,
    { ...click, subs: { sub1: 'a' } },
    { ...click, deviceCountry: 6 },
    { ...click, subs: { sub9: 'a' } },
    { ...click, deviceCountry: 'SE' },
    { ...click, subs: ['a'] },
  ];
  const { clicks, broken } = parseSpool(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  expect(clicks.map(({ subs }) => subs)).toEqual([undefined, { sub1: 'a' }, undefined]);
  expect(clicks.map(({ deviceCountry }) => deviceCountry)).toEqual([undefined, undefined, 6]);
  expect(broken).toBe(3);
});
