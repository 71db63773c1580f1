import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ME_KEY } from '../api.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { leaveTeam, type Team } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Ends the user's own membership and opens the start page. */
export function LeaveTeam({ team }: { team: Team }) {
  const t = useTeamTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      title={t.leaveTitle}
      text={t.leaveText}
      action={t.leave}
      keep={t.keep}
      act={() => leaveTeam(team)}
      done={t.left}
      onDone={async () => {
        await navigate({ to: '/console' });
        await queries.invalidateQueries({ queryKey: ME_KEY });
      }}
    />
  );
}
