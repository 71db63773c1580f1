import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ME_KEY } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { leaveTeam, type Team } from './team-api.ts';
import { useTeamTexts } from './texts.ts';

/** Ends the user's own membership and opens the start page. */
export function LeaveTeam({ team }: { team: Team }) {
  const t = useTeamTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const leave = useApiMutation(async () => await leaveTeam(team), {
    done: t.left,
    onDone: async () => {
      setIsAsked(false);
      await navigate({ to: '/console' });
      await queries.invalidateQueries({ queryKey: ME_KEY });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {t.leave}
      </Button>
      <ConfirmDialog
        title={t.leaveTitle}
        text={t.leaveText}
        action={t.leave}
        keep={t.keep}
        opened={isAsked}
        mutation={{ ...leave, mutate: () => leave.mutate() }}
        onClose={() => setIsAsked(false)}
      />
    </>
  );
}
