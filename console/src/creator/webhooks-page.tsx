import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';
import { useMe } from '../session/use-me.ts';

/** Webhooks of a creator. */
export function CreatorWebhooksPage() {
  const { id } = useMe();
  return <WebhooksPage owner={{ user_id: id }} />;
}
