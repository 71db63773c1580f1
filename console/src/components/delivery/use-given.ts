import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

export type Given = NonNullable<
  paths['/v2/offers/{offer}/participants/{participant}/gift']['get']['responses']['200']['content']['application/json']['given']
>;

/** What a participant is given, and what was sent. */
export const useGiven = (offer: number, participant: number) =>
  api.useQuery('get', '/v2/offers/{offer}/participants/{participant}/gift', {
    params: { path: { offer, participant } },
  });
