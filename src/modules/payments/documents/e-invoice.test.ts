import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { type Cast, createCast, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, type ClosedMonth, createClosedMonth } from '../../../../tests/harness/closed-month.ts';
import { attachmentOf, brokenRules, plainPdf, readCii, readUbl } from '../../../../tests/harness/e-invoices.ts';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { VAT_NOTES, vatAt } from '../company.ts';
import type { InvoiceDocument } from './document.ts';
import { NoEInvoice } from './e-invoice.ts';
import { invoiceFacturX, invoiceUbl } from './e-invoice-files.ts';
import { legalTexts, wordsFor } from './words.ts';

const company = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2', 'IBAN SE45 5000 0000 0583 9825 7466'],
  vatNumber: 'SE559000000001',
  country: 'SE',
};
const other = (country: string, vatNumber: string | null) => ({
  name: 'Größe & <Maß>',
  lines: ['Hauptstr. 1'],
  vatNumber,
  address: { street: 'Hauptstr. 1', postalCode: '10115', city: 'Berlin', country },
});
const OTHERS = {
  domestic: ['SE', 'SE 556677-8899 01'],
  reverse_charge: ['DE', 'DE123456789'],
  outside_eu: ['NO', 'NO923609016MVA'],
  outside_eu_supplier: ['US', '987654321'],
  small_business: ['DE', 'DE123456789'],
  not_taxable: ['SE', null],
  not_applicable: ['SE', null],
} as const;
const CATEGORIES = {
  domestic: 'S',
  reverse_charge: 'AE',
  outside_eu: 'O',
  outside_eu_supplier: 'O',
  small_business: 'E',
};
type Note = keyof typeof OTHERS;

function documentOf(
  kind: InvoiceDocument['kind'],
  note: Note,
  amounts: readonly number[],
  more: Partial<InvoiceDocument> = {},
) {
  const [country, vatNumber] = OTHERS[note];
  const party = other(country, vatNumber);
  const net = amounts.reduce((sum, amount) => sum + amount, 0);
  return invoiceWith({
    kind,
    locale: 'de_DE',
    lines: amounts.map((amountMinor) => ({ description: 'Klicks', quantity: 7, amountMinor })),
    vat: vatAt({ ratePpm: note === 'domestic' ? 255_000 : 0, note }, net),
    ...(kind === 'store' ? { seller: company, buyer: party } : { seller: party, buyer: company }),
    ...more,
  });
}

async function readBoth(document: InvoiceDocument) {
  const ubl = readUbl(Buffer.from(invoiceUbl(document)).toString());
  const pdf = Buffer.from(await invoiceFacturX(document));
  return { ubl, cii: readCii(attachmentOf(pdf)), pdf };
}

