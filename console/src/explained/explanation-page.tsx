import { Card, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ClickExplanation, OrderExplanation, PaymentExplanation } from '../components/explanation/explanation.tsx';
import { EXPLAINED } from '../components/explanation/places.ts';
import { useExplanationTexts } from '../components/explanation/texts.ts';
import { PageHeader } from '../components/page-header.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { LineExplanation } from './line-explanation.tsx';
import { useExplainedTexts } from './texts.ts';
import { WayBack } from './way-back.tsx';

/** The explanation of one amount: of a click, an order, a one-time payment or a line of an invoice. */
export function ExplanationPage() {
  const { kind: named, id } = useParams({ from: '/console/explained/$kind/$id' });
  const t = useExplainedTexts();
  const words = useExplanationTexts();
  const kind = EXPLAINED.find((one) => one === named);
  const [, invoice, line] = /^(\d{1,15})-(\d{1,9})$/.exec(id) ?? [];
  if (kind === 'lines' && invoice !== undefined && line !== undefined)
    return <LineExplanation invoice={Number(invoice)} line={Number(line)} />;
  if (kind === undefined || kind === 'lines' || (kind !== 'clicks' && !/^\d{1,15}$/.test(id))) return <NotFoundPage />;
  return (
    <>
      <WayBack current={t.titles[kind](id)} />
      <PageHeader title={t.titles[kind](id)} hint={t.hint} />
      <Card component="section" aria-labelledby="explanation">
        <Stack gap="md">
          <SectionTitle id="explanation">{words.title}</SectionTitle>
          {kind === 'clicks' && <ClickExplanation click={id} />}
          {kind === 'orders' && <OrderExplanation order={Number(id)} />}
          {kind === 'payments' && <PaymentExplanation payment={Number(id)} />}
        </Stack>
      </Card>
    </>
  );
}
