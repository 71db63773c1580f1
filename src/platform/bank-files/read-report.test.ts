import { describe, expect, it } from 'vitest';
import { camt, pain002 } from '../../../tests/harness/bank-reports.ts';
import { readReport } from './read-report.ts';

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
    const { kind, movements } = readReport(file);
    expect(kind).toBe('camt.053');
    expect(movements).toMatchObject([
      { direction: 'in', amount: '100.50', reference: 'Faktura S2026-000001 & ä', party: 'A <B>', bankReference: 'X1' },
      { direction: 'out', amount: '7', currency: 'EUR', endToEndId: 'TR0', returnReason: null },
      { direction: 'in', endToEndId: null, returnReason: 'AC04' },
    ]);
  });

  it('may have namespace prefixes, and may be a notification', () => {
    const prefixed = camt([{ direction: 'CRDT', amount: '1.00' }], '054')
      .toString()
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    expect(readReport(Buffer.from(prefixed))).toMatchObject({ kind: 'camt.054', movements: [{ amount: '1.00' }] });
  });

  it('has no amount for payments of which the bank states only the sum', () => {
    const file = camt([{ direction: 'DBIT', amount: '100' }]);
    const twice = text(file, '</TxDtls>', '</TxDtls><TxDtls><Refs><EndToEndId>B</EndToEndId></Refs></TxDtls>');
    expect(readReport(twice).movements.map(({ amount }) => amount)).toEqual([null, null]);
  });

  it('is parsed into the statuses of payments, blocks and files', () => {
    const file = pain002('M1', { group: 'PART', block: ['M1-X', 'RJCT'], payments: [['E1', 'ACSP']] });
    expect(readReport(file).statuses).toEqual([
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
    ['no amount', text(camt([{ direction: 'CRDT', amount: '1' }]), /<Amt.*?<\/Amt>/, ''), /without an amount/],
    ['a negative amount', camt([{ direction: 'CRDT', amount: '-1' }]), /no decimal number/],
    ['an amount in words', camt([{ direction: 'CRDT', amount: '1e3' }]), /no decimal number/],
    ['a day that does not exist', camt([{ direction: 'CRDT', amount: '1', day: '2026-02-30' }]), /without a day/],
    [
      'no direction',
      text(camt([{ direction: 'CRDT', amount: '1' }]), '<CdtDbtInd>CRDT', '<CdtDbtInd>BOTH'),
      /CRDT or DBIT/,
    ],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0xff, 0x3e]), /UTF-8/],
    ['too many levels', Buffer.from('<a>'.repeat(1_000_000)), /nested/],
  ])('is refused: %s', (_, content, says) => {
    expect(() => readReport(content)).toThrow(says);
  });

  it('leaves entities that XML does not define unexpanded', () => {
    const file = camt([{ direction: 'CRDT', amount: '1', reference: '&unknown; &#x41;' }]);
    expect(readReport(file).movements[0]!.reference).toBe('&unknown; A');
  });
});
