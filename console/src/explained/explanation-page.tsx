import { Button, Card, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../api.ts';
import { ClickExplanation, OrderExplanation, PaymentExplanation } from '../components/explanation/explanation.tsx';
import { EXPLAINED, linesOf } from '../components/explanation/places.ts';
import { useExplanationTexts } from '../components/explanation/texts.ts';
import { PageHeader } from '../components/page-header.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useMe } from '../session/use-me.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { DocumentOfLine, LineExplanation } from './line-explanation.tsx';
import { useExplainedTexts } from './texts.ts';
import { WayBack } from './way-back.tsx';

/** The explanation of one amount: of a click, an order, a one-time payment or a line of an invoice. */
export function ExplanationPage() {
  const { kind: named, id } = useParams({ from: '/console/explained/$kind/$id' });
  const t = useExplainedTexts();
  const words = useExplanationTexts();
  const isAdmin = useMe().roles.includes('admin');
  const kind = EXPLAINED.find((one) => one === named);
  const [, invoice, line] = /^(\d{1,15})-(\d{1,9})$/.exec(id) ?? [];
  const number = useOrderNumber(kind === 'orders' && /^\d{1,15}$/.test(id) ? Number(id) : null);
  const isKnown = kind === 'clicks' || (kind === 'lines' ? line !== undefined : /^\d{1,15}$/.test(id));
  if (kind === undefined || !isKnown) return <NotFoundPage />;
  const name = t.titles[kind](number ?? line ?? id);
  return (
    <>
      <WayBack current={name} />
      <PageHeader
        title={t.one}
        hint={t.hint}
        name={name}
        facts={kind === 'lines' && <DocumentOfLine invoice={Number(invoice)} />}
      >
        {kind === 'lines' && (
          <Button variant="default" renderRoot={(props) => <Link {...props} {...linesOf(Number(invoice))} />}>
            {t.back}
          </Button>
        )}
        {kind === 'clicks' && isAdmin && (
          <Button
            variant="subtle"
            color="red"
            renderRoot={(props) => (
              <Link {...props} to="/console/admin/voids/new" search={{ kind: 'clicks', ids: id }} />
            )}
          >
            {t.clicks.void}
          </Button>
        )}
      </PageHeader>
      {kind === 'lines' ? (
        <LineExplanation invoice={Number(invoice)} line={Number(line)} />
      ) : (
        <Card component="section" aria-labelledby="explanation">
          <Stack gap="md">
            <SectionTitle id="explanation">{words.title}</SectionTitle>
            {kind === 'clicks' && <ClickExplanation click={id} />}
            {kind === 'orders' && <OrderExplanation order={Number(id)} />}
            {kind === 'payments' && <PaymentExplanation payment={Number(id)} />}
          </Stack>
        </Card>
      )}
    </>
  );
}

/** The store's own number of an order, if the reader may know it. */
function useOrderNumber(order: number | null): string | undefined {
  const { data } = api.useQuery(
    'get',
    '/v2/orders/{order}/explanation',
    { params: { path: { order: order ?? 0 } } },
    { enabled: order !== null },
  );
  const numbers = (data?.steps ?? []).map(({ inputs: { order_number: number } }) => number);
  return numbers.find((number) => typeof number === 'string');
}
