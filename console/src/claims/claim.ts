import type { paths } from '@tributary/client';

/** A claim of an order as the API has it. */
export type Claim = paths['/v2/order-claims/{order_claim}']['get']['responses']['200']['content']['application/json'];
