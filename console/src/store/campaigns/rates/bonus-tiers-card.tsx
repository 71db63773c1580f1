import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { Failure } from '../../../components/failure.tsx';
import { Note, Strong } from '../../../components/note.tsx';
import { useTierWords } from '../../../components/rates/tier-words.ts';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useFormats } from '../../../language/formats.ts';
import { BonusTiersForm } from './bonus-tiers-form.tsx';
import type { MonthBonuses } from './month-bonuses.ts';
import { useStoreRateTexts } from './texts.ts';

/** The bonuses of a campaign for its store: those of this month, those from the next, and the form. */
export function BonusTiersCard({ offer, currency }: { offer: number; currency: string }) {
  const t = useStoreRateTexts().bonuses;
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/bonus-tiers', {
    params: { path: { offer } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const { this_month: now, next_month: then } = data;
  const isSame = JSON.stringify([now?.tiers, now?.budget]) === JSON.stringify([then?.tiers, then?.budget]);
  return (
    <SectionCard id="bonus-tiers" title={t.title} hint={t.hint}>
      {isEditing ? (
        <BonusTiersForm
          offer={offer}
          currency={currency}
          bonuses={then}
          reread={async () => (await refetch({ throwOnError: true })).data!.next_month}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Month title={t.thisMonth} bonuses={now} />
          {!isSame && <Month title={t.nextMonth} bonuses={then} />}
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t.edit}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

function Month({ title, bonuses }: { title: string; bonuses: MonthBonuses }) {
  const t = useStoreRateTexts().bonuses;
  const { moneyOf } = useFormats();
  const wordsOf = useTierWords();
  return (
    <div>
      <Strong>{title}</Strong>
      {bonuses === null ? (
        <Text size="sm">{t.none}</Text>
      ) : (
        <>
          <List type="ordered" size="sm">
            {bonuses.tiers.map((tier) => (
              <List.Item key={JSON.stringify(tier)}>{wordsOf(tier)}</List.Item>
            ))}
          </List>
          <Note size="xs">{t.budget(moneyOf(bonuses.budget.amount, bonuses.budget.currency))}</Note>
        </>
      )}
    </div>
  );
}
