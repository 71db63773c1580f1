import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../language/formats.ts';
import { AmountLink } from '../amount-link.tsx';
import { monthOf, today } from '../day-range.ts';
import { daysOf } from '../explanation/places.ts';
import { Note, Strong } from '../note.tsx';
import type { PayeeOwner } from './payee-owner.ts';
import type { OpenMonth } from './payout-api.ts';
import { usePayoutTexts } from './texts.ts';

/** At most this many stores are named; the others are counted. */
const NAMED = 3;

/** The months that are not paid out, each as the steps from its earnings to the payout. */
export function OpenMonths({ owner, months, id }: { owner: PayeeOwner; months: readonly OpenMonth[]; id: string }) {
  const t = usePayoutTexts().months;
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {t.title}
      </Title>
      <Note mb="md">{t.hint}</Note>
      <Stack gap="lg">
        {months.map((one) => (
          <Month key={one.month} one={one} place={placeOf(owner, one.month)} />
        ))}
      </Stack>
    </section>
  );
}

/** The page of a month's earnings. */
const placeOf = ({ kind, id }: PayeeOwner, month: string): LinkProps =>
  kind === 'user'
    ? daysOf({ user: id }, monthOf(`${month}-01`))
    : { to: '/console/agency/$client/earnings', params: { client: String(id) }, hash: 'months' };

function Month({ one, place }: { one: OpenMonth; place: LinkProps }) {
  const t = usePayoutTexts().months;
  const { month, money } = useFormats();
  const { currency, amount, pending } = one;
  const title = month(one.month);
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        <Strong>{title}</Strong>
        <Text size="sm" fw={600}>
          <AmountLink to={place} of={t.of(title)}>
            {money(amount.minor, currency)}
          </AmountLink>
        </Text>
      </Group>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, xs: 2, lg: 4 }}
        spacing="md"
        verticalSpacing={6}
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={t.steps(title)}
      >
        <Step state={pending.minor > 0 ? 'waits' : 'done'} title={t.earned}>
          <Undecided one={one} />
        </Step>
        <Step state={one.closed_on === null ? 'waits' : 'done'} title={t.closed}>
          <Closing one={one} />
        </Step>
        <Paid one={one} />
        <Payable one={one} />
      </SimpleGrid>
    </div>
  );
}

const ICONS = { done: IconCircleCheckFilled, waits: IconClock, later: IconCircle };
const COLORS = { done: 'teal', waits: 'yellow', later: 'gray' };

function Step({ state, title, children }: { state: keyof typeof ICONS; title: string; children: ReactNode }) {
  const t = usePayoutTexts().months;
  const Icon = ICONS[state];
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden style={{ flex: 'none', color: `var(--mantine-color-${COLORS[state]}-6)` }} />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={550} lh={1.3}>
          {title} <span className="visually-hidden">({t.states[state]})</span>
        </Text>
        {children}
      </div>
    </Group>
  );
}

function Undecided({ one: { currency, pending, pending_dated: dated, decide_by: by, stores } }: { one: OpenMonth }) {
  const t = usePayoutTexts().months;
  const { money, day } = useFormats();
  const names = useNames();
  if (pending.minor === 0) return <Note size="xs">{t.decided}</Note>;
  const waiting = stores.filter((store) => store.pending.minor > 0 && store.decide_by === null);
  return (
    <Note size="xs">
      {by === null || dated.minor < pending.minor
        ? t.undecided(money(pending.minor, currency), names(waiting.map(({ name }) => name)))
        : t.decidedBy(money(pending.minor, currency), day(by))}
    </Note>
  );
}

function Closing({ one }: { one: OpenMonth }) {
  const t = usePayoutTexts().months;
  const { day } = useFormats();
  const { to } = monthOf(`${one.month}-01`);
  if (one.closed_on !== null) return <Note size="xs">{t.closedOn(day(one.closed_on))}</Note>;
  return <Note size="xs">{to < today() ? t.closesSoon : t.closesAfter(day(to))}</Note>;
}

function Paid({ one }: { one: OpenMonth }) {
  const t = usePayoutTexts().months;
  const { day } = useFormats();
  const names = useNames();
  const billed = one.stores.filter((store) => store.is_paid !== null);
  const open = billed.filter((store) => !store.is_paid);
  const state = billed.length === 0 ? 'later' : open.length === 0 ? 'done' : 'waits';
  return (
    <Step state={state} title={billed.length === 0 ? t.paying : t.paid(billed.length - open.length, billed.length)}>
      {billed.length === 0 && <Note size="xs">{t.payingLater}</Note>}
      {open.length > 0 && (
        <Note size="xs">
          {t.waitsFor(
            names(
              open.map(({ name, due_on: due }) =>
                due === null ? name : due < today() ? t.overdue(name, day(due)) : t.due(name, day(due)),
              ),
            ),
          )}
        </Note>
      )}
    </Step>
  );
}

function Payable({ one }: { one: OpenMonth }) {
  const t = usePayoutTexts().months;
  const { day, money } = useFormats();
  const { currency, amount, payable, in_run: inRun, on_hold: onHold, hold_until: until, payable_from: from } = one;
  const isAll = payable.minor === amount.minor && amount.minor > 0;
  return (
    <Step state={isAll ? 'done' : from === null ? 'waits' : 'later'} title={t.payable}>
      {isAll && <Note size="xs">{inRun.minor > 0 ? t.onItsWay : t.now}</Note>}
      {!isAll && payable.minor > 0 && <Note size="xs">{t.partly(money(payable.minor, currency))}</Note>}
      {!isAll && <Note size="xs">{from === null ? t.noDay : t.from(day(from))}</Note>}
      {onHold.minor > 0 && <Note size="xs">{t.onHold(money(onHold.minor, currency))}</Note>}
      {until !== null && <Note size="xs">{t.heldUntil(day(until))}</Note>}
    </Step>
  );
}

/** Lists names, of which the first ones are named. */
function useNames() {
  const t = usePayoutTexts().months;
  return (names: readonly string[]) =>
    names.length <= NAMED + 1 ? names.join(', ') : t.andMore(names.slice(0, NAMED).join(', '), names.length - NAMED);
}
