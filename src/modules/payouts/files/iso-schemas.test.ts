import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { camt } from '../../../../tests/harness/bank-reports.ts';
import { standardsFolder } from '../../../../tests/harness/standards.ts';
import { bankStatement } from '../../../demo/bank-statement.ts';
import { PAIN_FORMATS, painFile } from './pain.ts';
import { accountsOf, batchOf, paymentsTo } from './payments.fixture.ts';

const validate = async (schema: string, contents: string): Promise<{ valid: boolean; errors: string[] }> => {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'message.xml', contents }],
    schema: [{ fileName: 'message.xsd', contents: schema }],
  });
  return { valid, errors: errors.map(({ message }) => message) };
};

/** The folder of `pain.001.001.03.xsd` and `pain.001.001.09.xsd` of ISO 20022. Their terms do not permit them in the repository. */
const folder = standardsFolder('ISO_20022_SCHEMAS', 'iso20022');

describe.skipIf(folder === undefined).each(PAIN_FORMATS)('A file of %s, for xmllint', (format) => {
  let schema: string;
  beforeAll(async () => {
    schema = await readFile(path.join(folder!, `${format}.xsd`), 'utf8');
  });

  const fileOf = (currency: string, debtorBic: string | null): string =>
    painFile(
      format,
      batchOf(currency, debtorBic),
      paymentsTo(accountsOf('Åsa & <Öberg> Елена'), 'Storgatan 1 & 2'),
    ).toString();
  const isValid = (contents: string) => validate(schema, contents);

  it.each(['EUR', 'SEK', 'GBP', 'USD', 'JPY'])('is valid in %s', async (currency) => {
    for (const bic of [null, 'ESSESESS'])
      expect(await isValid(fileOf(currency, bic))).toEqual({ valid: true, errors: [] });
  });

  it.each([
    [
      'an IBAN with a small letter',
      (text: string) => text.replace('SE4550000000058398257466', 'se4550000000058398257466'),
    ],
    ['an amount with six decimals', (text: string) => text.replace(/(<InstdAmt[^>]*>\d+\.\d\d)/, '$10001')],
    ['an amount below zero', (text: string) => text.replace(/(<InstdAmt[^>]*>)/, '$1-')],
    ['no end-to-end id', (text: string) => text.replace(/<EndToEndId>\w+<\/EndToEndId>/, '')],
    ['a name that is too long', (text: string) => text.replace(/<Nm>[^<]*/, `<Nm>${'x'.repeat(141)}`)],
    [
      'elements in another order',
      (text: string) => text.replace(/(<MsgId>.*<\/MsgId>)(\s*)(<CreDtTm>.*<\/CreDtTm>)/, '$3$2$1'),
    ],
    ['an unknown element', (text: string) => text.replace('</GrpHdr>', '<Tip/></GrpHdr>')],
  ])('is not valid with %s', async (_what, spoil) => {
    const text = fileOf('EUR', null);
    const spoiled = spoil(text);
    expect(spoiled).not.toBe(text);
    expect((await isValid(spoiled)).valid).toBe(false);
  });
});

const epcFolder = standardsFolder('EPC_SCHEMAS', 'iso20022-epc');

describe.skipIf(epcFolder === undefined)('A file of SEPA payments, for xmllint', () => {
  it('is valid by the rules of the European Payments Council', async () => {
    const schema = await readFile(path.join(epcFolder!, 'pain.001.001.09.xsd'), 'utf8');
    const accounts = accountsOf('Åsa & <Öberg> Елена').filter((account) => 'iban' in account);
    expect(accounts).not.toEqual([]);
    for (const bic of [null, 'ESSESESS'])
      for (const name of ['Storgatan 1 & 2', 'Οδός Ερμού 5']) {
        const file = painFile('pain.001.001.09', batchOf('EUR', bic), paymentsTo(accounts, name)).toString();
        expect(await validate(schema, file)).toEqual({ valid: true, errors: [] });
      }
  });
});

describe.skipIf(folder === undefined)('The bank reports of the tests and of the demo, for xmllint', () => {
  const read = async (kind: string, file: Buffer) =>
    validate(await readFile(path.join(folder!, `camt.${kind}.001.02.xsd`), 'utf8'), file.toString());
  const payment = { direction: 'CRDT', amount: '10.00', party: 'Åsa', reference: 'F2026-0001' } as const;
  const returned = { ...payment, bankReference: 'B1', endToEndId: 'E1', returnReason: 'AC04', pending: true } as const;

  it.each(['052', '053', '054'] as const)('are valid as camt.%s', async (kind) => {
    expect(await read(kind, camt([payment, returned, { ...payment, direction: 'DBIT' }], kind))).toEqual({
      valid: true,
      errors: [],
    });
  });

  it('are valid as statements of the demo', async () => {
    const line = { direction: 'in', amount: '10.00', currency: 'SEK', day: '2026-02-03', party: 'A & B' } as const;
    const lines = [
      line,
      { ...line, direction: 'out', returnReason: 'AC04', endToEndId: 'E1', reference: 'x' } as const,
    ];
    expect(await read('053', bankStatement('S1', lines))).toEqual({ valid: true, errors: [] });
  });
});
