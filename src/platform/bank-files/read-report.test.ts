import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { camt, pain002 } from '../../../tests/harness/bank-reports.ts';
import { zipOf } from '../../../tests/harness/zip.ts';
import type { BankReport } from './bank-report.ts';
import { readReport } from './read-report.ts';

const movementsOf = ({ parts }: BankReport) => parts.flatMap(({ movements }) => movements);
const text = (content: Buffer, from: string | RegExp, to: string) => Buffer.from(content.toString().replace(from, to));

describe('A report of a bank', () => {
  it('is parsed into its booked movements', () => {
    const file = camt([
      {
        direction: 'CRDT',
        amount: '100.50',
        reference: 'Faktura S2026-000001 &amp; &#228;',
        party: 'A &lt;B&gt;',
        bankReference: 'X1',
      },
      { direction: 'DBIT', amount: '7', endToEndId: 'TR0', currency: 'EUR' },
      { direction: 'DBIT', amount: '7', pending: true },
      { direction: 'CRDT', amount: '7', endToEndId: 'NOTPROVIDED', returnReason: 'AC04' },
    ]);
    const report = readReport(file);
    expect(report.kind).toBe('camt.053');
    expect(movementsOf(report)).toMatchObject([
      {
        direction: 'in',
        amount: '100.5',
        reference: 'Faktura S2026-000001 & ä',
        party: 'A <B>',
        bankReferences: ['detail:X1'],
      },
      { direction: 'out', amount: '7', currency: 'EUR', endToEndId: 'TR0', returnReason: null },
      { direction: 'in', endToEndId: null, returnReason: 'AC04' },
    ]);
  });

  it('may have namespace prefixes, and may be a notification', () => {
    const prefixed = camt([{ direction: 'CRDT', amount: '1.00' }], '054')
      .toString()
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    expect(readReport(Buffer.from(prefixed))).toMatchObject({
      kind: 'camt.054',
      parts: [{ movements: [{ amount: '1' }] }],
    });
  });

  it('has no amount for payments of which the bank states only the sum', () => {
    const file = camt([{ direction: 'DBIT', amount: '100' }]);
    const twice = text(file, '</TxDtls>', '</TxDtls><TxDtls><Refs><EndToEndId>B</EndToEndId></Refs></TxDtls>');
    expect(movementsOf(readReport(twice)).map(({ amount }) => amount)).toEqual([null, null]);
  });

  it('is parsed into the statuses of payments, blocks and files', () => {
    const file = pain002('M1', { group: 'PART', block: ['M1-X', 'RJCT'], payments: [['E1', 'ACSP']] });
    expect(readReport(file).parts[0]!.statuses).toEqual([
      { originalMessageId: 'M1', originalBlockId: null, endToEndId: null, status: 'PART', reason: '' },
      { originalMessageId: 'M1', originalBlockId: 'M1-X', endToEndId: null, status: 'RJCT', reason: '' },
      { originalMessageId: 'M1', originalBlockId: 'M1-X', endToEndId: 'E1', status: 'ACSP', reason: 'AC04' },
    ]);
  });

  it.each<[string, Buffer, RegExp]>([
    ['a text', Buffer.from('no XML'), /is no/],
    ['another document', Buffer.from('<Document><Other/></Document>'), /is no camt/],
    ['a cut file', camt([{ direction: 'CRDT', amount: '1' }]).subarray(0, 300), /is no XML/],
    ['a document type', text(camt([]), '<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), /document type/],
    ['an encoding that does not exist', text(camt([]), 'UTF-8', 'UTF-99'), /UTF-99/],
    ['too many levels', Buffer.from('<a>'.repeat(1_000_000)), /nested/],
  ])('is refused: %s', (_, content, says) => {
    expect(() => readReport(content)).toThrow(says);
  });

  const one = { direction: 'CRDT', amount: '1', reference: 'S2026-000001', party: 'Åkeri €' } as const;
  const declared = (encoding: string) => camt([one]).toString().replace('UTF-8', encoding);

  it.each<[string, Buffer]>([
    ['in ISO-8859-1', Buffer.from(declared('ISO-8859-1').replace('€', ''), 'latin1')],
    ['in windows-1252', Buffer.from(declared('windows-1252').replace('€', '\x80'), 'latin1')],
    ['in UTF-16 without a byte order mark', Buffer.from(declared('UTF-16').replace(/^\s+/, ''), 'utf16le')],
    ['in UTF-8 that says UTF-16', Buffer.from(declared('UTF-16'))],
    ['as a camt.052', text(text(camt([one]), /BkToCstmrStmt/g, 'BkToCstmrAcctRpt'), /(<\/?)Stmt>/g, '$1Rpt>')],
    [
      'in an envelope',
      text(text(camt([one]), /<Document/, '<Env><AppHdr><Fr/></AppHdr><Document'), '</Document>', '</Document></Env>'),
    ],
    ['in a gzip archive', gzipSync(camt([one]))],
    ['in a zip archive', zipOf([['a.xml', camt([one])]])],
  ])('is read %s', (_, content) => {
    const [movement, ...more] = movementsOf(readReport(content));
    expect(more).toEqual([]);
    expect(movement).toMatchObject({ amount: '1', reference: 'S2026-000001' });
    expect(movement!.party).toMatch(/^Åkeri ?€?$/);
  });

  it('is refused if an archive is larger than what it may contain, or damaged', () => {
    const large = Buffer.alloc(21 * 1024 * 1024, 0x20);
    expect(() => readReport(gzipSync(large))).toThrow(/unpacked/);
    expect(() => readReport(zipOf([['a.xml', large]]))).toThrow(/unpacked/);
    expect(() => readReport(zipOf([['a.xml', camt([one])]]).subarray(0, -30))).toThrow(/damaged/);
    expect(() => readReport(gzipSync(camt([one])).subarray(0, 40))).toThrow(/damaged/);
  });

  it.each<[string, string | null]>([
    ['.50', '0.5'],
    ['+1.00', '1'],
    ['000000000000000001.00', '1'],
    ['12.', '12'],
    ['1.12345', '1.12345'],
    ['-1', null],
    ['1e3', null],
    ['.', null],
  ])('has the amount %s as %s, and its other entries', (amount, is) => {
    const movements = movementsOf(readReport(camt([{ direction: 'CRDT', amount }, one])));
    expect(movements.map((movement) => movement.amount)).toEqual([is, '1']);
  });

  it('has entries without an amount, a day or a direction, which a person must look at', () => {
    const whole = camt([{ direction: 'CRDT', amount: '1', day: '2026-02-03' }, one]);
    const amounts = (content: Buffer) => movementsOf(readReport(content)).map(({ amount, day }) => [amount, day]);
    const day = '2026-02-03';
    expect(amounts(text(whole, /<Ntry><Amt.*?<\/Amt>/, '<Ntry>'))).toEqual([
      [null, day],
      ['1', day],
    ]);
    expect(amounts(text(whole, /(<Ntry>.*?<CdtDbtInd>)CRDT/, '$1BOTH'))).toEqual([
      [null, day],
      ['1', day],
    ]);
    expect(amounts(text(whole, '<BookgDt><Dt>2026-02-03', '<BookgDt><Dt>2026-02-30'))).toEqual([
      ['1', null],
      ['1', day],
    ]);
  });

  it.each(['NONREF', 'NOTPROVIDED', 'not provided', '0000', '---', 'N/A', 'unknown', 'XXXX'])(
    'has no reference where a bank writes %s',
    (placeholder) => {
      const file = camt([{ ...one, bankReference: placeholder, endToEndId: placeholder }]);
      expect(movementsOf(readReport(file))[0]).toMatchObject({ bankReferences: [], endToEndId: null });
    },
  );

  it('is read with CDATA, comments, and characters that XML forbids', () => {
    const file = camt([
      { direction: 'CRDT', amount: '1', reference: 'A<![CDATA[ & <B> ]]><!-- <C> -->&#0;&#xD800;\u0001D' },
    ]);
    expect(movementsOf(readReport(file))[0]!.reference).toBe('A & <B>  D');
  });

  it('leaves entities that XML does not define unexpanded', () => {
    const file = camt([{ direction: 'CRDT', amount: '1', reference: '&unknown; &#x41;' }]);
    expect(movementsOf(readReport(file))[0]!.reference).toBe('&unknown; A');
  });
});
