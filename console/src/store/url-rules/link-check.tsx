import { Alert, Button, Card, Group, List, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { ruleInWords } from './rule-description.ts';
import { useUrlRulesTexts } from './texts.ts';

type Inspection =
  paths['/v2/stores/{store}/url-inspections']['post']['responses']['200']['content']['application/json'];

/** Tests a URL: whether it earns, for which store, and by which rule. Follows changes of the rules. */
export function LinkCheck({ store, url, onUrl }: { store: number; url: string; onUrl: (url: string) => void }) {
  const t = useUrlRulesTexts().check;
  const [typed, setTyped] = useState(url);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['url-inspection', store, url],
    queryFn: async () =>
      (await client.POST('/v2/stores/{store}/url-inspections', { params: { path: { store } }, body: { url } })).data!,
    enabled: url !== '',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === url) void refetch();
    else onUrl(typed.trim());
  };
  return (
    <Card>
      <SectionTitle>{t.title}</SectionTitle>
      <Note mb="md">{t.hint}</Note>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t.label}
            placeholder={t.placeholder}
            required
            flex={1}
            miw={220}
            inputMode="url"
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit" loading={isFetching}>
            {t.button}
          </Button>
        </Group>
      </form>
      {error && <Failure error={error} onRetry={refetch} />}
      <div aria-live="polite">{data && url !== '' && <Verdict inspection={data} />}</div>
    </Card>
  );
}

function Verdict({ inspection }: { inspection: Inspection }) {
  const t = useUrlRulesTexts().check;
  const { verdict } = inspection;
  const color = verdict === 'earns' ? 'teal' : verdict === 'shared' ? 'yellow' : 'red';
  const Icon = verdict === 'earns' ? IconCheck : verdict === 'shared' ? IconAlertTriangle : IconX;
  const reasons = useReasons(inspection);
  return (
    <Alert
      mt="md"
      variant="light"
      color={color}
      icon={<Icon aria-hidden />}
      title={t.verdict[verdict]}
      data-verdict={verdict}
      // The colour of a title has too little contrast for small text.
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm" spacing={4}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function useReasons(inspection: Inspection): string[] {
  const { check, rules } = useUrlRulesTexts();
  const { why } = check;
  const { verdict, url, reason, domain, allowed_by: allowed, blocked_by: blocked, winners } = inspection;
  if (verdict === 'invalid_url') return reason === null ? [] : [reason];
  const names = winners.map(({ name }) => name).join(', ');
  const reasons: (string | false | null)[] = [
    url !== null && why.url(url),
    domain !== null && why.domain(domain),
    allowed !== null && why.allowedBy(ruleInWords(allowed, rules) ?? ''),
    blocked !== null && why.blockedBy(ruleInWords(blocked, rules) ?? ''),
    verdict === 'earns' && allowed === null && why.noRule,
    (verdict === 'not_allowed' || verdict === 'other_domain' || verdict === 'hidden' || verdict === 'inactive') &&
      why[verdict],
    verdict === 'shared' ? why.shared(names) : verdict !== 'earns' && names !== '' && why.winners(names),
  ];
  return reasons.filter((one): one is string => typeof one === 'string');
}
