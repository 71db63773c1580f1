import { client } from '../../api.ts';
import type { BulkBarProps } from '../../components/table/bulk-bar.tsx';
import type { ReadPage } from '../../components/table/selection.ts';
import { useSelection } from '../../components/table/use-selection.ts';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import type { StoreCampaign } from './in-words.ts';
import { useCampaignTexts } from './texts.ts';

interface Pausing {
  ids: readonly number[];
  isPause: boolean;
}

/** Pausing and resuming several campaigns of a store, which can be undone. */
export function useCampaignBulk(store: string, readPage: ReadPage<StoreCampaign>): BulkBarProps<StoreCampaign> {
  const t = useCampaignTexts();
  const { undo } = useCommonTexts();
  const selection = useSelection<StoreCampaign>(store);
  const pausing = useApiMutation(async ({ ids, isPause }: Pausing) => {
    for (const campaignId of ids) {
      const params = { params: { path: { offer: campaignId } } };
      if (isPause) await client.POST('/v2/offers/{offer}/pause', params);
      else await client.POST('/v2/offers/{offer}/unpause', params);
    }
  });
  const act = (isPause: boolean) => ({
    label: isPause ? t.actions.pause : t.actions.resume,
    isRunning: pausing.isPending,
    run: (campaigns: readonly StoreCampaign[]) => {
      // Campaigns that already had the new state keep it when the action is undone.
      const ids = campaigns.filter(({ status }) => (status === 'paused') !== isPause).map(({ id }) => id);
      pausing.mutate(
        { ids, isPause },
        {
          onSuccess: () => {
            selection.select(new Map());
            const message = (isPause ? t.bulk.paused : t.bulk.resumed)(ids.length);
            showUndo({ message, label: undo, onUndo: () => pausing.mutate({ ids, isPause: !isPause }) });
          },
        },
      );
    },
  });
  return {
    ...selection,
    mayBeSelected: ({ status }) => ['active', 'paused', 'scheduled'].includes(status),
    labelOf: ({ campaign_title: title }) => t.bulk.select(title),
    acts: [act(true), act(false)],
    readPage,
    failure: pausing.failure,
  };
}
