import { Text } from '@mantine/core';
import { Note } from '../../components/note.tsx';
import { useTierWords } from '../../components/rates/tier-words.ts';
import { SectionTitle } from '../../components/section-title.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { Lines } from './brief.tsx';
import type { CampaignWithRules } from './commission-rules.tsx';
import { useCampaignTexts } from './texts.ts';

/** The bonuses of a campaign in this month, and how far the creator is. */
export function Bonuses({ bonus }: { bonus: CampaignWithRules['bonus'] }) {
  const t = useCampaignTexts().bonus;
  const { moneyOf, number } = useFormats();
  const wordsOf = useTierWords();
  if (bonus === null) return null;
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const { orders, pending_orders: pending } = bonus;
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Lines of={bonus.tiers.map((tier) => (tier.reached ? t.reached(wordsOf(tier)) : wordsOf(tier)))} />
      <Text size="sm" mt="xs">
        {t.soFar(number(orders), money(bonus.value))}
        {pending > 0 && ` ${t.pending(number(pending), money(bonus.pending_value))}`}
      </Text>
      <Note mt="xs">{t.budget(money(bonus.budget))}</Note>
    </>
  );
}
