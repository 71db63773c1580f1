import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { listed } from '../components/data-table.tsx';
import { FilterSelect } from '../components/filter-select.tsx';
import { AuditLog } from './audit-log.tsx';
import { AUDIT_SUBJECTS, filtersOf } from './search.ts';
import { useAuditLogTexts } from './texts.ts';

/** The list. The endpoint can also return a file, which this page does not request. */
const jsonOf = <Json extends object>(data: Json | string | undefined): Json | undefined =>
  typeof data === 'string' ? undefined : data;

/** The audit log of the marketplace. */
export function AdminAuditLogPage() {
  const t = useAuditLogTexts();
  const search = useSearch({ from: '/console/admin/audit-log' });
  const navigate = useNavigate({ from: '/console/admin/audit-log' });
  const { page = 1, subject } = search;
  const further = subject === undefined ? {} : { subject_kind: subject };
  const entries = api.useQuery(
    'get',
    '/v2/admin/audit-log',
    { params: { query: { page, ...filtersOf(search), ...further } } },
    { placeholderData: keepPreviousData },
  );
  const { pages, total, ...list } = listed({ ...entries, data: jsonOf(entries.data) });
  return (
    <AuditLog
      hint={t.hint.admin}
      address="/v2/admin/audit-log"
      further={further}
      {...list}
      pages={pages}
      total={total}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    >
      <FilterSelect
        label={t.subject}
        words={AUDIT_SUBJECTS.map((kind) => [kind, t.subjects[kind] ?? kind] as const)}
        value={AUDIT_SUBJECTS.find((kind) => kind === subject)}
        onChange={(kind) =>
          void navigate({
            search: ({ page: _, subject: __, ...old }) => (kind === undefined ? old : { ...old, subject: kind }),
          })
        }
      />
    </AuditLog>
  );
}

/** The audit log of a shop. */
export function StoreAuditLogPage() {
  const t = useAuditLogTexts();
  const from = '/console/shop/$store/audit-log' as const;
  const store = Number(useParams({ from }).store);
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const entries = api.useQuery(
    'get',
    '/v2/stores/{store}/audit-log',
    { params: { path: { store }, query: { page: search.page ?? 1, ...filtersOf(search) } } },
    { placeholderData: keepPreviousData },
  );
  const { pages, total, ...list } = listed({ ...entries, data: jsonOf(entries.data) });
  return (
    <AuditLog
      hint={t.hint.store}
      address={`/v2/stores/${store}/audit-log`}
      {...list}
      pages={pages}
      total={total}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  );
}
