import { useParams } from '@tanstack/react-router';
import { WebhooksPage } from '../components/webhooks/webhooks-page.tsx';

/** Webhooks of an agency. */
export function AgencyWebhooksPage() {
  const client = Number(useParams({ from: '/console/agency/$client/webhooks' }).client);
  return <WebhooksPage key={client} owner={{ client_id: client }} />;
}
