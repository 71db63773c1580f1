import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { vatAt } from '../company.ts';
import { legalTexts, wordsFor } from '../documents/words.ts';
import { type PayeeTax, vatOfPayee } from './payee-vat.ts';
import { RATES, standardRate } from './rates.ts';

const PAGE = readFileSync('docs/vat.md', 'utf8');

/** The cells of the rows of the table below a heading. */
function tableBelow(heading: string): string[][] {
  const section = PAGE.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const CASES = tableBelow('Worked cases');
const minor = (amount: string) => Math.round(Number(amount) * 100);

describe('The worked cases of docs/vat.md', () => {
  it('are of every kind', () => {
    expect(CASES.length).toBeGreaterThan(20);
    expect(new Set(CASES.map((cells) => cells[8]))).toEqual(
      new Set(tableBelow('Texts on the document').map(([note]) => note!.slice(1, -1))),
    );
  });

  it.each(CASES.map((cells) => [cells.join(' '), cells] as const))('%s', (_, cells) => {
    const [country, from, vatStatus, number, register, confirmed, day, net, note, rate, vat, total] = cells as [
      string,
      ...string[],
    ];
    const payee =
      from === 'no consent'
        ? null
        : {
            country: from!,
            vatStatus: vatStatus as PayeeTax['vatStatus'],
            vatNumber: number === 'none' ? null : number!,
            isNumberInvalid: register === 'invalid',
            isNumberConfirmed: confirmed === 'yes',
          };
    const found = vatAt(vatOfPayee({ country, vatRatePpm: 1 }, payee, day!), minor(net!));
    expect(found).toEqual({ ratePpm: Math.round(Number.parseFloat(rate!) * 10_000), minor: minor(vat!), note });
    expect(minor(net!) + found.minor).toBe(minor(total!));
  });
});

describe('Legal texts', () => {
  const notes = tableBelow('Texts on the document').map(([note, text]) => [note!.slice(1, -1), text!] as const);

  it.each(notes)('%s are in English as documented, and in the language of the reader', (note, text) => {
    const vat = { ratePpm: 0, minor: 0, note: note as 'domestic' };
    const of = (locale: string) => legalTexts({ kind: 'creator', credits: null, vat }, wordsFor(locale));
    expect(of('en_GB')).toEqual(note === 'domestic' ? [] : [text]);
    const isPlain = note === 'not_applicable' || note === 'not_taxable';
    for (const locale of ['sv_SE', 'de_DE']) {
      if (note === 'not_applicable') expect(of(locale)).toHaveLength(1);
      else if (note !== 'domestic') expect(of(locale)).toContain(text);
      expect(of(locale).includes('Self-billing invoice')).toBe(!isPlain);
      if (note !== 'domestic') expect(of(locale)[0]).not.toBe(text);
    }
    expect(legalTexts({ kind: 'store', credits: null, vat }, wordsFor('sv_SE')).length).toBeLessThan(2);
  });
});

describe('Rates', () => {
  it('are dated in order, between 5 and 30 per cent', () => {
    for (const [country, entries] of Object.entries(RATES)) {
      const days = entries.map(([from]) => from);
      expect(days, country).toEqual([...new Set(days)].sort());
      for (const [from, ppm] of entries) {
        expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(ppm > 50_000 && ppm < 300_000, country).toBe(true);
      }
    }
    expect([standardRate('EE', '2023-12-31'), standardRate('EE', '2024-01-01')]).toEqual([200_000, 220_000]);
    expect([standardRate('US', '2026-01-01'), standardRate('EE', '2000-01-01')]).toEqual([null, null]);
  });
});

describe('The VAT of the database', async () => {
  const { pool } = await createTestDatabase();

  it('is rounded like that of the server', async () => {
    const amounts = fc.sample(
      fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 400_000 })),
      500,
    );
    amounts.push([-2, 250_000], [2, 250_000], [6, 250_000], [-6, 250_000]);
    const { rows } = await pool.query(
      'SELECT vat_of(m, r) AS minor FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS x (m, r, n) ORDER BY n',
      [amounts.map(([net]) => net), amounts.map(([, rate]) => rate)],
    );
    const expected = amounts.map(([net, ratePpm]) => vatAt({ ratePpm, note: 'domestic' }, net).minor);
    expect(rows.map((row) => row.minor)).toEqual(expected);
  });
});
