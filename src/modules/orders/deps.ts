import type { Calendar } from '../../platform/calendar.ts';
import type { LiveIndex } from '../links/index.ts';

/** The dependencies of the module's use cases and routes. */
export interface OrderDeps {
  /** Determines the day of an order. */
  calendar: Calendar;
  /** For the links of vouchers. */
  live: LiveIndex;
  publicUrl: string;
  /** Number of days in which a store decides a claim of an order. */
  claimDays: number;
  /** The most days after which orders and events may be approved by themselves; null: no maximum of the operator. */
  maxApprovalDays: number | null;
  /** Whether this is the application of a sandbox, where no real money is concerned. */
  isSandbox: boolean;
}
