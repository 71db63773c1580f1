import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput, Timeline } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { OrderExplanation } from '../../components/explanation/explanation.tsx';
import { useExplanationTexts } from '../../components/explanation/texts.ts';
import { Fact } from '../../components/fact.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { AttributionForm } from './attribution-form.tsx';
import type { Order, OrderWithEvents } from './order.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderReports } from './order-reports.tsx';
import { Refund } from './refund.tsx';
import { StatusBadges } from './status-badges.tsx';
import { useOrderTexts } from './texts.ts';
import { ValueForm } from './value-form.tsx';

interface OrderDrawerProps {
  store: number;
  /** Platform ID of the order; undefined: closed. */
  order: number | undefined;
  /** The title for the store’s number. */
  titleOf: (number: string) => string;
  onClose: () => void;
  onDecide: (status: 'approved' | 'denied', order: Order) => void;
}

/** One order with attribution, cost, history and actions. */
export default function OrderDrawer({ store, order, titleOf, onClose, onDecide }: OrderDrawerProps) {
  const t = useOrderTexts().one;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/stores/{store}/orders/{order}',
    { params: { path: { store, order: order ?? 0 } } },
    { enabled: order !== undefined },
  );
  const isKnown = order !== undefined && data !== undefined;
  return (
    <Dialog
      isDrawer
      opened={order !== undefined}
      onClose={onClose}
      title={isKnown ? titleOf(data.order_id) : t.loading}
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && !isKnown && <Skeleton h={240} role="status" aria-label={t.loading} />}
      {!error && isKnown && (
        <Stack gap="lg">
          <StatusBadges order={data} />
          <Facts order={data} />
          <OrderLines order={data} />
          <Why order={data} />
          <OrderReports store={store} order={data} />
          <Actions key={data.id} store={store} order={data} onDecide={onDecide} />
          <History order={data} />
          <Explained order={data.id} />
        </Stack>
      )}
    </Dialog>
  );
}

function Explained({ order }: { order: number }) {
  const t = useExplanationTexts();
  return (
    <Stack gap="sm" component="section">
      <SectionTitle order={3}>{t.title}</SectionTitle>
      <OrderExplanation order={order} />
    </Stack>
  );
}

function Facts({ order }: { order: OrderWithEvents }) {
  const { one: t, denials } = useOrderTexts();
  const { moneyOf, time } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const facts: [string, string][] = [
    [t.value, money(order.value)],
    [t.net, money(order.net_value)],
    ...(Number(order.refunded.amount) > 0 ? [[t.refundedSum, money(order.refunded)] as [string, string]] : []),
    [t.cost, money(order.cost)],
    [t.earnings, money(order.earnings)],
    [t.placed, time(order.order_at)],
    ...(order.decide_by === null ? [] : [[t.decideBy, time(order.decide_by)] as [string, string]]),
    ...(order.extension_reason === null ? [] : [[t.extension, order.extension_reason] as [string, string]]),
    ...(order.denial_reason === null
      ? []
      : [[t.denial, order.denial_note ?? denials[order.denial_reason]] as [string, string]]),
    ...(order.offer_title === null ? [] : [[t.campaign, order.offer_title] as [string, string]]),
    ...(order.affiliate_link_id === null ? [] : [[t.link, String(order.affiliate_link_id)] as [string, string]]),
  ];
  return (
    <SimpleGrid component="dl" cols={2} spacing="md" verticalSpacing="sm" m={0}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </SimpleGrid>
  );
}

function Why({ order }: { order: OrderWithEvents }) {
  const { one, why } = useOrderTexts();
  const name = order.user?.public_name ?? '';
  const { attribution, voucher_code: code, unattributed_reason: reason } = order;
  const isFree = attribution !== 'none' && order.status !== 'denied' && Number(order.cost.amount) === 0;
  return (
    <Stack gap={4} component="section">
      <SectionTitle order={3}>{one.whyTitle}</SectionTitle>
      <Text size="sm">
        {attribution === 'click' && why.click(name)}
        {attribution === 'voucher' && why.voucher(code ?? '', name)}
        {attribution === 'customer' && why.customer(name)}
        {attribution === 'manual' && why.manual(name)}
        {attribution === 'none' && why.reasons[reason ?? 'no_click']}
      </Text>
      {attribution !== 'none' && order.status === 'denied' && <Text size="sm">{why.denied}</Text>}
      {isFree && Number(order.net_value.amount) > 0 && <Text size="sm">{why.free}</Text>}
    </Stack>
  );
}

