import { Conversation } from '../../components/conversation/conversation.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCampaignTexts } from './texts.ts';

/** Messages and status changes. */
export function StoreConversation({ participant }: { participant: number }) {
  const t = useCampaignTexts();
  const moved = (from: string | undefined, to: string | undefined) =>
    from === 'applied' && to === 'open' ? t.withdrew : (t.happened[to as keyof typeof t.happened] ?? to ?? '');
  return (
    <SectionCard id="talk" title={t.talk}>
      <Conversation participant={participant} nothing={t.noTalk} say={t.write} moved={moved} />
    </SectionCard>
  );
}
