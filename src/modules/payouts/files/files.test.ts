import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { AccountDetails } from '../payout-accounts/account-details.ts';
import { paypalFile, wiseFile } from './batch-csv.ts';
import { bankText } from './latin.ts';
import { PAIN_FORMATS, painFile } from './pain.ts';
import { accountsOf, batchOf, paymentsTo } from './payments.fixture.ts';

const holder = 'Åsa & <Öberg>';
const ACCOUNTS = accountsOf(holder);
const payments = (accounts: readonly AccountDetails[]) => paymentsTo(accounts, 'Storgatan 1');

/** The used element sequences of ISO 20022 in both versions. Elements must be in this order, and no others are permitted. */
const ORDER: Record<string, string[]> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['InstrId', 'EndToEndId'],
  Cdtr: ['Nm', 'PstlAdr'],
  PstlAdr: ['StrtNm', 'PstCd', 'TwnNm', 'Ctry'],
  CdtrAcct: ['Id', 'Tp'],
  Othr: ['Id', 'SchmeNm'],
  ClrSysMmbId: ['ClrSysId', 'MmbId'],
};
const MAX_LENGTHS: Record<string, number> = {
  MsgId: 35,
  PmtInfId: 35,
  InstrId: 35,
  EndToEndId: 35,
  Nm: 70,
  StrtNm: 70,
  PstCd: 16,
  TwnNm: 35,
  Ustrd: 140,
};

type Ordered = Record<string, Ordered[] | string>;

