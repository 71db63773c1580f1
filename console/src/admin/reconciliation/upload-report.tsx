import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_BANK_REPORT_BYTES, MIB } from '../../../../src/platform/http/upload-limits.ts';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { FileField } from '../../components/file-field.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { asForm } from '../invoices/send-files.ts';
import { OUTCOMES } from './entry.ts';
import { useReconciliationTexts } from './texts.ts';

/** Uploads a bank report, and shows the results of matching. */
export function UploadReport() {
  const { upload: t, outcomes: named } = useReconciliationTexts();
  const { number } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const sending = useApiMutation(async (given: File) => (await client.POST('/v2/bank-files', asForm(given))).data!, {
    onDone: () => setFile(null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null) sending.mutate(file);
  };
  const outcomes = sending.data?.outcomes;
  const found = OUTCOMES.filter((outcome) => outcomes?.[outcome] !== undefined);
  return (
    <SectionCard id="upload" title={t.title} hint={t.hint(MAX_BANK_REPORT_BYTES / MIB)}>
      <form onSubmit={submit}>
        <Stack>
          <FileField
            label={t.file}
            accept=".xml,.zip,.gz,application/xml,text/xml,application/zip,application/gzip"
            files={file === null ? [] : [file]}
            onChange={([chosen = null]) => {
              setFile(chosen);
              sending.reset();
            }}
          />
          <div aria-live="polite">
            <FailureAlert message={sending.failure} />
            {outcomes !== undefined && (
              <Alert variant="light" title={t.result} c="var(--mantine-color-text)">
                {found.length === 0 ? (
                  t.empty
                ) : (
                  <List size="sm">
                    {found.map((outcome) => (
                      <List.Item key={outcome}>
                        {named[outcome]}: {number(outcomes[outcome]!)}
                      </List.Item>
                    ))}
                  </List>
                )}
              </Alert>
            )}
          </div>
          <Group justify="flex-end">
            <Button type="submit" disabled={file === null} loading={sending.isPending}>
              {t.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
