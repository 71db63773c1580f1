import { notifications } from '@mantine/notifications';
import { client } from '../../../api.ts';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useCampaignTexts } from '../texts.ts';
import { nameOf, type Participant, type Status } from './participant.ts';

/** Changes the status of participants one by one; names those that failed. */
export function useMoveParticipants(offer: number, onDone: () => unknown = () => undefined) {
  const { board: t } = useCampaignTexts();
  return useApiMutation(
    async ({ parts, to }: { parts: readonly Participant[]; to: Status }) => {
      const left: string[] = [];
      for (const part of parts) {
        const path = { offer, participant: part.id };
        await client
          .PATCH('/v2/offers/{offer}/participants/{participant}/update-status', {
            params: { path },
            body: { status: to },
          })
          .catch(() => left.push(nameOf(part)));
      }
      return { moved: parts.length - left.length, left };
    },
    {
      onDone: ({ moved, left }) => {
        if (moved > 0) notifications.show({ message: t.moved(moved), color: 'river' });
        if (left.length > 0) notifications.show({ message: t.notMoved(left.join(', ')), color: 'red' });
        return onDone();
      },
    },
  );
}
