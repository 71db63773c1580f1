import type { Calendar } from '../../platform/calendar.ts';
import type { LiveIndex } from '../links/index.ts';

/** What the module's use cases and routes are built on. */
export interface OrderDeps {
  /** Says which day an order belongs to. */
  calendar: Calendar;
  /** For the links of vouchers. */
  live: LiveIndex;
  publicUrl: string;
  /** Number of days in which a store decides a claim of an order. */
  claimDays: number;
}
