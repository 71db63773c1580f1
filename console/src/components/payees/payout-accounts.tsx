import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Dialog } from '../dialog.tsx';
import { SectionCard } from '../section-card.tsx';
import { StateBadge } from '../state-badge.tsx';
import { AccountForm } from './account-form.tsx';
import { type Payee, type PayeeOwner, removeAccount, usePayee } from './payee-api.ts';
import { usePayeeRights } from './rights.ts';
import { usePayeesTexts } from './texts.ts';

type Account = Payee['payout_accounts'][number];

/** The payout accounts of a payee, masked. Authorised users can add, replace and remove them after confirming their identity. */
export function PayoutAccounts({ owner }: { owner: PayeeOwner }) {
  const { accounts: t, details, consent } = usePayeesTexts();
  const rights = usePayeeRights(owner);
  const { data } = usePayee(owner);
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  return (
    <SectionCard id="accounts" title={t.title} hint={t.hint}>
      <Stack>
        {data === undefined && <Skeleton h={60} />}
        {data?.payout_accounts.length === 0 && <Text size="sm">{t.none}</Text>}
        {data?.payout_accounts.map((account) => (
          <OneAccount key={account.id} owner={owner} account={account} mayRemove={rights.accounts} />
        ))}
        {rights.accounts ? (
          <Stack gap="xs" align="flex-start">
            <Button variant="default" disabled={!data?.details} onClick={() => setIsAdding(true)}>
              {t.add}
            </Button>
            {data?.details === null && (
              <Text size="sm" c="dimmed">
                {consent.first}
              </Text>
            )}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {details.readOnly[rights.reason]}
          </Text>
        )}
      </Stack>
      <Dialog opened={isAdding} onClose={close} title={t.addTitle}>
        <AccountForm owner={owner} onClose={close} />
      </Dialog>
    </SectionCard>
  );
}

function OneAccount({ owner, account, mayRemove }: { owner: PayeeOwner; account: Account; mayRemove: boolean }) {
  const t = usePayeesTexts().accounts;
  const { day } = useFormats();
  const { method, masked, currency, usable_from: from } = account;
  const isUsable = new Date(from) <= new Date();
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600}>
          {masked}
        </Text>
        <Text size="xs" c="dimmed">
          {t.methods[method]} · {currency === null ? t.allCurrencies : t.only(currency)}
        </Text>
      </div>
      <Group gap="sm">
        <StateBadge tone={isUsable ? 'good' : 'warning'}>{isUsable ? t.inUse : t.usable(day(from))}</StateBadge>
        {mayRemove && (
          <ConfirmButton
            button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.removeLabel(masked) }}
            title={t.removeTitle(masked)}
            text={t.removeWords}
            action={t.remove}
            act={() => removeAccount(owner, account.id)}
            done={t.removed}
          />
        )}
      </Group>
    </Group>
  );
}