function Actions({
  store,
  order,
  onDecide,
}: { store: number; order: OrderWithEvents } & Pick<OrderDrawerProps, 'onDecide'>) {
  const t = useOrderTexts().actions;
  const isAdmin = useMe().roles.includes('admin');
  const [isRefunding, setIsRefunding] = useState(false);
  const [isAttributing, setIsAttributing] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const mayDecide = useMay('manage');
  if (!mayDecide) return null;
  if (isRefunding) return <Refund store={store} order={order} onDone={() => setIsRefunding(false)} />;
  if (isCorrecting) return <ValueForm store={store} order={order} onDone={() => setIsCorrecting(false)} />;
  if (isAttributing) return <AttributionForm store={store} order={order} onDone={() => setIsAttributing(false)} />;
  return (
    <Group gap="xs">
      {order.status === 'pending' && (
        <>
          {!order.unresolved && (
            <Button size="sm" onClick={() => onDecide('approved', order)}>
              {t.approve}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => onDecide('denied', order)}>
            {t.deny}
          </Button>
        </>
      )}
      {order.decide_by !== null && order.extension_reason === null && <Extension store={store} order={order} />}
      {order.status === 'pending' && Number(order.refunded.amount) === 0 && (
        <Button size="sm" variant="default" onClick={() => setIsCorrecting(true)}>
          {t.correct}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => setIsRefunding(true)}>
        {t.refund}
      </Button>
      {mayBeAttributed(order, isAdmin) && (
        <Button size="sm" variant="default" onClick={() => setIsAttributing(true)}>
          {t.attribute}
        </Button>
      )}
      {isAdmin && order.attribution !== 'none' && order.status !== 'denied' && (
        <Button
          size="sm"
          variant="subtle"
          color="red"
          renderRoot={(props) => (
            <Link {...props} to="/console/admin/voids/new" search={{ kind: 'orders', ids: String(order.id) }} />
          )}
        >
          {t.void}
        </Button>
      )}
    </Group>
  );
}

/** Postpones the automatic approval of an order, once. */
function Extension({ store, order }: { store: number; order: OrderWithEvents }) {
  const t = useOrderTexts().extension;
  return (
    <ReasonButton
      button={{ size: 'sm', variant: 'default' }}
      title={t.action}
      text={t.text}
      action={t.action}
      values={{ days: '14' }}
      fields={(form) => <TextInput label={t.days} type="number" min={1} max={30} {...form.text('days')} />}
      send={({ days, reason }) =>
        client.POST('/v2/stores/{store}/orders/{order}/extension', {
          params: { path: { store, order: order.id } },
          body: { days: Number(days), reason },
        })
      }
      done={t.done}
    />
  );
}

/** Only an administrator takes an approved order from its creator. */
const mayBeAttributed = ({ status, unresolved, attribution }: OrderWithEvents, isAdmin: boolean) =>
  status !== 'denied' && !unresolved && (status === 'pending' || attribution === 'none' || isAdmin);

type OrderEvent = OrderWithEvents['events'][number];

function History({ order }: { order: OrderWithEvents }) {
  const { one, events: t } = useOrderTexts();
  const { time } = useFormats();
  const wordsOf = useEventWords();
  return (
    <Stack gap="sm" component="section">
      <SectionTitle order={3}>{one.historyTitle}</SectionTitle>
      <Timeline bulletSize={14} lineWidth={2} active={order.events.length}>
        {order.events.map((event) => (
          <Timeline.Item key={`${event.at} ${event.kind}`} title={<Text size="sm">{wordsOf(event)}</Text>}>
            <Note size="xs">
              {time(event.at)}
              {event.actor_name !== null && ` ${t.by(event.actor_name)}`}
            </Note>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function useEventWords() {
  const { events: t, statuses, one } = useOrderTexts();
  const { money, moneyOf } = useFormats();
  /** An amount such as `250.00 SEK`. */
  const written = (text: string) => {
    const [amount = '', currency = ''] = text.split(' ');
    return moneyOf(amount, currency);
  };
  return ({ kind, details }: OrderEvent): string => {
    if (kind === 'reported') return t.reported(one.channels[details.channel as keyof typeof one.channels] ?? '');
    if (kind === 'status' && details.rule === 'approval_days') return t.byRule;
    if (kind === 'status') return t.status(statuses[details.to as keyof typeof statuses] ?? String(details.to));
    if (kind === 'refund') return t.refund(money(Number(details.to_minor), String(details.currency)));
    if (kind === 'amended' && typeof details.to_value === 'string')
      return t.corrected(written(String(details.from_value)), written(details.to_value));
    if (kind === 'attributed' && typeof details.reason === 'string') return t.byHand(details.reason);
    return t[kind];
  };
}
