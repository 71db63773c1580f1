import { type Static, Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { id, list, nameSchemas, nullable, words } from '../../../platform/http/fields.ts';
import { type Answer, MAX_QUESTIONS, type Question, type QuestionText } from './questions.ts';

const text = words({ max: 300, description: 'What the store asks.' });
const isRequired = Type.Boolean({ description: 'Whether applying needs an answer.' });
const answer = (max: number) => words({ max, description: 'What the applicant answers.' });
const MAX_ANSWER = 1_000;

const QuestionRecord = Type.Object({ id: id(), text, is_required: isRequired });
export const AnswerRecord = Type.Object({
  ...QuestionRecord.properties,
  answer: nullable(Type.String({ description: 'Null: not answered.' })),
});

export const QuestionList = completeList(QuestionRecord, { description: `At most ${MAX_QUESTIONS}.` });
export const AnswerList = completeList(AnswerRecord, {
  description: 'The questions now, and earlier ones that the user has answered.',
});

/** What a campaign asks of applicants. */
export const questionsField = list(Type.Object({ text, is_required: isRequired }), {
  max: MAX_QUESTIONS,
  description: 'In the order in which they are asked.',
});

export const QuestionsBody = Type.Object({ questions: questionsField });

/** The answers of an application. */
export const answersField = Type.Optional(
  list(Type.Object({ question_id: id(), text: answer(MAX_ANSWER) }), {
    max: MAX_QUESTIONS,
    description: 'Answers to the questions of the campaign. Mandatory ones must be answered.',
  }),
);

/** Converts questions of a request. */
export const readQuestionTexts = (questions: Static<typeof questionsField>): QuestionText[] =>
  questions.map(({ text: asked, is_required }) => ({ text: asked, isRequired: is_required }));

export const presentQuestion = ({ id, text, isRequired }: Question) => ({ id, text, is_required: isRequired });
export const presentAnswer = ({ answer, ...question }: Answer) => ({ ...presentQuestion(question), answer });

nameSchemas({ CampaignQuestion: QuestionRecord, CampaignAnswer: AnswerRecord, CampaignQuestionsInput: QuestionsBody });
