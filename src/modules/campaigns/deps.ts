import type { Calendar } from '../../platform/calendar.ts';
import type { ListPrinter } from '../../platform/export/list-document.ts';
import type { UploadLimits } from '../../platform/http/upload-guard.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';

/** Dependencies of the campaign routes. */
export interface CampaignDeps {
  /** Base of our own addresses. */
  publicUrl: string;
  /** Campaign days are days of the platform's time zone. */
  calendar: Calendar;
  storage: FileStorage;
  /** The limits of kept files. */
  uploadLimits: UploadLimits;
  /** Prints packing lists. */
  lists: ListPrinter;
}
