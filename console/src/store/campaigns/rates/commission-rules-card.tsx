import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { Failure } from '../../../components/failure.tsx';
import { useRuleWords } from '../../../components/rates/rule-words.ts';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useFormats } from '../../../language/formats.ts';
import { Basket } from './basket.tsx';
import { RulesForm } from './rules-form.tsx';
import { useStoreRateTexts } from './texts.ts';

/** The commission rules of a campaign for its store: the list, the form, and what a basket would earn. */
export function CommissionRulesCard({ offer, currency }: { offer: number; currency: string }) {
  const t = useStoreRateTexts().rules;
  const wordsOf = useRuleWords();
  const { moneyOf } = useFormats();
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/commission-rules', {
    params: { path: { offer } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const { rules } = data;
  return (
    <SectionCard id="commission-rules" title={t.title} hint={t.hint}>
      {isEditing ? (
        <RulesForm
          offer={offer}
          currency={currency}
          rules={rules}
          reread={async () => (await refetch({ throwOnError: true })).data!.rules}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="md" align="flex-start">
          {rules.length === 0 ? (
            <Text size="sm">{t.none}</Text>
          ) : (
            <List type="ordered" size="sm" spacing={4}>
              {rules.map((rule) => (
                <List.Item key={JSON.stringify(rule)}>
                  {wordsOf(rule, rule.cpa, rule.cpo && moneyOf(rule.cpo.amount, rule.cpo.currency))}
                </List.Item>
              ))}
            </List>
          )}
          {mayChange && (
            <>
              <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
                {t.edit}
              </Button>
              <Basket offer={offer} currency={currency} />
            </>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}
