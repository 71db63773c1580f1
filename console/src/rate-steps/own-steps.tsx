import { List, Text } from '@mantine/core';
import { Note } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import type { CampaignWithRules } from '../creator/campaigns/commission-rules.tsx';
import { useFormats } from '../language/formats.ts';
import { useStepWords } from './step-words.ts';
import { useRateStepTexts } from './texts.ts';

/** How the rates of a campaign rise for a creator, and how far the creator is. */
export default function OwnSteps({ steps }: { steps: NonNullable<CampaignWithRules['rate_steps']> }) {
  const t = useRateStepTexts();
  const wordsOf = useStepWords();
  const { money, moneyOf, number } = useFormats();
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <List size="sm" spacing={4}>
        {steps.steps.map(({ per_order: rate, per_order_fixed: fixed, reached, ...step }) => {
          const words = wordsOf(
            { ...step, rate, fixed: fixed.minor === 0 ? null : money(fixed.minor, fixed.currency) },
            steps,
          );
          return <List.Item key={words}>{reached && steps.included ? t.reached(words) : words}</List.Item>;
        })}
      </List>
      {steps.included ? (
        <Text size="sm" mt="xs">
          {t.soFar(number(steps.orders), moneyOf(steps.value.amount, steps.value.currency))}
        </Text>
      ) : (
        <Text size="sm" mt="xs">
          {t.others}
        </Text>
      )}
      <Note mt="xs">{t[steps.applies]}</Note>
    </>
  );
}
