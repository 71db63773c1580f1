import type { Calendar } from '../../platform/calendar.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';
import type { DemoSignIn } from '../accounts/index.ts';
import type { Company, FileWork } from '../payments/index.ts';

/** Dependencies of the public pages' routes. */
export interface SiteDeps {
  /** Base of our own addresses. */
  publicUrl: string;
  /** The company that operates the marketplace. */
  company: Company;
  storage: FileStorage;
  calendar: Calendar;
  /** Makes media kits. */
  files: FileWork;
  /** The people of the demo; empty without a demo. */
  demoSignIns(): Promise<DemoSignIn[]>;
}
