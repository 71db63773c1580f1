import { Button, Card, Checkbox, Code, Group, NativeSelect, Skeleton, Stack, Switch } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, ifMatch } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Failure, FailureText } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { changesOf, useForm } from '../../components/use-form.ts';
import { digitsOf } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { COLLECTORS } from './use-collectors.ts';

type Way = (typeof COLLECTORS)[number];

/** Accepted tracking methods, signatures and the maximum order value. */
export function OrderRules({ store }: { store: number }) {
  const t = useTrackingTexts().rules;
  const { data, error, refetch } = api.useQuery('get', '/v2/advertisers/{advertiser}/order-rules', {
    params: { path: { advertiser: store } },
  });
  return (
    <Card component="section" aria-labelledby="order-rules">
      <SectionTitle mb={4} id="order-rules">
        {t.title}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={180} />}
      {data !== undefined && (
        <Stack gap="lg">
          <RulesForm
            key={store}
            store={store}
            rules={data}
            reread={async () => (await refetch({ throwOnError: true })).data!}
          />
          <SigningSecret store={store} hasSecret={data.signing_secrets.length > 0} />
        </Stack>
      )}
    </Card>
  );
}

type Rules =
  paths['/v2/advertisers/{advertiser}/order-rules']['get']['responses']['200']['content']['application/json'];

const valuesOf = ({
  counted_ways,
  signature_required,
  attribution,
  approval_days,
  max_order_value: { amount },
}: Rules) => ({
  counted_ways: counted_ways as string[],
  signature_required,
  attribution,
  days: approval_days === null ? '' : String(approval_days),
  most: amount,
});

function RulesForm({ store, rules, reread }: { store: number; rules: Rules; reread: () => Promise<Rules> }) {
  const { rules: t, live } = useTrackingTexts();
  const { conflict } = useCommonTexts();
  const { currency } = rules.max_order_value;
  const form = useForm(valuesOf(rules), {
    name: `order-rules:${store}`,
    check: ({ counted_ways: ways, most }) => ({
      ...(ways.length > 0 ? {} : { counted_ways: t.wrong }),
      ...(Number(most) > 0 ? {} : { most: t.wrong }),
    }),
    send: (now, saved) => {
      const { most, days, ...changes } = changesOf(now, saved);
      return client.PATCH('/v2/advertisers/{advertiser}/order-rules', {
        params: { path: { advertiser: store } },
        body: {
          ...(changes as { counted_ways?: Way[]; signature_required?: boolean; attribution?: Rules['attribution'] }),
          ...(days === undefined ? {} : { approval_days: days === '' ? null : Number(days) }),
          ...(most === undefined ? {} : { max_order_value: { amount: String(Number(most)), currency } }),
        },
        headers: ifMatch(`/v2/advertisers/${store}/order-rules`),
      });
    },
    done: t.saved,
    record: {
      reread: async () => valuesOf(await reread()),
      labels: {
        counted_ways: t.ways,
        signature_required: t.signed,
        attribution: t.attribution,
        days: t.days,
        most: t.most(currency),
      },
      show: (value) =>
        typeof value === 'boolean'
          ? value
            ? conflict.yes
            : conflict.no
          : [value]
              .flat()
              .map((one) => live.ways[one as Way] ?? t.attributions[one as Rules['attribution']] ?? one)
              .join(', '),
    },
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <Checkbox.Group label={t.ways} description={t.waysHint} {...form.value('counted_ways')}>
        <Stack gap="xs" mt="xs">
          {COLLECTORS.map((way) => (
            <Checkbox key={way} value={way} label={live.ways[way]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={t.signed}
        description={rules.signing_secrets.length === 0 ? t.signedNeedsSecret : t.signedHint}
        disabled={rules.signing_secrets.length === 0}
        {...form.flag('signature_required')}
      />
      <NativeSelect
        label={t.attribution}
        description={t.attributionHint}
        maw={360}
        data={Object.entries(t.attributions).map(([value, label]) => ({ value, label }))}
        {...form.text('attribution')}
      />
      <DecimalInput
        label={t.days}
        description={t.daysHint}
        maw={240}
        digits={0}
        {...form.value('days', 'approval_days')}
      />
      <DecimalInput
        label={t.most(currency)}
        description={t.mostHint}
        maw={240}
        digits={digitsOf(currency)}
        {...form.value('most', 'max_order_value')}
      />
    </Form>
  );
}

/** Signing secret; shown once, until the page is closed. */
function SigningSecret({ store, hasSecret }: { store: number; hasSecret: boolean }) {
  const t = useTrackingTexts().rules;
  const [secret, setSecret] = useState<string | null>(null);
  const make = useApiMutation(
    async () =>
      (
        await client.POST('/v2/advertisers/{advertiser}/order-signing-secrets', {
          params: { path: { advertiser: store } },
          body: {},
        })
      ).data!,
    { done: t.secretMade, onDone: (made) => setSecret(made.secret) },
  );
  return (
    <Stack gap="xs">
      <Strong>{t.secret}</Strong>
      <Note>{secret === null ? t.secretHint : t.secretOnce}</Note>
      {secret !== null && (
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
      )}
      <Group gap="xs">
        {secret !== null && <CopyText text={secret} of={t.secret} />}
        <Button size="xs" variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {hasSecret ? t.replaceSecret : t.makeSecret}
        </Button>
      </Group>
      <FailureText message={make.failure} />
    </Stack>
  );
}
