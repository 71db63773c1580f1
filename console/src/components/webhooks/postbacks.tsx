import { Button, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { FailureText } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { POSTBACK } from './receiver-kind.ts';
import { ReceiverList } from './receiver-list.tsx';
import { useWebhooksTexts } from './texts.ts';
import { OWNED, type WebhookOwner } from './webhook-owner.ts';

/** Postbacks of an owner, with the log of their deliveries, and the form for a new one. */
export function Postbacks({ owner }: { owner: WebhookOwner }) {
  const { postbacks: t } = useWebhooksTexts();
  const query = api.useQuery('get', '/v2/postbacks', { params: { query: { ...owner, ...OWNED } } });
  return (
    <>
      <ReceiverList kind={POSTBACK} title={t.list} none={t.none} query={query} />
      <NewPostback owner={owner} />
    </>
  );
}

function NewPostback({ owner }: { owner: WebhookOwner }) {
  const { postbacks: t, url: label } = useWebhooksTexts();
  const [url, setUrl] = useState('');
  const make = useApiMutation(() => client.POST('/v2/postbacks', { body: { url: url.trim(), ...owner } }), {
    done: t.made,
    onDone: () => setUrl(''),
  });
  const refused = make.error instanceof ApiError ? make.error.fields.url?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') make.mutate();
  };
  return (
    <SectionCard id="new-postback" title={t.add}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" align="flex-start">
          <TextInput
            type="url"
            label={label}
            description={t.urlHint}
            placeholder="https://network.example/postback?click={sub1}&payout={payout}&status={order_status}"
            value={url}
            maxLength={2048}
            w="100%"
            maw={560}
            error={refused}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          {refused === undefined && <FailureText message={make.failure} />}
          <Button type="submit" disabled={url.trim() === ''} loading={make.isPending}>
            {t.make}
          </Button>
        </Stack>
      </form>
    </SectionCard>
  );
}
