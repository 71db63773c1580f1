import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { FailureAlert } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { giveConsent, type Payee, type PayeeOwner, usePayee } from './payee-api.ts';
import { usePayeeRights } from './rights.ts';
import { usePayeesTexts } from './texts.ts';

/** The text of self-billing, and the consent to it. */
export function Consent({ owner }: { owner: PayeeOwner }) {
  const t = usePayeesTexts().consent;
  const { data } = usePayee(owner);
  return (
    <SectionCard id="consent" title={t.title} hint={t.hint}>
      {data === undefined ? <Skeleton h={120} /> : <ConsentText owner={owner} payee={data} />}
    </SectionCard>
  );
}

function ConsentText({ owner, payee: { consent, details } }: { owner: PayeeOwner; payee: Payee }) {
  const t = usePayeesTexts().consent;
  const { day } = useFormats();
  const rights = usePayeeRights(owner);
  const giving = useApiMutation(() => giveConsent(owner, consent.version), { done: t.done });
  const isOpen = consent.given_at === null;
  return (
    <Stack gap="sm">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {consent.text}
      </Text>
      <Text size="xs" c="dimmed">
        {t.version(consent.version)}
      </Text>
      <Group>
        {consent.given_at === null ? (
          <StateBadge tone="warning">{t.missing}</StateBadge>
        ) : (
          <StateBadge tone="good">{t.given(day(consent.given_at))}</StateBadge>
        )}
      </Group>
      {isOpen && rights.details && (
        <Stack gap="xs" align="flex-start">
          <Button disabled={details === null} loading={giving.isPending} onClick={() => giving.mutate()}>
            {t.give}
          </Button>
          {details === null && (
            <Text size="sm" c="dimmed">
              {t.first}
            </Text>
          )}
        </Stack>
      )}
      <FailureAlert message={giving.failure} />
    </Stack>
  );
}
