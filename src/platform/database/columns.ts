import { bigint, customType, numeric, timestamp } from 'drizzle-orm/pg-core';

// Column kinds that every room's tables use, so that an id, an instant and a share are the same thing everywhere.

/** Identity primary key; PostgreSQL numbers it. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
/** A reference to another row, or any whole number that may pass 2^31. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A fraction of one with six digits, as PostgreSQL prints it. */
export const share = (name: string) => numeric(name, { precision: 7, scale: 6 });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
