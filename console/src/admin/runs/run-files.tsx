import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { saveChecked } from '../../components/save-file.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { Run } from './run.ts';
import { useRunsTexts } from './texts.ts';

type File = Run['files'][number];

/** Payment files of a run with their checksums. */
export function RunFiles({ run: { id, files, status } }: { run: Run }) {
  const t = useRunsTexts().files;
  return (
    <SectionCard id="files" title={t.title} hint={status === 'cancelled' ? t.withdrawn : t.hint}>
      <Stack gap="lg">
        {files.map((file) => (
          <PaymentFile key={file.id} run={id} file={file} isUsable={status !== 'cancelled'} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function PaymentFile({ run, file, isUsable }: { run: number; file: File; isUsable: boolean }) {
  const all = useRunsTexts();
  const t = all.files;
  const { moneyOf, number } = useFormats();
  const fetching = useApiMutation(
    async () => {
      const { data } = await client.GET('/v2/payout-runs/{payout_run}/files/{payout_file}', {
        params: { path: { payout_run: run, payout_file: file.id } },
        parseAs: 'blob',
      });
      await saveChecked(data, { ...file, wrong: t.wrong });
    },
    { done: t.verified(file.name) },
  );
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Strong style={{ overflowWrap: 'anywhere' }}>
          {t.kinds[file.kind]}: {file.name}
        </Strong>
        {isUsable && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            {t.download(file.name)}
          </Button>
        )}
      </Group>
      <Text size="sm">
        {moneyOf(file.total.amount, file.total.currency)}, {all.payouts(file.payouts, number(file.payouts))}
      </Text>
      <Note size="xs">{t.checksum}</Note>
      <Code style={{ overflowWrap: 'anywhere' }}>{file.sha256}</Code>
      <FailureAlert message={fetching.failure} />
    </Stack>
  );
}
