import { Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { BlockedCreators } from './blocked-creators.tsx';
import { StoreDomains } from './domains.tsx';
import { LinkCheck } from './link-check.tsx';
import { Rules } from './rules.tsx';
import { useUrlRulesTexts } from './texts.ts';

const FROM = '/console/shop/$store/url-rules';

/** URL rules, domains and blocked creators of a store. */
export function UrlRulesPage() {
  const t = useUrlRulesTexts();
  const store = Number(useParams({ from: FROM }).store);
  const { url = '', page = 1 } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <LinkCheck
          store={store}
          url={url}
          onUrl={(next) => navigate({ search: (old) => ({ ...old, url: next }), replace: true, resetScroll: false })}
        />
        <RoleLimit need="manage">
          <Stack gap="xl">
            <StoreDomains store={store} />
            <Rules store={store} />
          </Stack>
        </RoleLimit>
        <BlockedCreators store={store} page={page} />
      </Stack>
    </>
  );
}
