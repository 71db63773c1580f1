import { client } from '../../api.ts';
import type { BulkBarProps } from '../../components/table/bulk-bar.tsx';
import type { ReadPage } from '../../components/table/selection.ts';
import { useSelection } from '../../components/table/use-selection.ts';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCreatorTexts } from '../texts.ts';
import type { LinkRow } from './columns.tsx';

interface Archiving {
  ids: readonly number[];
  archived: boolean;
}

/** Archiving several links of a creator and restoring them, which can be undone. */
export function useLinkBulk(user: number, readPage: ReadPage<LinkRow>): BulkBarProps<LinkRow> {
  const t = useCreatorTexts().links.bulk;
  const { undo } = useCommonTexts();
  const selection = useSelection<LinkRow>(user);
  const archiving = useApiMutation(
    async ({ ids, archived }: Archiving) =>
      (
        await client.PATCH('/v2/users/{user}/affiliate-links', {
          params: { path: { user } },
          body: { affiliate_links: [...ids], archived },
        })
      ).data!.changed,
  );
  const act = (archived: boolean) => ({
    label: archived ? t.archive : t.restore,
    isRunning: archiving.isPending,
    run: (links: readonly LinkRow[]) =>
      archiving.mutate(
        { ids: links.map(({ id }) => id), archived },
        {
          onSuccess: (changed) => {
            selection.select(new Map());
            // Only the links that this action changed are changed back.
            const onUndo = () => archiving.mutate({ ids: changed, archived: !archived });
            const message = (archived ? t.archived : t.restored)(changed.length);
            if (changed.length > 0) showUndo({ message, label: undo, onUndo });
          },
        },
      ),
  });
  return {
    ...selection,
    mayBeSelected: () => true,
    labelOf: ({ title }) => t.select(title),
    acts: [act(true), act(false)],
    readPage,
    failure: archiving.failure,
  };
}
