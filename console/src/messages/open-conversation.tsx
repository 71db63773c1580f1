import { Card } from '@mantine/core';
import { Conversation } from '../components/conversation/conversation.tsx';
import { ReceivedPictures } from './received-pictures.tsx';
import { useMessageTexts } from './texts.ts';

/** The messages and changes of status of a participation, and a field for an answer. */
export function OpenConversation({
  participant,
  creator,
}: {
  participant: number;
  /** Named instead of by username; null when the reader is not the store. */
  creator: { id: number; public_name: string } | null;
}) {
  const t = useMessageTexts();
  const statuses: Partial<Record<string, string>> = t.status;
  return (
    <Card padding="lg" maw={800}>
      <ReceivedPictures participant={participant} />
      <Conversation
        participant={participant}
        {...(creator !== null && { creator: { id: creator.id, name: creator.public_name } })}
        nothing={t.nothing}
        say={t.say}
        moved={(_from, to) => t.moved(statuses[to ?? ''] ?? to ?? '')}
      />
    </Card>
  );
}
