import { Button, Grid, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { QuestionsToAnswer, useAnswers } from '../agreements/questions-to-answer.tsx';
import { TermsToAccept, useTerms } from '../agreements/terms-to-accept.tsx';
import { api } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMe } from '../session/use-me.ts';
import { Brief, Lines } from './campaigns/brief.tsx';
import { useCampaignTexts } from './campaigns/texts.ts';
import type { Campaign } from './campaigns/use-board.ts';
import { useScheduleWords, useStateWords } from './campaigns/words.ts';

type Refusal = keyof ReturnType<typeof useCampaignTexts>['invitation']['refused'];
type Invitation = Campaign & { refusal: Refusal | null };

/** Target of an invitation link: the campaign, its compensation and the button to join. */
export function InvitationPage() {
  const { invitation: t } = useCampaignTexts();
  const { token } = useParams({ from: '/console/creator/invitations/$token' });
  const { id: user } = useMe();
  const { data, error, refetch } = api.useQuery('get', '/v2/offer-by-token/{token}/users/{user}/invitation', {
    params: { path: { token, user } },
  });
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <Missing />;
  return (
    <>
      <PageHeader
        title={t.title}
        hint={t.about}
        name={data?.title}
        facts={data && <InvitationFacts invitation={data} />}
      />
      <QueryResult query={{ data, error, refetch }}>{(invitation) => <Shown invitation={invitation} />}</QueryResult>
    </>
  );
}

function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { invitation: t } = useCampaignTexts();
  return `${t.hint(invitation.store.name)} ${useScheduleWords()(invitation)}.`;
}

function Missing() {
  const { invitation: t } = useCampaignTexts();
  return (
    <EmptyState isPage title={t.unknown} hint={t.unknownHint}>
      <Button renderRoot={(props) => <Link {...props} to="/console/creator/campaigns" />}>{t.all}</Button>
    </EmptyState>
  );
}

function Shown({ invitation }: { invitation: Invitation }) {
  const { asked } = useCampaignTexts();
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
        <Answer invitation={invitation} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
        <Stack gap="lg">
          <Brief campaign={invitation} />
          {invitation.tasks.length > 0 && (
            <SectionCard id="asked" title={asked}>
              <Lines of={invitation.tasks} />
            </SectionCard>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

const NOT_YET = ['open', 'denied', 'store_denied'];

/** The button to join, or the reason why joining is not possible. */
function Answer({ invitation }: { invitation: Invitation }) {
  const t = useCampaignTexts();
  const state = useStateWords()(invitation);
  const { refusal, part } = invitation;
  const isIn = part !== null && !NOT_YET.includes(part.status);
  return (
    <SectionCard id="answer" title={t.move}>
      <Stack gap="sm" align="flex-start">
        {isIn && (
          <>
            <Text size="sm">
              {t.invitation.isIn} {state}.
            </Text>
            <ToCampaign offer={invitation.id} />
          </>
        )}
        {!isIn && refusal === null && <Join invitation={invitation} />}
        {!isIn && refusal !== null && <Text size="sm">{t.invitation.refused[refusal]}</Text>}
      </Stack>
    </SectionCard>
  );
}

function ToCampaign({ offer }: { offer: number }) {
  const { invitation: t } = useCampaignTexts();
  const params = { offer: String(offer) };
  return (
    <Button renderRoot={(props) => <Link {...props} to="/console/creator/campaigns/$offer" params={params} />}>
      {t.open}
    </Button>
  );
}

function Join({ invitation: { id, token, type } }: { invitation: Invitation }) {
  const t = useCampaignTexts();
  const terms = useTerms(token);
  const answers = useAnswers(token);
  const navigate = useNavigate();
  const join = useApiMutation(() => terms.join(answers.given), {
    done: ({ status }) => t.moved[status] ?? t.saved,
    onDone: () => navigate({ to: '/console/creator/campaigns/$offer', params: { offer: String(id) } }),
  });
  return (
    <>
      <Text size="sm">{t.joinHint[type]}</Text>
      <FailureAlert message={join.failure} />
      <QuestionsToAnswer answers={answers} />
      <TermsToAccept terms={terms} />
      <Button loading={join.isPending} disabled={!terms.isReady || !answers.isReady} onClick={() => join.mutate()}>
        {t.join[type]}
      </Button>
    </>
  );
}
