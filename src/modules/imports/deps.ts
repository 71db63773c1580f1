import type { LinkDeps } from '../links/index.ts';
import type { PaymentDeps } from '../payments/index.ts';

/** What the routes of imports need. */
export interface ImportDeps extends Pick<LinkDeps, 'live' | 'publicUrl'>, Pick<PaymentDeps, 'files'> {}