describe('An e-invoice', () => {
  it.each(Object.entries(CATEGORIES))(
    'of the treatment %s has the category %s, its sums and its texts',
    async (note, category) => {
      const document = documentOf('creator', note as Note, [326_30, 1, 999]);
      const { ubl, cii } = await readBoth(document);
      const { root: _, ...facts } = ubl;
      expect(cii).toMatchObject(facts);
      expect(brokenRules(ubl)).toEqual([]);
      expect(brokenRules(cii)).toEqual([]);
      expect(ubl).toMatchObject({ category, type: '389', number: document.number, seller: { name: 'Größe & <Maß>' } });
      expect(ubl.net).toBe('336.30');
      const words = wordsFor('de_DE');
      expect(ubl.reason).toBe(words.vatNotes[note as Note]);
      for (const said of legalTexts(document, words)) expect(ubl.notes.join()).toContain(said);
      if (category !== 'S') expect(ubl.notes.join()).toContain('Self-billing invoice');
    },
  );

  it('of a negative amount is a credit note with positive sums, which names its invoice', async () => {
    const credits = { number: 'S2026-000001', issuedOn: '2026-02-03' };
    const { ubl, cii } = await readBoth(documentOf('store', 'domestic', [-1_000, 250], { credits }));
    expect(ubl).toMatchObject({
      root: 'CreditNote',
      type: '381',
      preceding: 'S2026-000001',
      net: '7.50',
      total: '9.41',
    });
    expect(cii).toMatchObject({ type: '381', preceding: 'S2026-000001', total: '9.41' });
    expect([...brokenRules(ubl), ...brokenRules(cii)]).toEqual([]);
    const selfBilled = await readBoth(documentOf('client', 'reverse_charge', [-5]));
    expect(selfBilled.ubl).toMatchObject({ root: 'CreditNote', type: '261', total: '0.05' });
  });

  it('has the sums of its document, for any lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -1_000_000, max: 100_000_000 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom<Note>('domestic', 'reverse_charge', 'outside_eu'),
        async (amounts, note) => {
          const document = documentOf('store', note, amounts);
          const ubl = readUbl(Buffer.from(invoiceUbl(document)).toString());
          expect(brokenRules(ubl)).toEqual([]);
          expect(Math.round(Number(ubl.total) * 100)).toBe(Math.abs(document.totalMinor));
          expect(ubl.root).toBe(document.totalMinor < 0 ? 'CreditNote' : 'Invoice');
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
    );
  });

  it.each([
    ['SE', 'IBAN SE45 5000 0000 0583 9825 7466 BIC ESSESESS', 'SE4550000000058398257466', 'ESSESESS'],
    ['CH', 'IBAN CH93 0076 2011 6238 5295 7', 'CH9300762011623852957', null],
    ['HR', 'Konto: HR12 1001 0051 8630 0016 0, Zagreb', 'HR1210010051863000160', null],
    ['LI', 'iban li21 0881 0000 2324 013a a / SWIFT: BALPLI22', 'LI21088100002324013AA', 'BALPLI22'],
    ['NO', 'IBAN: NO93 8601 1117 947 · BIC DNBANOKKXXX', 'NO9386011117947', 'DNBANOKKXXX'],
    [
      'MT',
      'IBAN MT84 MALT 0110 0001 2345 MTLC AST0 01S BIC MALTMTMT Valletta',
      'MT84MALT011000012345MTLCAST001S',
      'MALTMTMT',
    ],
    ['SE', 'Bankgiro 5050-1055', null, null],
    ['SE', 'IBAN SE45 5000 0000 0583 9825 7467', null, null],
  ])(
    'of an earlier version names the account that its lines print by its check digits (%s, %s)',
    async (country, printed, iban, bic) => {
      const seller = { ...company, country, lines: ['Skeppsbron 2', printed] };
      const document = documentOf('store', 'domestic', [1_000], { seller, currency: 'EUR' });
      const { ubl, cii } = await readBoth(document);
      for (const read of [ubl, cii]) expect([read.iban, read.bic]).toEqual([iban, bic]);
    },
  );

  it('names the account of its seller and not one that its lines print', async () => {
    const account = { iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' };
    const { ubl, cii } = await readBoth(documentOf('store', 'domestic', [1_000], { seller: { ...company, account } }));
    for (const read of [ubl, cii]) expect(read).toMatchObject(account);
    const credit = await readBoth(documentOf('store', 'domestic', [-1_000], { seller: { ...company, account } }));
    for (const read of [credit.ubl, credit.cii]) expect(read.iban).toBeNull();
  });

  it('of a seller without a VAT number states its tax number, where the supply is exempt or taxed', async () => {
    const seller = { ...other('DE', null), taxNumber: '21/815/08150' };
    for (const note of ['small_business', 'domestic'] as const) {
      const { ubl, cii } = await readBoth(documentOf('creator', note, [1_000], { seller }));
      for (const read of [ubl, cii]) expect(read.seller).toMatchObject({ vatId: null, taxNumber: '21/815/08150' });
    }
    expect(() => invoiceUbl(documentOf('creator', 'reverse_charge', [1_000], { seller }))).toThrow(
      /VAT number of the seller/,
    );
  });

  it('has metadata that an XML reader accepts, for names with characters of XML', async () => {
    const seller = { ...company, name: 'Größe & <Maß> "AB"' };
    const { pdf } = await readBoth(documentOf('store', 'domestic', [1_000], { seller }));
    const source = pdf.toString('utf8');
    const xmp = source.slice(source.indexOf('<x:xmpmeta'), source.indexOf('</x:xmpmeta>') + 12);
    expect(XMLValidator.validate(xmp)).toBe(true);
    expect(xmp).toContain('<rdf:li>Größe &amp; &lt;Maß&gt; &quot;AB&quot;</rdf:li>');
  });

  it('is a PDF that claims PDF/A-3b, with its output intent, its identifier and the relationship of its attachment', async () => {
    const { pdf } = await readBoth(documentOf('store', 'domestic', [1_000]));
    const source = plainPdf(pdf);
    expect(source.startsWith('%PDF-1.7')).toBe(true);
    for (const part of ['/OutputIntents', '/AFRelationship', '/GTS_PDFA1', '/ID ['])
      expect({ part, found: source.includes(part) }).toEqual({ part, found: true });
    expect(source).toMatch(/<pdfaid:part>3<\/pdfaid:part>/);
    expect(source).toMatch(/<pdfaid:conformance>B<\/pdfaid:conformance>/);
    expect(source).toMatch(/<fx:DocumentFileName>factur-x.xml<\/fx:DocumentFileName>/);
    expect(source).toMatch(/<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/);
    expect(source).toMatch(/\/AFRelationship \/Alternative/);
    expect(source).not.toContain('/Helvetica');
  });

  it('is refused for a document that is not an invoice or lacks data that EN 16931 requires', async () => {
    const refusals: [InvoiceDocument, RegExp][] = [
      [documentOf('creator', 'not_applicable', [100]), /no VAT treatment/],
      [documentOf('creator', 'not_taxable', [100]), /not a taxable person/],
      [documentOf('creator', 'domestic', [100], { seller: other('SE', null) }), /Neither the VAT number of the seller/],
      [documentOf('store', 'reverse_charge', [100], { buyer: other('DE', null) }), /VAT number of the buyer/],
      [
        documentOf('store', 'domestic', [100], { buyer: { name: 'X', lines: [], vatNumber: null } }),
        /country of the buyer/,
      ],
      [documentOf('store', 'domestic', [100], { currency: 'KWD' }), /three decimals/],
    ];
    for (const [document, sentence] of refusals) {
      expect(() => invoiceUbl(document)).toThrow(NoEInvoice);
      await expect(invoiceFacturX(document)).rejects.toThrow(sentence);
    }
    expect(VAT_NOTES.filter((note) => !(note in OTHERS))).toEqual([]);
  });
});

