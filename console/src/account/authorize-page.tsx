import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { Failure, FailureAlert } from '../components/failure.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useAuthorizeWords } from './authorize-words.ts';

type Endpoint = paths['/v2/me/grant-requests']['get'];
type Request = Endpoint['parameters']['query'];
type Checked = Endpoint['responses']['200']['content']['application/json'];
type Scope = Checked['scopes'][number];

const FIELDS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const;

/** The page on which a person decides whether a program may act for them (OAuth 2.1). */
export function AuthorizePage() {
  const t = useAuthorizeWords();
  const [request] = useState(() => requestOf(window.location.hash.slice(1)));
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack maw={640} gap="lg">
        {request === null ? <Text role="alert">{t.incomplete}</Text> : <Check request={request} />}
      </Stack>
    </>
  );
}

function Check({ request }: { request: Request }) {
  const t = useAuthorizeWords();
  const { data, error } = api.useQuery(
    'get',
    '/v2/me/grant-requests',
    { params: { query: request } },
    { retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton h={240} />;
  if (data.problem === null) return <Decision request={request} checked={data} />;
  return (
    <>
      <Text role="alert">{t.cannot}</Text>
      <Group>
        <Button variant="default" onClick={() => window.location.assign(data.refused_url)}>
          {t.back}
        </Button>
      </Group>
    </>
  );
}

/** Nothing but reading is chosen beforehand. */
function Decision({ request, checked }: { request: Request; checked: Checked }) {
  const t = useAuthorizeWords();
  const { client: name, host, scopes, refused_url: refusedUrl } = checked;
  const [chosen, setChosen] = useState<readonly Scope[]>(['read']);
  const permit = useApiMutation(
    async () => (await client.POST('/v2/me/grants', { body: Object.assign({ scopes: [...chosen] }, request) })).data!,
    { onDone: ({ granted_url: grantedUrl }) => window.location.assign(grantedUrl) },
  );
  const choose = (scope: Scope, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  return (
    <>
      <Text>{name === null ? t.unnamed : t.named(name)}</Text>
      <Alert color="orange">{t.unverified}</Alert>
      <section aria-labelledby="runs">
        <Title order={2} size="h4" id="runs">
          {t.returns}
        </Title>
        <Text fw={600}>{host ?? t.local}</Text>
      </section>
      <section aria-labelledby="may">
        <Title order={2} size="h4" id="may" mb="xs">
          {t.may}
        </Title>
        <Stack gap="xs">
          <Text>{t.scopes.read}</Text>
          {scopes
            .filter((scope) => scope !== 'read')
            .map((scope) => (
              <Checkbox
                key={scope}
                label={t.scopes[scope]}
                checked={chosen.includes(scope)}
                onChange={({ currentTarget: { checked: isChosen } }) => choose(scope, isChosen)}
              />
            ))}
        </Stack>
      </section>
      <section aria-labelledby="never">
        <Title order={2} size="h4" id="never">
          {t.never}
        </Title>
        <Text>{t.neverText}</Text>
      </section>
      <Text size="sm">{t.ends}</Text>
      <FailureAlert message={permit.failure} />
      <Group>
        <Button loading={permit.isPending || permit.isSuccess} onClick={() => permit.mutate()}>
          {t.permit}
        </Button>
        <Button variant="default" onClick={() => window.location.assign(refusedUrl)}>
          {t.refuse}
        </Button>
      </Group>
    </>
  );
}

/** The request in the fragment of the address; null if it is incomplete. */
function requestOf(fragment: string): Request | null {
  const given = new URLSearchParams(fragment);
  const entries = FIELDS.flatMap((name) => (given.has(name) ? [[name, given.get(name)!]] : []));
  const request = Object.fromEntries(entries) as Request;
  return request.client_id && request.redirect_uri ? request : null;
}
