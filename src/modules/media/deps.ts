import type { Calendar } from '../../platform/calendar.ts';
import type { UploadLimits } from '../../platform/http/upload-guard.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';
import type { DomainProver } from '../stores/index.ts';

/** Dependencies of the media routes. */
export interface MediaDeps {
  /** Base of our own addresses. */
  publicUrl: string;
  calendar: Calendar;
  storage: FileStorage;
  /** Searches for proofs of channels. */
  domainProver: DomainProver;
  /** The bytes that files of creators may take. */
  uploadLimits: UploadLimits;
}
