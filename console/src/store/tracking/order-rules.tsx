import { Button, Card, Checkbox, Code, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DecimalInput } from '../../components/decimal-input.tsx';
import { Failure, FailureText } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
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
          <RulesForm key={JSON.stringify(data)} store={store} rules={data} />
          <SigningSecret store={store} hasSecret={data.signing_secrets.length > 0} />
        </Stack>
      )}
    </Card>
  );
}

interface Rules {
  counted_ways: Way[];
  signature_required: boolean;
  max_order_value: { amount: string; currency: string };
}

function RulesForm({ store, rules }: { store: number; rules: Rules & { signing_secrets: unknown[] } }) {
  const { rules: t, live } = useTrackingTexts();
  const [ways, setWays] = useState<string[]>(rules.counted_ways);
  const [isSigned, setIsSigned] = useState(rules.signature_required);
  const [most, setMost] = useState(rules.max_order_value.amount);
  const { currency } = rules.max_order_value;
  const save = useApiMutation(
    async () => {
      await client.PATCH('/v2/advertisers/{advertiser}/order-rules', {
        params: { path: { advertiser: store } },
        body: {
          counted_ways: ways as Way[],
          signature_required: isSigned,
          max_order_value: { amount: String(Number(most)), currency },
        },
      });
    },
    { done: t.saved },
  );
  const isRight = ways.length > 0 && Number(most) > 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) save.mutate();
      }}
    >
      <Stack gap="md">
        <Checkbox.Group label={t.ways} description={t.waysHint} value={ways} onChange={setWays}>
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
          checked={isSigned}
          onChange={({ currentTarget }) => setIsSigned(currentTarget.checked)}
        />
        <DecimalInput
          label={t.most(currency)}
          description={t.mostHint}
          maw={240}
          digits={digitsOf(currency)}
          value={most}
          onChange={setMost}
        />
        {(!isRight || save.failure) && (
          <Text size="sm" className="is-worse" role="alert">
            {isRight ? save.failure : t.wrong}
          </Text>
        )}
        <Group>
          <Button type="submit" disabled={!isRight} loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
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
