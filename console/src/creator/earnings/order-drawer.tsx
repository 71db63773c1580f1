import { SimpleGrid, Stack } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { OrderExplanation } from '../../components/explanation/explanation.tsx';
import { useExplanationTexts } from '../../components/explanation/texts.ts';
import { Fact } from '../../components/fact.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { type Order, OrderStatus, ToCampaign, ToLink, useSourceWords } from './order-cells.tsx';
import { useEarningsTexts } from './texts.ts';

interface OrderDrawerProps {
  /** Platform ID of the order; undefined: closed. */
  order: number | undefined;
  /** Its row, if the page of the list has it. */
  listed: Order | undefined;
  onClose: () => void;
}

/** One order of a creator, with the explanation of the earnings. */
export function OrderDrawer({ order, listed, onClose }: OrderDrawerProps) {
  const t = useEarningsTexts().orders;
  const { title } = useExplanationTexts();
  return (
    <Dialog isDrawer opened={order !== undefined} onClose={onClose} title={order === undefined ? '' : t.number(order)}>
      {order !== undefined && (
        <Stack gap="lg">
          {listed && <Facts order={listed} />}
          <Stack gap="sm" component="section">
            <SectionTitle order={3}>{title}</SectionTitle>
            <OrderExplanation order={order} />
          </Stack>
        </Stack>
      )}
    </Dialog>
  );
}

function Facts({ order }: { order: Order }) {
  const t = useEarningsTexts().orders;
  const { moneyOf, time } = useFormats();
  const { store, order_at: at, net_value: value } = order;
  const sourceOf = useSourceWords();
  return (
    <SimpleGrid component="dl" cols={2} spacing="md" verticalSpacing="sm" m={0}>
      <Fact label={t.state}>
        <OrderStatus status={order.status} />
      </Fact>
      {order.decide_by !== null && <Fact label={t.decideBy}>{time(order.decide_by)}</Fact>}
      {order.extension_reason !== null && <Fact label={t.extension}>{order.extension_reason}</Fact>}
      {order.denial_reason !== null && (
        <Fact label={t.denial}>{order.denial_note ?? t.denials[order.denial_reason]}</Fact>
      )}
      <Fact label={t.shop}>{store.name}</Fact>
      <Fact label={t.day}>{time(at)}</Fact>
      <Fact label={t.value}>{moneyOf(value.amount, value.currency)}</Fact>
      <Fact label={t.link}>
        <ToLink order={order} />
      </Fact>
      <Fact label={t.campaign}>
        <ToCampaign order={order} />
      </Fact>
      <Fact label={t.source}>{sourceOf(order)}</Fact>
    </SimpleGrid>
  );
}
