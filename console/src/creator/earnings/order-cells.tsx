import { Anchor, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { Note } from '../../components/note.tsx';
import { useEarningsTexts } from './texts.ts';

/** An order as its creator sees it. */
export type Order =
  paths['/v2/users/{user}/orders']['get']['responses']['200']['content']['application/json']['data'][number];

const COLORS = { pending: 'ink', approved: 'river', denied: 'red' } as const;

/** A lead or another event as its creator sees it. */
export type CreatorEvent =
  paths['/v2/users/{user}/events']['get']['responses']['200']['content']['application/json']['data'][number];

/** A customer of a store whom the creator has won. */
export type BoundCustomer =
  paths['/v2/users/{user}/customer-bindings']['get']['responses']['200']['content']['application/json']['data'][number];

/** State of an order or event. */
export function OrderStatus({ status }: { status: keyof typeof COLORS }) {
  const t = useEarningsTexts().orders;
  return (
    <Badge variant="light" tt="none" fw={550} color={COLORS[status]}>
      {t[status]}
    </Badge>
  );
}

/** How an order was attributed to the creator. */
export function useSourceWords() {
  const t = useEarningsTexts().orders;
  return ({ attribution, voucher_code: code }: Order): string =>
    attribution === 'voucher' ? t.voucher(code ?? '') : t[attribution];
}

/** The link to which an order is attributed: its title, otherwise its address. */
export function ToLink({ order: { affiliate_link_id: id, affiliate_link: link } }: { order: Order }) {
  return (
    <Anchor
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />}
    >
      {link.title || link.url.replace(/^https?:\/\//, '')}
    </Anchor>
  );
}

/** The campaign whose terms an order or event has. */
export function ToCampaign({
  order: { offer_id: id, offer_title: title },
}: {
  order: Pick<Order, 'offer_id' | 'offer_title'>;
}) {
  const t = useEarningsTexts().orders;
  if (id === null) return <Note>{t.noCampaign}</Note>;
  return (
    <Anchor
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link {...props} to="/console/creator/campaigns/$offer" params={{ offer: String(id) }} />}
    >
      {title}
    </Anchor>
  );
}
