import { Alert, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useFormats } from '../../language/formats.ts';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { SectionTitle } from '../section-title.tsx';
import { StatTile } from '../stat-tile.tsx';
import { heldReasons } from './held-reasons.ts';
import { Pending } from './pending.tsx';
import type { BalancePlaces } from './places.ts';
import { useBalancesTexts } from './texts.ts';

/** The balance of a creator or an agency in one currency. */
type Balance =
  paths['/v2/users/{user}/balances']['get']['responses']['200']['content']['application/json']['data'][number];

interface BalancesProps {
  /** Result of a query of balances, with one balance for each currency. */
  query: { data: readonly Balance[] | undefined; error: unknown; refetch: () => unknown };
  /** The pages of the months in which the balance was earned, and of the statements or invoices that contain it. */
  places: BalancePlaces;
}

/** Earned, held, payable and paid amounts by currency, with the reasons of held amounts. Renders nothing without earnings. */
export function Balances({ query: { data, error, refetch }, places }: BalancesProps) {
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={180} />;
  if (data.length === 0) return null;
  return (
    <Stack gap="xl">
      {data.map((balance) => (
        <BalanceSection key={balance.currency} balance={balance} places={places} isOnly={data.length === 1} />
      ))}
    </Stack>
  );
}

function BalanceSection({
  balance,
  places,
  isOnly,
}: { balance: Balance; isOnly: boolean } & Pick<BalancesProps, 'places'>) {
  const t = useBalancesTexts();
  const { moneyOf } = useFormats();
  const { currency, earned, held, payable, paid, overpaid } = balance;
  const money = ({ amount }: { amount: string }) => moneyOf(amount, currency);
  const documents = places.documents === undefined ? {} : { link: places.documents };
  const id = `balance-${currency}`;
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id} terms={['held', 'holdPeriod', 'hold']}>
        {isOnly ? t.title : t.titleIn(currency)}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
        <StatTile label={t.payable} {...documents} hint={t.payableHint} value={money(payable)} />
        <StatTile label={t.held} link={places.months} hint={t.heldHint} value={money(held.total)} />
        <StatTile label={t.paid} {...documents} hint={t.paidHint} value={money(paid)} />
        <StatTile label={t.earned} link={places.months} hint={t.earnedHint} value={money(earned)} />
      </SimpleGrid>
      <Pending pending={balance.pending} />
      {Number(held.total.amount) !== 0 && <Held held={held} money={money} />}
      {Number(overpaid.amount) !== 0 && (
        <Alert mt="md" variant="light" color="yellow" c="var(--mantine-color-text)">
          {t.overpaid(money(overpaid))}
        </Alert>
      )}
    </section>
  );
}

function Held({ held, money }: { held: Balance['held']; money: (sum: { amount: string }) => string }) {
  const t = useBalancesTexts();
  return (
    <Card mt="md" padding="md">
      <SectionTitle order={3} mb="xs">
        {t.why}
      </SectionTitle>
      <Stack gap="xs" component="dl" m={0}>
        {heldReasons(held).map((reason) => (
          <Group key={reason} justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm" component="dt">
              {t.reasons[reason].title}
              <Text size="xs" c="dimmed" span display="block">
                {t.reasons[reason].hint}
              </Text>
            </Text>
            <Text size="sm" fw={600} component="dd" m={0} style={{ whiteSpace: 'nowrap' }}>
              {money(held[reason])}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
