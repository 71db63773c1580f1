import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { standardsFolder } from '../../../../tests/harness/standards.ts';
import { PAIN_FORMATS, painFile } from './pain.ts';
import { accountsOf, batchOf, paymentsTo } from './payments.fixture.ts';

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
  const isValid = async (contents: string): Promise<{ valid: boolean; errors: string[] }> => {
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'payments.xml', contents }],
      schema: [{ fileName: `${format}.xsd`, contents: schema }],
    });
    return { valid, errors: errors.map(({ message }) => message) };
  };

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
