import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';
import { useMe } from '../session/use-me.ts';
import { Postbacks } from './postbacks/postbacks.tsx';

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
