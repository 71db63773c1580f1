import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client, ifMatch } from '../../../api.ts';
import { Failure } from '../../../components/failure.tsx';
import { Form } from '../../../components/form.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useForm } from '../../../components/use-form.ts';
import { useCampaignTexts } from '../texts.ts';
import { QuestionRows } from './question-rows.tsx';

interface Question {
  text: string;
  is_required: boolean;
}

/** What a campaign asks of applicants, for its store. */
export default function StoreQuestions({ offer }: { offer: number }) {
  const { questions: t } = useCampaignTexts().board;
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/questions', {
    params: { path: { offer } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  return (
    <SectionCard id="questions" title={t.title} hint={t.hint}>
      {isEditing ? (
        <QuestionsForm
          offer={offer}
          saved={data.data}
          reread={async () => (await refetch({ throwOnError: true })).data!.data}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <Stack gap="sm" align="flex-start">
          {data.data.length === 0 && <Text size="sm">{t.none}</Text>}
          <List type="ordered" size="sm">
            {data.data.map(({ id, text, is_required: isRequired }) => (
              <List.Item key={id}>{isRequired ? `${text} (${t.required})` : text}</List.Item>
            ))}
          </List>
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t.edit}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

interface QuestionsFormProps {
  offer: number;
  saved: readonly Question[];
  reread: () => Promise<readonly Question[]>;
  onClose: () => void;
}

const draftOf = (questions: readonly Question[]) => ({
  questions: questions.map(({ text, is_required }, key) => ({ key, text, is_required })),
});

function QuestionsForm({ offer, saved, reread, onClose }: QuestionsFormProps) {
  const { questions: t } = useCampaignTexts().board;
  const form = useForm(draftOf(saved), {
    name: `questions:${offer}`,
    send: ({ questions }) =>
      client.PUT('/v2/offers/{offer}/questions', {
        params: { path: { offer } },
        body: { questions: questions.map(({ text, is_required }) => ({ text: text.trim(), is_required })) },
        headers: ifMatch(`/v2/offers/${offer}/questions`),
      }),
    record: {
      reread: async () => draftOf(await reread()),
      labels: { questions: t.title },
      show: (questions) => questions.map(({ text }) => text).join('; '),
    },
    done: t.saved,
    onDone: onClose,
  });
  return (
    <Form of={form} action={t.save} isEdit onCancel={onClose}>
      <QuestionRows
        questions={form.draft.questions}
        onChange={(questions) => form.set('questions', questions)}
        entry={form.entry}
      />
    </Form>
  );
}
