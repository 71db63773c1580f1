import { DataTable } from '../components/data-table.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Due } from './due.tsx';
import { useWorkTexts } from './texts.ts';
import { keyOfWork, useWork, type WorkItem } from './use-work.ts';
import { WorkLink } from './work-link.tsx';

/** All open tasks of the reader, across stores, agencies and roles. */
export function WorkPage() {
  const t = useWorkTexts();
  const { data, error, refetch } = useWork();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <DataTable
        label={t.list}
        rows={data?.data}
        error={error}
        onRetry={refetch}
        keyOf={keyOfWork}
        empty={{ title: t.nothing }}
        columns={[
          { key: 'task', label: t.task, cell: (item) => <WorkLink item={item} /> },
          { key: 'whose', label: t.whose, wideOnly: true, cell: (item) => whose(item, t) },
          { key: 'due', label: t.due, wideOnly: true, cell: (item) => <Due item={item} /> },
        ]}
      />
    </>
  );
}

/** The store or agency; otherwise the reader, or the marketplace. */
function whose({ store, client, audience }: WorkItem, t: ReturnType<typeof useWorkTexts>): string {
  return store?.name ?? client?.name ?? (audience === 'admin' ? t.market : t.you);
}
