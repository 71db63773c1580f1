import { Anchor, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_TABLE_ROWS } from '../../../../src/platform/http/upload-limits.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { type LinksFile, type LinksResult, sendLinks } from './send-links.ts';
import { useImportTexts } from './texts.ts';

const SIZE = 50;
const TONES = { new: 'good', existing: 'neutral', repeated: 'neutral', refused: 'bad' } as const;

/** Creates links of a creator from a file, after a preview. */
export function ImportPage() {
  const t = useImportTexts();
  const { number } = useFormats();
  const { id: user } = useMe();
  const [column, setColumn] = useState('');
  const [shown, setShown] = useState<{ from: LinksFile; result: LinksResult } | null>(null);
  const preview = useApiMutation((from: LinksFile) => sendLinks(from, true), {
    onDone: (result, from) => setShown({ from, result }),
  });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Anchor renderRoot={(props) => <Link {...props} to="/console/creator/links" />}>{t.back}</Anchor>
      </PageHeader>
      <Stack gap="xl">
        <SectionCard id="import-file" title={t.file.title} hint={t.file.hint(number(MAX_TABLE_ROWS))}>
          <Stack>
            <TextInput
              label={t.file.column}
              description={t.file.columnHint}
              maxLength={100}
              maw={320}
              value={column}
              onChange={({ currentTarget: { value } }) => setColumn(value)}
            />
            <Group>
              <FileButton
                accept=".csv,.xlsx"
                onChange={(file) => file && preview.mutate({ user, file, column: column.trim() })}
                inputProps={{ 'aria-label': t.file.select }}
              >
                {(props) => (
                  <Button {...props} loading={preview.isPending}>
                    {t.file.select}
                  </Button>
                )}
              </FileButton>
            </Group>
            <FailureAlert message={preview.failure} />
          </Stack>
        </SectionCard>
        {shown !== null && (
          <Result
            key={`${shown.from.file.name} ${shown.result.dry}`}
            {...shown}
            onImported={(result) => setShown({ ...shown, result })}
          />
        )}
      </Stack>
    </>
  );
}

function Result({
  from,
  result,
  onImported,
}: {
  from: LinksFile;
  result: LinksResult;
  onImported: (result: LinksResult) => void;
}) {
  const { preview: t, counts: countsOf } = useImportTexts();
  const { number } = useFormats();
  const run = useApiMutation(() => sendLinks(from, false), { done: t.imported, onDone: onImported });
  const { counts, columns, dry } = result;
  const name = from.file.name;
  return (
    <section>
      <SectionHeader
        title={dry ? t.title(name) : t.done(name)}
        hint={t.read(columns.map(({ column }) => column).join(', '))}
      />
      <Stack>
        <Group justify="space-between">
          <Text>
            {countsOf({
              new: number(counts.new),
              existing: number(counts.existing),
              repeated: number(counts.repeated),
              refused: number(counts.refused),
            })}
          </Text>
          {dry && counts.new > 0 && (
            <Button loading={run.isPending} onClick={() => run.mutate()}>
              {t.import(number(counts.new))}
            </Button>
          )}
          {dry && counts.new === 0 && <Text c="dimmed">{t.nothing}</Text>}
        </Group>
        <FailureAlert message={run.failure} />
        <Rows rows={result.rows} />
      </Stack>
    </section>
  );
}

type Row = LinksResult['rows'][number];

function Rows({ rows }: { rows: readonly Row[] }) {
  const { preview: t, outcomes } = useImportTexts();
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  const columns: Column<Row>[] = [
    { key: 'row', label: t.row, numeric: true, cell: ({ row }) => number(row) },
    {
      key: 'outcome',
      label: t.outcome,
      cell: ({ outcome }) => <StateBadge tone={TONES[outcome]}>{outcomes[outcome]}</StateBadge>,
    },
    {
      key: 'page',
      label: t.page,
      cell: ({ title, original_url: url, written, error }) => (
        <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
          {title !== null && <Text size="sm">{title}</Text>}
          <Text size="sm" c="dimmed">
            {url ?? written}
          </Text>
          {error && <Text size="sm">{`${error.column} ${error.message}`}</Text>}
        </Stack>
      ),
    },
    { key: 'link', label: t.link, cell: ({ url }) => url !== null && <CopyText text={url} of={url} /> },
  ];
  return (
    <DataTable
      label={t.page}
      columns={columns}
      rows={rows.slice((page - 1) * SIZE, page * SIZE)}
      keyOf={({ row }) => row}
      empty={{ title: t.empty }}
      page={page}
      pages={Math.ceil(rows.length / SIZE)}
      total={rows.length}
      onPage={setPage}
    />
  );
}
