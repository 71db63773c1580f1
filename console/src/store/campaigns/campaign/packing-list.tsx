import { Card, Group } from '@mantine/core';
import { useDeliveryTexts } from '../../../components/delivery/texts.ts';
import { ExportMenu } from '../../../components/export-menu.tsx';
import { Note, Strong } from '../../../components/note.tsx';
import { useMe } from '../../../session/use-me.ts';

/** The file with the addresses, sizes and colours of a campaign's participants, for members of the store. */
export function PackingList({ store, offer }: { store: number; offer: number }) {
  const t = useDeliveryTexts();
  const isMember = useMe().stores.some(({ id }) => id === store);
  if (!isMember) return null;
  return (
    <Card p="md" component="section" aria-label={t.packing}>
      <Group justify="space-between" gap="sm">
        <div>
          <Strong>{t.packing}</Strong>
          <Note size="xs">{t.packingHint}</Note>
        </div>
        <ExportMenu
          formats={['csv', 'xlsx', 'pdf']}
          urlOf={(format) => `/v2/offers/${offer}/packing-list?format=${format}`}
        />
      </Group>
    </Card>
  );
}