function faultsOf(name: string, children: Ordered[]): string[] {
  const names = children.map((child) => Object.keys(child)[0]!);
  const order = ORDER[name];
  const faults: string[] = [];
  if (order !== undefined) {
    const places = names.map((one) => order.indexOf(one));
    if (places.some((place, at) => place < 0 || (at > 0 && place < places[at - 1]!))) faults.push(`${name}: ${names}`);
  }
  for (const [at, child] of children.entries()) {
    const inside = child[names[at]!] as Ordered[] | string;
    if (typeof inside === 'string') {
      if (inside === '' || inside.length > (MAX_LENGTHS[name] ?? 140)) faults.push(`${name}: ${inside}`);
      if (/[^A-Za-z0-9/\-?:().,'+ ]/.test(inside)) faults.push(`${name}: ${inside}`);
    } else faults.push(...faultsOf(names[at]!, inside));
  }
  return faults;
}

/** Reads amounts by regular expressions, without the parser. */
function sumsIn(text: string) {
  const amounts = [...text.matchAll(/<InstdAmt Ccy="(\w{3})">(\d+)\.(\d\d)<\/InstdAmt>/g)];
  const sum = amounts.reduce((total, [, , whole, cents]) => total + Number(whole) * 100 + Number(cents), 0);
  const stated = [...text.matchAll(/<CtrlSum>(\d+)\.(\d\d)<\/CtrlSum>/g)].map(
    ([, w, c]) => Number(w) * 100 + Number(c),
  );
  return { count: amounts.length, sum, stated };
}

describe.each(PAIN_FORMATS)('A file of %s', (format) => {
  it.each([
    ['EUR', [2, 4]],
    ['SEK', [6]],
  ])('in %s has the order of elements of the standard, and correct sums', (currency, blocks) => {
    const text = painFile(format, batchOf(currency), payments(ACCOUNTS)).toString();
    const ordered = new XMLParser({ preserveOrder: true, parseTagValue: false }).parse(text) as Ordered[];
    const document = ordered.find((one) => one.Document !== undefined)!.Document as Ordered[];
    expect(faultsOf('Document', document)).toEqual([]);
    const { count, sum, stated } = sumsIn(text);
    expect([count, sum, stated[0]]).toEqual([6, 12_345 * 6 + 15, sum]);
    expect(stated.slice(1).reduce((total, one) => total + one, 0)).toBe(sum);
    expect([...text.matchAll(/<NbOfTxs>(\d+)</g)].map(([, n]) => Number(n))).toEqual([6, ...blocks]);
    expect(text).toContain(`xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"`);
    expect(text).toContain(format.endsWith('03') ? '<ReqdExctnDt>2026-02-04</ReqdExctnDt>' : '<Dt>2026-02-04</Dt>');
    expect(text).toContain(format.endsWith('03') ? '<BIC>ESSESESS</BIC>' : '<BICFI>ESSESESS</BICFI>');
  });

  it('writes amounts with the decimals of the currency', () => {
    const one = payments(ACCOUNTS.slice(0, 1));
    expect(painFile(format, batchOf('JPY'), one).toString()).toContain('<InstdAmt Ccy="JPY">12345</InstdAmt>');
    expect(painFile(format, batchOf('KWD'), one).toString()).toContain('<InstdAmt Ccy="KWD">12.345</InstdAmt>');
  });
});

describe('Payments in euros', () => {
  const iban = (number: string, bic: string | null): AccountDetails => ({ holder, method: 'iban', iban: number, bic });
  const blocksOf = (accounts: readonly AccountDetails[]) =>
    [
      ...painFile('pain.001.001.09', batchOf('EUR'), payments(accounts))
        .toString()
        .matchAll(/<PmtInf>.*?<\/PmtInf>/gs),
    ].map(([block]) => ({
      service: /<SvcLvl><Cd>(\w+)</.exec(block.replaceAll(/\s/g, ''))?.[1],
      charges: /<ChrgBr>(\w+)</.exec(block)?.[1],
      accounts: [...block.matchAll(/<CdtrAcct>\s*<Id>\s*<IBAN>(\w+)</g)].map(([, number]) => number!.slice(0, 2)),
      banks: [...block.matchAll(/<BICFI>(\w+)<\/BICFI>/g)].map(([, bic]) => bic),
    }));

  it('are SEPA credit transfers within the scheme, small states included, and ordinary transfers to a named bank outside of it', () => {
    expect(
      blocksOf([
        iban('DE89370400440532013000', null),
        iban('MC5811222000010123456789030', null),
        iban('SM86U0322509800000000270100', null),
        iban('TR330006100519786457841326', 'TCZBTR2A'),
        iban('KW81CBKU0000000000001234560101', 'CBKUKWKW'),
      ]),
    ).toEqual([
      { service: 'SEPA', charges: 'SLEV', accounts: ['DE', 'MC', 'SM'], banks: [] },
      { service: 'NURG', charges: 'SHAR', accounts: ['TR', 'KW'], banks: ['TCZBTR2A', 'CBKUKWKW'] },
    ]);
  });

  it('name a payee whose name and address are Greek, and leave out the parts of an address that have no Latin letters', () => {
    const to = { ...iban('GR1601101250000000012300695', null), holder: 'Ελένη Παπαδοπούλου' } as AccountDetails;
    const [payment] = paymentsTo([to], '東京都 5');
    const text = painFile('pain.001.001.09', batchOf('EUR'), [
      { ...payment!, address: { street: '東京都 5', postalCode: '105 57', city: 'Αθήνα', country: 'GR' } },
    ]).toString();
    expect(text).toContain('<Nm>Eleni Papadopoyloy</Nm>');
    expect(text).toContain('<TwnNm>Athina</TwnNm>');
    expect(text).not.toContain('<StrtNm>');
    expect(text).not.toContain('NOTPROVIDED</Nm>');
  });
});

describe('Texts for banks', () => {
  it.each([
    ['Åsa Öberg', 'Asa Oberg'],
    ['Größe & Maß', 'Grosse + Mass'],
    ['Łukasz  Ðør', 'Lukasz Dor'],
    ['a//b/', 'a/b'],
    ['山田', ''],
    // By the conversion table of the European Payments Council (EPC217-08), each letter by itself.
    ['Ελένη Παπαδοπούλου', 'Eleni Papadopoyloy'],
    ['ΘΕΟΔΩΡΟΣ Ψύχας', 'THEODOROS Psychas'],
    ['Щерьо Жеков', 'Shteryo Zhekov'],
    ['Ўладзімір Єгор', 'Uladzimir Iegor'],
    ['x\u0000y\nz', 'xy z'],
  ])('%j is %j', (text, plain) => {
    expect(bankText(text, 70)).toBe(plain);
  });
});

describe('Batch files', () => {
  it('have a row for each payment', () => {
    const paypal = payments([{ holder, method: 'paypal', email: '=cmd@example.com' }]);
    expect(paypalFile(batchOf('EUR'), paypal).toString().split('\r\n')[1]).toMatch(
      /^"=cmd@example.com",123\.45,EUR,TR0/,
    );
    const wise = payments([{ holder, method: 'wise', recipientId: '148700123' }]);
    expect(wiseFile(batchOf('GBP'), wise).toString().split('\r\n')[1]).toMatch(
      /^148700123,"Asa \+ Oberg",GBP,GBP,target,123\.45,TR0/,
    );
  });

  it('refuse accounts of another kind', () => {
    expect(() => paypalFile(batchOf('EUR'), payments(ACCOUNTS.slice(0, 1)))).toThrow();
    expect(() => wiseFile(batchOf('EUR'), payments(ACCOUNTS.slice(0, 1)))).toThrow();
    expect(() =>
      painFile('pain.001.001.03', batchOf('EUR'), payments([{ holder, method: 'wise', recipientId: '1' }])),
    ).toThrow();
  });
});
