import { sql } from 'drizzle-orm';

/** The order of a creator's board and of the other lists of a creator's campaigns, over `campaigns o`: newest first. */
export const BOARD_ORDER = sql`o.id DESC`;
