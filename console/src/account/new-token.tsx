import { client } from '../api.ts';
import { NewSecret } from '../components/new-secret.tsx';
import { useAccountTexts } from './texts.ts';

const SCOPES = ['read', 'links', 'orders', 'campaigns', 'money', 'administration'] as const;

/** Creates a token and shows it once. */
export function NewToken() {
  const t = useAccountTexts().tokens;
  return (
    <NewSecret
      scopes={SCOPES}
      selected={['read']}
      texts={{ ...t, secret: t.token }}
      onMake={async (body) => (await client.POST('/v2/me/tokens', { body })).data!.token}
    />
  );
}
