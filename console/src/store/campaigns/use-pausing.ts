import { client } from '../../api.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCampaignTexts } from './texts.ts';

/** The campaign of a menu. */
export interface Managed {
  id: number;
  campaign_title: string;
  status: string;
}

/** Pauses or resumes a campaign. */
export function usePausing() {
  const t = useCampaignTexts().actions;
  return useApiMutation(
    async ({ id, status }: Pick<Managed, 'id' | 'status'>) => {
      const params = { params: { path: { offer: id } } };
      return status === 'paused'
        ? (await client.POST('/v2/offers/{offer}/unpause', params)).data!
        : (await client.POST('/v2/offers/{offer}/pause', params)).data!;
    },
    { done: (offer) => (offer.status === 'paused' ? t.paused : t.resumed) },
  );
}
