import type { LinkDeps } from '../links/index.ts';
import type { PaymentDeps } from '../payments/index.ts';

/** The dependencies of the routes of imports. */
export interface ImportDeps extends Pick<LinkDeps, 'live' | 'publicUrl'>, Pick<PaymentDeps, 'files'> {}
