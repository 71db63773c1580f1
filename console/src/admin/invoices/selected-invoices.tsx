import { Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import type { Invoice } from './invoice.ts';
import { MarkPaid } from './mark-paid.tsx';
import { useInvoicesTexts } from './texts.ts';

export type Chosen = ReadonlyMap<number, Invoice>;

/** Number of selected invoices on all pages, with the bulk action. */
export function SelectedInvoices({
  invoices,
  chosen,
  onChoose,
}: {
  /** The rows of the current page. */
  invoices: readonly Invoice[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  const t = useInvoicesTexts();
  const { number } = useFormats();
  const [isMarking, setIsMarking] = useState(false);
  const unpaid = invoices.filter(({ paid_at: at }) => at === null);
  if (unpaid.length === 0 && chosen.size === 0) return null;
  return (
    <Card padding="xs" mb="sm" className="wide-only">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status" pl={4}>
            {t.chosen(chosen.size, number(chosen.size))}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChoose(new Map([...chosen, ...unpaid.map((one) => [one.id, one] as const)]))}
          >
            {t.chooseUnpaid}
          </Button>
          {chosen.size > 0 && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChoose(new Map())}>
              {t.chooseNone}
            </Button>
          )}
        </Group>
        <Button size="xs" disabled={chosen.size === 0} onClick={() => setIsMarking(true)}>
          {t.markPaid}
        </Button>
      </Group>
      <MarkPaid
        invoices={[...chosen.values()]}
        opened={isMarking}
        onClose={() => setIsMarking(false)}
        onDone={() => {
          setIsMarking(false);
          onChoose(new Map());
        }}
      />
    </Card>
  );
}
