import { useParams } from '@tanstack/react-router';
import { FirstSteps } from '../components/first-steps.ts';
import { readKept } from '../language/kept.ts';
import { useMe } from '../session/use-me.ts';
import { useAgencyTexts } from './texts.ts';

const keyOf = (client: number) => `tributary.agency-steps.${client}`;

/** What an agency does until its share is paid out, for those who may do it. @param hasCreators undefined while that is read */
export function AgencyFirstSteps({ hasCreators }: { hasCreators: boolean | undefined }) {
  const client = Number(useParams({ from: '/console/agency/$client' }).client);
  const role = useMe().clients.find(({ id }) => id === client)?.role;
  const mayChange = role === 'owner' || role === 'finance';
  if (hasCreators === undefined || !mayChange || readKept(keyOf(client)) !== null) return null;
  return <OpenSteps client={client} hasCreators={hasCreators} />;
}

function OpenSteps({ client, hasCreators }: { client: number; hasCreators: boolean }) {
  const t = useAgencyTexts().first;
  const params = { client: String(client) };
  return (
    <FirstSteps
      title={t.title}
      hint={t.hint}
      // Creators are added by the platform.
      steps={[{ ...t.creators, isDone: hasCreators }]}
      payee={{ owner: { kind: 'client', id: client }, link: { to: '/console/agency/$client/payouts', params } }}
      doneKey={keyOf(client)}
    />
  );
}
