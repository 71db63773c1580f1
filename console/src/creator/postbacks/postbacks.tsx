import { api } from '../../api.ts';
import { POSTBACK } from '../../components/webhooks/receiver-kind.ts';
import { ReceiverList } from '../../components/webhooks/receiver-list.tsx';
import { OWNED, type WebhookOwner } from '../../components/webhooks/webhook-owner.ts';
import { NewPostback } from './new-postback.tsx';
import { usePostbackTexts } from './texts.ts';

/** Postbacks of an owner, with the log of their deliveries, and the form for a new one. */
export function Postbacks({ owner }: { owner: WebhookOwner }) {
  const t = usePostbackTexts();
  const query = api.useQuery('get', '/v2/postbacks', { params: { query: { ...owner, ...OWNED } } });
  return (
    <>
      <ReceiverList kind={POSTBACK} title={t.list} none={t.none} query={query} />
      <NewPostback owner={owner} />
    </>
  );
}
