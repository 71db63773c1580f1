import { bigint, customType, numeric, timestamp } from 'drizzle-orm/pg-core';

// Column types shared by the tables of all modules, so that ids, instants and shares have one representation.

/** Identity primary key, assigned by PostgreSQL. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
/** A reference to another row, or any whole number that may exceed 2^31. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A fraction of one with six decimals, in PostgreSQL's text format. */
export const share = (name: string) => numeric(name, { precision: 7, scale: 6 });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
