import { Postbacks } from '../components/webhooks/postbacks.tsx';
import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';
import { useMe } from '../session/use-me.ts';

/** Webhooks and postbacks of a creator. */
export function CreatorWebhooksPage() {
  const { id } = useMe();
  const owner = { user_id: id };
  return (
    <WebhooksPage owner={owner}>
      <Postbacks owner={owner} />
    </WebhooksPage>
  );
}
