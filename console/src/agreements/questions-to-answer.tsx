import { Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { LimitedArea } from '../components/limited-area.tsx';
import { Strong } from '../components/note.tsx';
import { useMe } from '../session/use-me.ts';
import { useAgreementTexts } from './texts.ts';

const MAX_ANSWER = 1_000;

/** The questions of a campaign for the signed-in user, and the answers that are typed in this form. */
export function useAnswers(token: string) {
  const { id: user } = useMe();
  const { data } = api.useQuery('get', '/v2/offer-by-token/{token}/users/{user}/questions', {
    params: { path: { token, user } },
  });
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const questions = data?.data ?? [];
  const textOf = (question: number) => typed[question] ?? '';
  return {
    questions,
    textOf,
    type: (question: number, text: string) => setTyped((before) => ({ ...before, [question]: text })),
    /** Whether applying is possible: the questions are loaded, and the mandatory ones are answered. */
    isReady: data !== undefined && questions.every(({ id, is_required }) => !is_required || textOf(id).trim() !== ''),
    given: questions.flatMap(({ id }) => {
      const text = textOf(id).trim();
      return text === '' ? [] : [{ question_id: id, text }];
    }),
  };
}

/** The questions with fields for their answers; nothing if the campaign asks none. */
export function QuestionsToAnswer({ answers }: { answers: ReturnType<typeof useAnswers> }) {
  const t = useAgreementTexts();
  const { questions, textOf, type } = answers;
  if (questions.length === 0) return null;
  return (
    <Stack gap="xs" w="100%">
      <Strong>{t.questions}</Strong>
      {questions.map(({ id, text, is_required: isRequired }) => (
        <LimitedArea
          key={id}
          label={text}
          required={isRequired}
          autosize
          minRows={1}
          max={MAX_ANSWER}
          value={textOf(id)}
          onChange={({ currentTarget }) => type(id, currentTarget.value)}
        />
      ))}
    </Stack>
  );
}
