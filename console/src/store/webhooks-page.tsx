import { useParams } from '@tanstack/react-router';
import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';

/** Webhooks of a store. */
export function StoreWebhooksPage() {
  const store = Number(useParams({ from: '/console/shop/$store/webhooks' }).store);
  return <WebhooksPage key={store} owner={{ store_id: store }} />;
}
