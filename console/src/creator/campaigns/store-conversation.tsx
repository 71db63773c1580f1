import { Card, Title } from '@mantine/core';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { useCampaignTexts } from './texts.ts';

/** Messages and status changes. */
export function StoreConversation({ participant }: { participant: number }) {
  const t = useCampaignTexts();
  const moved = (from: string | undefined, to: string | undefined) =>
    from === 'applied' && to === 'open' ? t.withdrew : (t.happened[to as keyof typeof t.happened] ?? to ?? '');
  return (
    <Card component="section" aria-labelledby="talk">
      <Title order={2} size="h4" mb="md" id="talk">
        {t.talk}
      </Title>
      <Conversation participant={participant} nothing={t.noTalk} say={t.write} moved={moved} />
    </Card>
  );
}
