import { Alert, Button, Code, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { TableScroll } from '../../components/table/table-scroll.tsx';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useInvoicesTexts } from './texts.ts';

/** Result of an upload: number of changed rows, or the invalid rows. */
export interface UploadResult {
  done: number;
  errors: { row: number; message: string }[];
}

interface UploadFormProps {
  hint: string;
  /** Example lines of the file. */
  example: string;
  doneWords: (count: string) => string;
  send: (file: File) => Promise<UploadResult>;
  onClose: () => void;
}

/** Uploads a file about invoices and shows the result, with errors by row. */
export default function UploadDialog({ title, opened, ...form }: UploadFormProps & { title: string; opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={title} size="lg">
      <UploadForm {...form} />
    </Dialog>
  );
}

function UploadForm({ hint, example, doneWords, send, onClose }: UploadFormProps) {
  const t = useInvoicesTexts();
  const { number } = useFormats();
  // A file is selected again more easily than a question is answered.
  const form = useForm({ file: null as File | null }, { isGuarded: false, send: ({ file }) => send(file!) });
  const result = form.data;
  const { onChange, value: file, error } = form.value('file');
  return (
    <Form of={form}>
      <Text size="sm">{hint}</Text>
      <div>
        <Text size="sm" mb={4}>
          {t.example}
        </Text>
        <Code block>{example}</Code>
      </div>
      <Note>{t.allOrNone}</Note>
      <FileField
        label={t.file}
        accept=".csv,.xlsx,text/csv"
        required
        error={error}
        files={file === null ? [] : [file]}
        onChange={([chosen = null]) => {
          onChange(chosen);
          form.reset();
        }}
      />
      <div aria-live="polite">
        {form.isPending && (
          <Stack gap={6}>
            <Text size="sm">{t.uploading}</Text>
            <Progress value={100} animated aria-label={t.uploading} />
          </Stack>
        )}
        {result && result.errors.length === 0 && (
          <Alert variant="light">{result.done === 0 ? t.nothingNew : doneWords(number(result.done))}</Alert>
        )}
        {result && result.errors.length > 0 && <Refused errors={result.errors} />}
      </div>
      <Group justify="flex-end">
        {result && result.errors.length === 0 ? (
          <Button onClick={onClose}>{t.done}</Button>
        ) : (
          <Button type="submit" disabled={file === null} loading={form.isPending}>
            {t.upload}
          </Button>
        )}
      </Group>
    </Form>
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
