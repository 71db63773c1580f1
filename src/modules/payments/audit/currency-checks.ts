import { sql } from 'drizzle-orm';
import { CURRENCY_DECIMALS } from '../../../platform/currencies.ts';
import type { Check } from './checks.ts';

const CODES = sql.param([...CURRENCY_DECIMALS.keys()]);
const DECIMALS = sql.param([...CURRENCY_DECIMALS.values()]);

/** The recorded decimals of currencies against the table of this version, and stored amounts against the record. */
export const CURRENCIES: readonly Check[] = [
  {
    title: 'Every currency of a stored amount is recorded, with the decimals with which this version reads it',
    examined: sql`SELECT count(*) FROM currencies`,
    faults: sql`
      SELECT 'currency ' || coalesce(c.code, t.code) || ': recorded with ' || coalesce(c.exponent || ' decimals', 'none') || ', read with '
        || coalesce(t.decimals || ' decimals', 'none') AS fault
      FROM currencies c FULL JOIN unnest(${CODES}::text[], ${DECIMALS}::smallint[]) AS t (code, decimals) ON t.code = c.code
      WHERE c.exponent IS DISTINCT FROM t.decimals
      UNION ALL
      SELECT 'currency ' || u.code || ': amounts are stored, and no decimals are recorded' FROM currencies_in_use() AS u (code)
      WHERE NOT EXISTS (SELECT FROM currencies c WHERE c.code = u.code)`,
  },
];
