import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

export type Delivery = NonNullable<
  paths['/v2/offers/{offer}/participants/{participant}/delivery']['get']['responses']['200']['content']['application/json']['delivery']
>;

/** Where a participant receives products, and whether the participant is to receive some. */
export const useDelivery = (offer: number, participant: number) =>
  api.useQuery('get', '/v2/offers/{offer}/participants/{participant}/delivery', {
    params: { path: { offer, participant } },
  });
