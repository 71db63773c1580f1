import type { Calendar } from '../../platform/calendar.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';

/** What the campaigns' routes stand on. */
export interface CampaignParts {
  /** What addresses of ours begin with. */
  publicUrl: string;
  /** Days of campaigns are days of the platform's time zone. */
  calendar: Calendar;
  storage: FileStorage;
}
