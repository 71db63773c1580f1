import { useParams, useSearch } from '@tanstack/react-router';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { PersonPicker } from '../admin/components/person-picker.tsx';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { FilterSelect } from '../components/filter-select.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { AUDIT_SUBJECTS } from './actions.ts';
import { AuditLog } from './audit-log.tsx';
import { filtersOf } from './search.ts';
import { useAuditLogTexts } from './texts.ts';

/** The audit log of the marketplace. */
export function AdminAuditLogPage() {
  const t = useAuditLogTexts();
  const search = useSearch({ from: '/console/admin/audit-log' });
  const { narrow } = useListNavigation();
  const { page = 1, subject } = search;
  const further = subject === undefined ? {} : { subject_kind: subject };
  const params = { query: { page, ...filtersOf(search), ...further } };
  const entries = api.useQuery('get', '/v2/admin/audit-log', { params }, KEEP_PREVIOUS);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.admin} />
      <AuditLog
        address="/v2/admin/audit-log"
        further={further}
        query={entries}
        search={search}
        actor={
          <PersonPicker
            label={t.actor}
            value={search.actor === undefined ? null : String(search.actor)}
            onChange={(id) => narrow({ actor: id === null ? undefined : Number(id) })}
          />
        }
      >
        <FilterSelect
          label={t.subject}
          words={AUDIT_SUBJECTS.map((kind) => [kind, t.subjects[kind] ?? kind] as const)}
          value={AUDIT_SUBJECTS.find((kind) => kind === subject)}
          onChange={(kind) => narrow({ subject: kind })}
        />
      </AuditLog>
    </>
  );
}

/** The audit log of a store. */
export function StoreAuditLogPage() {
  const t = useAuditLogTexts();
  const from = '/console/shop/$store/audit-log' as const;
  const store = Number(useParams({ from }).store);
  const search = useSearch({ from });
  const params = { path: { store }, query: { page: search.page ?? 1, ...filtersOf(search) } };
  const entries = api.useQuery('get', '/v2/stores/{store}/audit-log', { params }, KEEP_PREVIOUS);
  const { narrow } = useListNavigation();
  const members = api.useQuery('get', '/v2/stores/{store}/team', {
    params: { path: { store }, query: { size: MAX_PAGE_SIZE } },
  });
  const people = (members.data?.data ?? []).map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.store} />
      <AuditLog
        address={`/v2/stores/${store}/audit-log`}
        query={entries}
        search={search}
        actor={
          <FilterSelect
            label={t.actor}
            words={people}
            value={search.actor === undefined ? undefined : String(search.actor)}
            onChange={(id) => narrow({ actor: id === undefined ? undefined : Number(id) })}
          />
        }
      />
    </>
  );
}
