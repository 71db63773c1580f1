import { useParams } from '@tanstack/react-router';
import { FirstSteps } from '../components/first-steps/first-steps.tsx';
import { usePayeeSteps } from '../components/first-steps/payee-steps.ts';
import { usePayeeRights } from '../components/payees/rights.ts';
import { keep, readKept } from '../language/kept.ts';
import { useAgencyTexts } from './texts.ts';

const keyOf = (client: number) => `tributary.agency-steps.${client}`;

/** What an agency does until its share is paid out, for those who may do it. @param hasCreators undefined while that is read */
export function AgencyFirstSteps({ hasCreators }: { hasCreators: boolean | undefined }) {
  const client = Number(useParams({ from: '/console/agency/$client' }).client);
  const mayChange = usePayeeRights({ kind: 'client', id: client }).details;
  if (hasCreators === undefined || !mayChange || readKept(keyOf(client)) !== null) return null;
  return <OpenSteps client={client} hasCreators={hasCreators} />;
}

function OpenSteps({ client, hasCreators }: { client: number; hasCreators: boolean }) {
  const t = useAgencyTexts().first;
  const params = { client: String(client) };
  const payee = usePayeeSteps({ kind: 'client', id: client }, { to: '/console/agency/$client/payouts', params });
  if (payee === undefined) return null;
  // Creators are added by the platform.
  const steps = [{ ...t.creators, isDone: hasCreators }, ...payee];
  if (steps.every(({ isDone }) => isDone)) keep(keyOf(client), 'done');
  return <FirstSteps title={t.title} hint={t.hint} steps={steps} />;
}
