import { buffer } from 'node:stream/consumers';
import { csvStream } from '../../../platform/export/csv.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { toDecimalString } from '../../../platform/money.ts';
import type { Company } from '../company.ts';
import { type Month, monthOf } from '../periods/month.ts';
import { isOfResult, ROLE_NAMES, ROLES } from './chart.ts';
import { encodeCp437 } from './cp437.ts';
import type { Posting } from './postings.ts';
import type { AccountingSettings } from './settings.ts';

/** The contents of a file of a month. */
export interface MonthBooks {
  /** `YYYY-MM` */
  month: string;
  settings: AccountingSettings;
  company: Pick<Company, 'name'>;
  /** Postings of this month only. */
  postings: readonly Posting[];
  /** Currencies without a rate, which the postings leave out. */
  omitted: readonly string[];
  /** Day of the closing, `YYYY-MM-DD`, so that the same books produce the same file. */
  madeOn: string;
}

/** The formats, with the names of their files. */
export const FORMATS = {
  sie: { suffix: 'se', mediaType: 'application/x-sie', make: sieFile },
  datev: { suffix: 'csv', mediaType: 'text/csv', make: datevFile },
  csv: { suffix: 'csv', mediaType: 'text/csv', make: csvFile },
} as const satisfies Record<
  string,
  { suffix: string; mediaType: string; make: (books: MonthBooks) => Promise<Buffer> | Buffer }
>;
export type Format = keyof typeof FORMATS;

const TEXTS: Record<Posting['kind'], string> = {
  closing: 'Closing',
  received: 'Payments of stores',
  paid_out: 'Payouts',
  credit_note: 'Credit notes',
  prepaid: 'Prepaid balances',
  revaluation: 'Revaluation',
};

const compact = (day: string) => day.replaceAll('-', '');

/** Postings by voucher: one for each day and kind, numbered in the month. */
function vouchersOf(
  postings: readonly Posting[],
): { number: number; day: string; text: string; postings: Posting[] }[] {
  const groups = new Map<string, Posting[]>();
  for (const posting of postings) {
    const key = `${posting.day} ${posting.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), posting]);
  }
  return [...groups.values()].map((group, at) => {
    const { day, kind } = group[0]!;
    return { number: at + 1, day, text: TEXTS[kind], postings: group };
  });
}

/** SIE type 4, for import: accounts and vouchers, in code page 437 as the format requires. */
function sieFile({ month, settings, company, postings, omitted, madeOn }: MonthBooks): Buffer {
  const { accounts, currency } = settings;
  const quoted = (text: string) => `"${text.replaceAll(/[\p{Cc}{}]/gu, ' ').replaceAll('"', '\\"')}"`;
  const year = month.slice(0, 4);
  const used = ROLES.filter((role) => postings.some(({ debit, credit }) => debit === role || credit === role));
  const lines = [
    '#FLAGGA 0',
    '#PROGRAM "Tributary" 0.1.0',
    '#FORMAT PC8',
    `#GEN ${compact(madeOn)}`,
    ...(omitted.length === 0 ? [] : [`#PROSA ${quoted(`Without ${omitted.join(', ')}: no exchange rate`)}`]),
    '#SIETYP 4',
    `#FNAMN ${quoted(company.name)}`,
    `#RAR 0 ${year}0101 ${year}1231`,
    `#VALUTA ${currency}`,
    ...used.flatMap((role) => [
      `#KONTO ${accounts[role]} ${quoted(ROLE_NAMES[role])}`,
      `#KTYP ${accounts[role]} ${accountType(role)}`,
    ]),
  ];
  for (const { number, day, text, postings: group } of vouchersOf(postings)) {
    lines.push(`#VER "T" "${compact(month)}${String(number).padStart(3, '0')}" ${compact(day)} ${quoted(text)}`, '{');
    for (const { debit, credit, minor } of group) {
      lines.push(`#TRANS ${accounts[debit]} {} ${toDecimalString({ minor, currency })}`);
      lines.push(`#TRANS ${accounts[credit]} {} ${toDecimalString({ minor: -minor, currency })}`);
    }
    lines.push('}');
  }
  return encodeCp437(`${lines.join('\r\n')}\r\n`);
}

/** SIE account types. T: asset, S: liability, I: income, K: cost. */
function accountType(role: (typeof ROLES)[number]): string {
  if (role === 'receivables' || role === 'bank') return 'T';
  if (!isOfResult(role)) return 'S';
  return role.startsWith('revenue') || role === 'fx_gains' ? 'I' : 'K';
}

const DATEV_COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
];

/** DATEV format, EXTF, batch of postings (Buchungsstapel, category 21 version 13), in Windows-1252. */
function datevFile({ month, settings, postings, madeOn }: MonthBooks): Buffer {
  const { accounts, currency, datevConsultant, datevClient } = settings;
  const { first, last }: Month = monthOf(month);
  const text = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const header = [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    `${compact(madeOn)}000000000`,
    '',
    '"TR"',
    '""',
    '""',
    String(datevConsultant),
    String(datevClient),
    `${month.slice(0, 4)}0101`,
    String(accounts.bank.length),
    compact(first),
    compact(last),
    text(`Tributary ${month}`),
    '""',
    '1',
    '0',
    '0',
    text(currency),
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ];
  const rows = vouchersOf(postings).flatMap(({ number, day, text: title, postings: group }) =>
    group.map(({ debit, credit, minor }) => [
      toDecimalString({ minor, currency }).replace('.', ','),
      '"S"',
      text(currency),
      '',
      '',
      '""',
      accounts[debit],
      accounts[credit],
      // 40 disables the automatic VAT of accounts, because VAT is posted explicitly.
      '"40"',
      `${day.slice(8)}${day.slice(5, 7)}`,
      text(`${compact(month)}${String(number).padStart(3, '0')}`),
      '""',
      '',
      text(title),
    ]),
  );
  const lines = [header, DATEV_COLUMNS, ...rows].map((cells) => cells.join(';'));
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

type CsvRow = Posting & { voucher: string; text: string };

/** A row for each posting, with the amount before conversion. */
async function csvFile({ month, settings, postings }: MonthBooks): Promise<Buffer> {
  const { accounts, currency } = settings;
  const columns: Column<CsvRow, string>[] = [
    { header: 'voucher', kind: 'text', cell: ({ voucher }) => voucher },
    { header: 'date', kind: 'text', cell: ({ day }) => day },
    { header: 'text', kind: 'text', cell: ({ text }) => text },
    { header: 'debit_account', kind: 'text', cell: ({ debit }) => accounts[debit] },
    { header: 'debit_name', kind: 'text', cell: ({ debit }) => ROLE_NAMES[debit] },
    { header: 'credit_account', kind: 'text', cell: ({ credit }) => accounts[credit] },
    { header: 'credit_name', kind: 'text', cell: ({ credit }) => ROLE_NAMES[credit] },
    { header: 'amount', kind: 'amount', cell: ({ minor }) => ({ minor, currency }) },
    { header: 'currency', kind: 'text', cell: () => currency },
    { header: 'original_amount', kind: 'amount', cell: ({ original }) => original },
    { header: 'original_currency', kind: 'text', cell: ({ original }) => original.currency },
    { header: 'minor_units_for_one', kind: 'text', cell: ({ original }) => original.factor },
  ];
  const rows = vouchersOf(postings).flatMap(({ number, text, postings: group }) =>
    group.map((posting) => ({ ...posting, voucher: `${compact(month)}${String(number).padStart(3, '0')}`, text })),
  );
  async function* batches() {
    yield rows;
  }
  return buffer(csvStream(columns, batches()));
}
