import { Alert, Button, Code, FileInput, Group, Modal, Progress, Stack, Table, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Note } from '../../components/note.tsx';
import { TableScroll } from '../../components/table/table-scroll.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useAdminCommonTexts } from '../components/texts.ts';
import { useInvoicesTexts } from './texts.ts';

/** Result of an upload: number of changed rows, or the invalid rows. */
export interface UploadResult {
  done: number;
  errors: { row: number; message: string }[];
}

/** Uploads a file about invoices and shows the result, with errors by row. */
export default function UploadDialog({
  title,
  hint,
  example,
  doneWords,
  send,
  opened,
  onClose,
}: {
  title: string;
  hint: string;
  /** Example lines of the file. */
  example: string;
  doneWords: (count: string) => string;
  send: (file: File) => Promise<UploadResult>;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useInvoicesTexts();
  const { cancel } = useAdminCommonTexts();
  const { number } = useFormats();
  const [file, setFile] = useState<File | null>(null);
  const sending = useApiMutation(send);
  const result = sending.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null) sending.mutate(file);
  };
  const close = () => {
    setFile(null);
    sending.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="lg" closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{hint}</Text>
          <div>
            <Text size="sm" mb={4}>
              {t.example}
            </Text>
            <Code block>{example}</Code>
          </div>
          <Note>{t.allOrNone}</Note>
          <FileInput
            label={t.file}
            placeholder={t.chooseFile}
            data-autofocus
            accept=".csv,.xlsx,text/csv"
            value={file}
            onChange={(chosen) => {
              setFile(chosen);
              sending.reset();
            }}
            required
          />
          <div aria-live="polite">
            {sending.isPending && (
              <Stack gap={6}>
                <Text size="sm">{t.uploading}</Text>
                <Progress value={100} animated aria-label={t.uploading} />
              </Stack>
            )}
            {sending.failure !== null && (
              <Alert color="red" variant="light">
                {sending.failure}
              </Alert>
            )}
            {result && result.errors.length === 0 && (
              <Alert variant="light">{result.done === 0 ? t.nothingNew : doneWords(number(result.done))}</Alert>
            )}
            {result && result.errors.length > 0 && <Refused errors={result.errors} />}
          </div>
          <Group justify="flex-end">
            {result && result.errors.length === 0 ? (
              <Button onClick={close}>{t.done}</Button>
            ) : (
              <Button type="submit" disabled={file === null} loading={sending.isPending}>
                {t.upload}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Refused({ errors }: { errors: UploadResult['errors'] }) {
  const t = useInvoicesTexts();
  const { number } = useFormats();
  return (
    <Alert color="red" variant="light" c="var(--mantine-color-text)">
      <Text size="sm" mb="sm">
        {t.refused(number(errors.length))}
      </Text>
      <TableScroll label={t.reason} minWidth={240} maxHeight={280}>
        <Table aria-label={t.reason}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.row}</Table.Th>
              <Table.Th scope="col">{t.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ row, message }) => (
              <Table.Tr key={`${row} ${message}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Alert>
  );
}