describe('E-invoices over the API', () => {
  let application: TestApplication;
  let cast: Cast;
  let closed: ClosedMonth;

  beforeAll(async () => {
    application = await createTestApplication({ now: () => AFTER_CLOSING });
    cast = await createCast(application);
    const { ids, tokens } = cast;
    const identity = {
      kind: 'company',
      legal_name: 'Öberg Media AB',
      vat_status: 'registered',
      vat_number: 'SE559000000001',
    };
    await registerPayee(application, { path: `users/${ids.creator}`, as: tokens.creator, identity });
    const german = { ...identity, country: 'DE', vat_number: 'DE123456789' };
    await registerPayee(application, { path: `clients/${cast.agencyId}`, as: tokens.agency, identity: german });
    await application.call({
      method: 'POST',
      url: `/v2/users/${ids.creator}/payee/vat-confirmation`,
      as: tokens.admin,
      body: { vat_number: identity.vat_number },
    });
    closed = await createClosedMonth(application, cast);
  });

  const download = async (url: string, role: Role | null) => {
    const headers = role === null ? {} : { authorization: cast.tokens[role] };
    return application.app.inject({ url, headers });
  };

  it('are of stores, agencies, creators and administrators, with the amounts of the ledger', async () => {
    const { creator } = cast.ids;
    const agency = closed.agency.find(({ currency }) => currency === 'SEK')!;
    const statement = closed.creator.find(({ currency }) => currency === 'SEK')!;
    const places: [string, Role, number, string, string][] = [
      [`/stores/${cast.storeId}/invoices/${closed.store.id}`, 'advertiser', closed.store.id, 'S', '380'],
      [
        `/stores/${cast.otherStoreId}/invoices/${closed.otherStore.id}`,
        'otherAdvertiser',
        closed.otherStore.id,
        'AE',
        '380',
      ],
      [`/v2/users/${creator}/statements/${statement.id}`, 'creator', statement.id, 'S', '389'],
      [`/clients/${cast.agencyId}/invoices/${agency.id}`, 'agency', agency.id, 'AE', '389'],
      [`/v2/payments/invoices/${statement.id}`, 'admin', statement.id, 'S', '389'],
    ];
    for (const [path, role, id, category, type] of places) {
      const xml = await download(`${path}/ubl`, role);
      expect([path, xml.statusCode, xml.headers['content-type']]).toEqual([path, 200, 'application/xml']);
      const facturX = await download(`${path}/factur-x`, role);
      expect(facturX.headers['content-disposition']).toMatch(/^attachment; filename="[SAC]2026-\d{6}-factur-x\.pdf"$/);
      const { rows } = await application.database.pool.query(
        `SELECT number, net_minor, vat_minor, total_minor, currency, -(SELECT sum(e.amount_minor) FROM ledger_entries e
           WHERE e.account = 'store' AND e.part IN ('cost', 'vat') AND i.kind = 'store' AND e.store_id = i.store_id)::int AS booked FROM invoices i WHERE id = $1`,
        [id],
      );
      const [row] = rows;
      const minor = (amount: string) => Math.round(Number(amount) * 100);
      for (const read of [readUbl(xml.body), readCii(attachmentOf(facturX.rawPayload))]) {
        expect(brokenRules(read)).toEqual([]);
        expect(read).toMatchObject({ number: row.number, currency: row.currency, category, type });
        expect([read.net, read.vat, read.total].map(minor)).toEqual([row.net_minor, row.vat_minor, row.total_minor]);
        if (row.booked !== null) expect(minor(read.total)).toBe(row.booked);
      }
    }
  });

  it('are refused for statements that are no invoices, and to other users', async () => {
    const plain = closed.otherCreator[0]!;
    const refused = await download(`/v2/users/${cast.ids.otherCreator}/statements/${plain.id}/ubl`, 'otherCreator');
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'no_e_invoice']);
    for (const format of ['ubl', 'factur-x']) {
      const store = `/stores/${cast.storeId}/invoices/${closed.store.id}/${format}`;
      expect((await download(store, null)).statusCode).toBe(401);
      expect((await download(store, 'otherAdvertiser')).statusCode).toBe(403);
      expect(
        (await download(`/stores/${cast.otherStoreId}/invoices/${closed.store.id}/${format}`, 'otherAdvertiser'))
          .statusCode,
      ).toBe(404);
      expect((await download(`/v2/payments/invoices/${closed.store.id}/${format}`, 'advertiser')).statusCode).toBe(403);
      expect((await download(`/v2/payments/invoices/0/${format}`, 'admin')).statusCode).toBe(404);
    }
  });
});
