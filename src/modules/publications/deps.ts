import type { Calendar } from '../../platform/calendar.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** Dependencies of the routes of publications. */
export interface PublicationDeps {
  /** Days of publications are days of the platform's time zone. */
  calendar: Calendar;
  /** Requests addresses that creators have entered. */
  outbound: Outbound;
}
