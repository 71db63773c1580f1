import { api } from '../../api.ts';
import type { FirstStep } from '../../components/first-steps/steps.ts';
import { FirstSteps } from '../../components/first-steps.ts';
import { listed } from '../../components/listed.ts';
import { readKept } from '../../language/kept.ts';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';
import { useLatestLinks } from './latest-links.tsx';

/** The statuses of a participation that the creator has agreed to. */
const JOINED = ['applied', 'accepted', 'product_sent', 'have_received', 'have_posted', 'done'] as const;

const keyOf = (user: number) => `tributary.first-steps.${user}`;

/** What a creator does until earnings are paid out. Once everything is done, this browser does not ask again. */
export function CreatorFirstSteps() {
  const { id } = useMe();
  return readKept(keyOf(id)) === null ? <OpenSteps /> : null;
}

function OpenSteps() {
  const t = useCreatorTexts().first;
  const { id: user, display_name: name, username } = useMe();
  const links = useLatestLinks();
  const query = { participant_statuses: [...JOINED], size: 1 };
  const joined = listed(api.useQuery('get', '/v2/users/{user}/campaign-board', { params: { path: { user }, query } }));
  const hasName = name !== username;
  const steps: readonly FirstStep[] | undefined = links.data &&
    joined.data && [
      { ...t.profile, isDone: hasName, hint: hasName ? name : t.profile.hint, link: { to: '/console/account' } },
      { ...t.link, isDone: links.data.meta.total > 0, link: { to: '/console/creator' } },
      {
        ...t.campaign,
        isDone: joined.data.meta.total > 0,
        isOptional: true,
        link: { to: '/console/creator/campaigns' },
      },
    ];
  return (
    <FirstSteps
      title={t.title}
      hint={t.hint}
      steps={steps}
      payee={{ owner: { kind: 'user', id: user }, link: { to: '/console/creator/payouts' } }}
      doneKey={keyOf(user)}
    />
  );
}
