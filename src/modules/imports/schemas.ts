import { type TOptional, type TString, Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../platform/pagination.ts';
import { COMMISSION_OUTCOMES } from './commissions/import-commissions.ts';
import { STATUSES } from './commissions/read-commission.ts';
import { LINK_OUTCOMES } from './links/import-creator-links.ts';
import { COMMISSION_FILES, LINK_FILES, SOURCES } from './table/formats.ts';

const source = () => oneOf(SOURCES, { description: 'The platform that the file comes from.' });

/** The query fields that every import has. */
const shared = {
  dry: Type.Optional(Type.Boolean({ description: 'Only a preview: the same reply, and nothing is written.' })),
  source: Type.Optional(
    oneOf(SOURCES, { description: 'The platform that the file comes from. Recognised from the header unless given.' }),
  ),
};

/** A query field for each column that a caller can name. */
function columnQuery<const Field extends string>(fields: readonly Field[]) {
  const query = fields.map(
    (field) =>
      [
        `column_${field}`,
        Type.Optional(text({ min: 1, max: 100, description: `The column with the ${field}.` })),
      ] as const,
  );
  return Object.fromEntries(query) as Record<`column_${Field}`, TOptional<TString>>;
}

export const linkImportQuery = { ...shared, ...columnQuery(LINK_FILES.fields) };
export const commissionImportQuery = {
  ...shared,
  currency: Type.Optional(currencyCode({ description: 'The currency of rows without one.' })),
  decimals: Type.Optional(
    oneOf(['point', 'comma'], {
      description:
        'The decimal separator of amounts. Recognised by default; an ambiguous number such as `1,234` is refused.',
    }),
  ),
  ...columnQuery(COMMISSION_FILES.fields),
};

const columns = (fields: readonly string[]) =>
  Type.Array(
    Type.Object({
      field: oneOf(fields),
      column: Type.String({ description: 'As written in the file.' }),
    }),
    { description: 'What is read from the file, and from which column. Other columns are ignored.' },
  );
const row = () => whole({ min: 1, description: 'The row number as in a spreadsheet: the header is row 1.' });
const fault = () =>
  nullable(
    Type.Object(
      { column: Type.String(), message: Type.String() },
      { description: 'Why the row is refused; else null.' },
    ),
  );
const counts = (outcomes: readonly string[]) =>
  Type.Object(Object.fromEntries(outcomes.map((outcome) => [outcome, whole({ min: 0 })])), {
    description: 'The number of rows of each outcome.',
  });

export const LinkImport = Type.Object(
  {
    source: source(),
    dry: Type.Boolean(),
    columns: columns(LINK_FILES.fields),
    counts: counts(LINK_OUTCOMES),
    rows: Type.Array(
      Type.Object({
        row: row(),
        outcome: oneOf(LINK_OUTCOMES, { description: '`repeated`: an earlier row has the same page.' }),
        written: Type.String({ description: 'The address in the file.' }),
        original_url: nullable(Type.String({ description: 'The page of the link.' })),
        url: nullable(Type.String({ description: 'The tracked URL. Null for a new link of a preview.' })),
        title: nullable(Type.String()),
        advertiser: nullable(Type.Object({ id: id(), name: Type.String() })),
        error: fault(),
      }),
    ),
  },
  { description: 'The result of each row. (The body is an addition.)' },
);

const commissionFields = {
  external_id: Type.String({ description: 'Its id on the other platform.' }),
  earned_at: dateTime(),
  commission: money({ signed: true }),
  sale: nullable(money({ signed: true })),
  status: oneOf(STATUSES),
  order_reference: nullable(Type.String()),
  partner: nullable(
    Type.String({ description: 'As the file names it: the program of a creator, the partner of a store.' }),
  ),
};

export const CommissionImport = Type.Object(
  {
    source: source(),
    dry: Type.Boolean(),
    columns: columns(COMMISSION_FILES.fields),
    counts: counts(COMMISSION_OUTCOMES),
    rows: Type.Array(
      Type.Object({
        row: row(),
        outcome: oneOf(COMMISSION_OUTCOMES, {
          description: '`changed`: replaces what an earlier import has stored under the id.',
        }),
        imported: nullable(Type.Object(commissionFields)),
        error: fault(),
      }),
    ),
  },
  { description: 'The result of each row. (The body is an addition.)' },
);

export const ImportedCommissionList = v2Envelope(
  Type.Object({ id: id(), source: source(), ...commissionFields, imported_at: dateTime() }),
);
export const importedQuery = {
  source: Type.Optional(oneOf(SOURCES, { description: 'Only from this platform.' })),
  ...pageQuery(),
};
export const deletionQuery = { source: source() };
export const Deleted = Type.Object({ deleted: whole({ min: 0 }) });

nameSchemas({ LinkImport, CommissionImport, ImportedCommissionPage: ImportedCommissionList, Deleted });
