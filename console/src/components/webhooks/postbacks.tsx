import { api, client } from '../../api.ts';
import { useForm } from '../use-form.ts';
import { ReceiverForm } from './receiver-form.tsx';
import { POSTBACK } from './receiver-kind.ts';
import { ReceiverList } from './receiver-list.tsx';
import { useWebhooksTexts } from './texts.ts';
import { nameOf, OWNED, type WebhookOwner } from './webhook-owner.ts';

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
  const form = useForm(
    { url: '' },
    {
      name: `new-postback:${nameOf(owner)}`,
      send: ({ url }) => client.POST('/v2/postbacks', { body: { url: url.trim(), ...owner } }),
      done: t.made,
    },
  );
  return (
    <ReceiverForm
      id="new-postback"
      title={t.add}
      label={label}
      hint={t.urlHint}
      example="https://network.example/postback?click={sub1}&payout={payout}&status={order_status}"
      form={form}
      action={t.make}
    />
  );
}
