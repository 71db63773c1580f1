import { Group, Progress, Stack, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { Note, Strong } from '../note.tsx';
import { type Credit, creditState, usedOf, usedShare } from './credit.ts';
import { useCreditTexts } from './texts.ts';

const COLORS = { free: 'river', near: 'orange', reached: 'red' } as const;

/** Used credit of a store as a bar, with a warning near the limit. Without a limit there is no bar. */
export function CreditMeter({ credit }: { credit: Credit }) {
  const t = useCreditTexts();
  const { money, percent } = useFormats();
  const { currency } = credit;
  const [incurred, promised, limit] = [credit.incurred.minor, credit.promised.minor, credit.limit.minor];
  const reserved = credit.reserved.minor;
  const used = usedOf(credit);
  const isUnlimited = credit.is_unlimited;
  const state = creditState(credit);
  const hints = {
    free: isUnlimited ? t.unlimited : t.free(money(limit - used - reserved, currency)),
    near: `${t.near(percent(usedShare(credit)))}. ${t.nearHint}`,
    reached: `${t.reached}. ${t.reachedHint}`,
  };
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t.meter}</Text>
        <Strong>{isUnlimited ? money(used, currency) : t.used(money(used, currency), money(limit, currency))}</Strong>
      </Group>
      {!isUnlimited && <Progress value={usedShare(credit) * 100} color={COLORS[state]} aria-label={t.meter} />}
      <Text size="sm" {...(state === 'free' ? { c: 'dimmed' } : {})}>
        {hints[state]}
      </Text>
      {promised > 0 && <Note size="xs">{t.promised(money(incurred, currency), money(promised, currency))}</Note>}
      {reserved > 0 && <Note size="xs">{t.reserved(money(reserved, currency))}</Note>}
    </Stack>
  );
}
