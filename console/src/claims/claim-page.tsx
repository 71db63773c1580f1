import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { Appeal } from '../components/appeals/appeal.tsx';
import { explanationOf } from '../components/explanation/places.ts';
import { Fact } from '../components/fact.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import type { Claim } from './claim.ts';
import { ClaimStatusBadge } from './claim-status.tsx';
import { Decide } from './decide.tsx';
import { Evidence } from './evidence.tsx';
import { useClaimTexts } from './texts.ts';

/** A claim with the known facts of its order, for the creator, the store and administrators. */
export function ClaimPage() {
  const t = useClaimTexts().one;
  const me = useMe();
  const claim = Number(useParams({ from: '/console/claims/$claim' }).claim);
  const query = api.useQuery('get', '/v2/order-claims/{order_claim}', { params: { path: { order_claim: claim } } });
  const { data: known } = query;
  return (
    <>
      <PageHeader
        title={t.single}
        hint={t.hint}
        name={known && t.title(known.order_id)}
        facts={known && t.by(known.user.public_name, known.store.name)}
      >
        {known && <Decide claim={known} />}
      </PageHeader>
      <QueryResult query={query}>
        {(data) => (
          <Stack gap="lg">
            <Facts claim={data} />
            <SectionCard id="known" title={t.known}>
              <Known claim={data} />
            </SectionCard>
            <SectionCard id="said" title={me.id === data.user.id ? t.ownSaid : t.said}>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.note}</Text>
            </SectionCard>
            <Evidence claim={data} />
            {data.decided_at !== null && <Decision claim={data} />}
            <Appeal kind="order_claim" subject={String(data.id)} isDeclined={data.status === 'declined'} />
          </Stack>
        )}
      </QueryResult>
    </>
  );
}

function Facts({ claim }: { claim: Claim }) {
  const t = useClaimTexts().one.facts;
  const { day, time, moneyOf } = useFormats();
  const { amount } = claim;
  const facts = [
    [t.day, day(claim.ordered_on)],
    [t.amount, moneyOf(amount.amount, amount.currency)],
    claim.decided_at === null ? [t.due, time(claim.due_at)] : [t.decided, time(claim.decided_at)],
  ] as const;
  return (
    <Group gap="xl">
      <ClaimStatusBadge status={claim.status} />
      <Group component="dl" gap="xl" m={0}>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Group>
    </Group>
  );
}

function Known({ claim }: { claim: Claim }) {
  const { findings, ownFindings, one: t } = useClaimTexts();
  const isOwn = useMe().id === claim.user.id;
  const words: typeof findings = isOwn ? { ...findings, ...ownFindings } : findings;
  return (
    <>
      <List>
        {claim.findings.map((finding) => (
          <List.Item key={finding}>{words[finding]}</List.Item>
        ))}
      </List>
      {claim.click_id !== null && (
        <Anchor
          mt="sm"
          display="inline-block"
          renderRoot={(props) => <Link {...props} {...explanationOf('clicks', claim.click_id!)} />}
        >
          {t.click}
        </Anchor>
      )}
    </>
  );
}

function Decision({ claim: { reason, order, amount } }: { claim: Claim }) {
  const t = useClaimTexts().one;
  const { moneyOf } = useFormats();
  return (
    <SectionCard id="decision" title={t.decision}>
      {reason !== null && <Text style={{ overflowWrap: 'anywhere' }}>{t.reason(reason)}</Text>}
      {order !== null && (
        <Text>
          {t.order}:{' '}
          <AmountLink to={explanationOf('orders', order)} of={t.order}>
            {moneyOf(amount.amount, amount.currency)}
          </AmountLink>
        </Text>
      )}
    </SectionCard>
  );
}
