import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { ConfirmDialog } from '../dialog.tsx';
import { FailureAlert } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { FactList } from './fact-list.tsx';
import { checkVatNumber, confirmVatNumber, type Payee, type PayeeOwner, usePayee } from './payee-api.ts';
import { usePayeesTexts } from './texts.ts';

/** For administrators: the facts about a payee's VAT number, and its confirmation. Renders nothing without a number. */
export function VatConfirmation({ owner }: { owner: PayeeOwner }) {
  const { data } = usePayee(owner);
  if (!data?.details?.vat_number) return null;
  return <Confirmation owner={owner} payee={data} number={data.details.vat_number} name={data.details.legal_name} />;
}

interface Props {
  owner: PayeeOwner;
  payee: Payee;
  number: string;
  name: string;
}

function Confirmation({ owner, payee, number, name }: Props) {
  const t = usePayeesTexts().vat;
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const checking = useApiMutation(() => checkVatNumber(owner), { done: t.checking });
  const confirming = useApiMutation(() => confirmVatNumber(owner, number), {
    done: t.done,
    onDone: () => setAsking(false),
  });
  const isConfirmed = payee.details?.vat_confirmed_at !== null;
  return (
    <SectionCard id="vat-number" title={t.title} hint={t.hint}>
      <Facts payee={payee} number={number} />
      <FailureAlert message={checking.failure} mt="md" />
      <Group mt="md">
        {!isConfirmed && (
          <Button ref={button} onClick={() => setAsking(true)}>
            {t.confirm}
          </Button>
        )}
        <Button variant="default" loading={checking.isPending} onClick={() => checking.mutate()}>
          {t.checkAgain}
        </Button>
      </Group>
      <ConfirmDialog
        title={t.confirmTitle(number)}
        text={t.confirmWords(name)}
        action={t.confirm}
        opened={isAsking}
        openedBy={button}
        mutation={confirming}
        onClose={() => setAsking(false)}
      />
    </SectionCard>
  );
}

function Facts({ payee: { vat_check: check, details }, number }: { payee: Payee; number: string }) {
  const t = usePayeesTexts().vat;
  const { day, time } = useFormats();
  const confirmedAt = details?.vat_confirmed_at ?? null;
  const rows: [string, string][] = [
    [t.title, number],
    [t.state, confirmedAt === null ? t.unconfirmed : t.confirmed(day(confirmedAt))],
    [t.check, check === null ? t.unchecked : t.outcomes[check.outcome](time(check.checked_at))],
  ];
  if (check?.registered_name) rows.push([t.registeredName, check.registered_name]);
  if (check?.consultation_number) rows.push([t.consultation, check.consultation_number]);
  return <FactList rows={rows} />;
}
