import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { client } from '../../api.ts';
import { FailureText } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { OrderWithEvents } from './order.ts';
import { useLineWords } from './order-lines.tsx';
import { useOrderTexts } from './texts.ts';

/** Reports of an order, with the selection of the correct one. */
export function OrderReports({ store, order }: { store: number; order: OrderWithEvents }) {
  const t = useOrderTexts().reports;
  const resolve = useApiMutation(
    async (report_id: number) => {
      await client.POST('/v2/stores/{store}/orders/{order}/resolution', {
        params: { path: { store, order: order.id } },
        body: { report_id },
      });
    },
    { done: t.resolved },
  );
  if (!order.unresolved && order.reports.length < 2) return null;
  return (
    <Stack gap="xs" component="section">
      <SectionTitle order={3}>{t.title}</SectionTitle>
      {order.unresolved && <Text size="sm">{t.hint}</Text>}
      {order.reports.map((report) => (
        <Paper key={report.id} withBorder p="sm">
          <Report report={report} />
          {order.unresolved && (
            <Button
              mt="xs"
              size="xs"
              variant="default"
              loading={resolve.isPending && resolve.variables === report.id}
              onClick={() => resolve.mutate(report.id)}
            >
              {t.thisIsRight}
            </Button>
          )}
        </Paper>
      ))}
      <FailureText message={resolve.failure} />
    </Stack>
  );
}

function Report({ report }: { report: OrderWithEvents['reports'][number] }) {
  const { reports: t, one, lines: lineTexts } = useOrderTexts();
  const wordsOf = useLineWords();
  const { moneyOf, time } = useFormats();
  const {
    channel,
    signed,
    counts,
    at,
    value,
    click_reported: isClickReported,
    click_id: click,
    voucher_code: code,
    customer,
    lines,
  } = report;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Strong>{t.by(one.channels[channel])}</Strong>
        {signed && (
          <Badge size="sm" variant="light" tt="none" c="var(--mantine-color-text)">
            {t.signed}
          </Badge>
        )}
        {!counts && (
          <Badge size="sm" variant="default" tt="none">
            {t.notCounted}
          </Badge>
        )}
      </Group>
      <Note size="xs">{time(at)}</Note>
      <Text size="sm">{t.value(moneyOf(value.amount, value.currency))}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isClickReported ? t.click(click ?? t.unreadable) : t.noClick}
      </Text>
      {code !== null && <Text size="sm">{t.voucher(code)}</Text>}
      {customer !== null && <Text size="sm">{lineTexts.customers[customer]}</Text>}
      {lines?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a report never change
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {wordsOf(line)}
        </Text>
      ))}
    </Stack>
  );
}
