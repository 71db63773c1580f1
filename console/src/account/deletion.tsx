import { Alert, Button, Card, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { client, ME_KEY } from '../api.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { FailureText } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

const DELETION = '/v2/me/deletion';

/** Deletion of the account after a grace period, during which it can be cancelled. */
export function Deletion() {
  const t = useAccountTexts().deletion;
  const { deletion_due_at: due } = useMe();
  const { day } = useFormats();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ME_KEY });
  const cancel = useApiMutation(async () => await client.DELETE(DELETION), { done: t.kept, onDone: refresh });
  return (
    <Card component="section" aria-labelledby="deletion">
      <SectionTitle id="deletion">{t.title}</SectionTitle>
      <Stack gap="md" align="flex-start">
        {due === null ? (
          <>
            <Note>{t.hint}</Note>
            <ConfirmButton
              button={{ variant: 'light', color: 'red' }}
              title={t.sure}
              text={t.sureText}
              action={t.action}
              keep={t.keep}
              act={() => client.POST(DELETION)}
              onDone={refresh}
            />
          </>
        ) : (
          <>
            <Alert color="orange" variant="light" role="status">
              {t.due(day(due))}
            </Alert>
            <FailureText message={cancel.failure} />
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t.cancel}
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}
