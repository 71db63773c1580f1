import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { tokenParam } from '../creator/schemas.ts';
import { onCampaign } from '../policy.ts';
import { readOwnAnswers, readQuestions, setQuestions } from './questions.ts';
import {
  AnswerList,
  presentAnswer,
  presentQuestion,
  QuestionList,
  QuestionsBody,
  readQuestionTexts,
} from './schemas.ts';

/** Questions of campaigns: the store writes them, applicants answer them when they join (`joinCampaignWithAgreement`). */
export function questionRoutes(app: FastifyInstance): void {
  const url = '/v2/offers/:offer/questions';
  const common = { tags: ['Campaigns'], addition: true, policy: onCampaign } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'listCampaignQuestions',
    assistants: 'search',
    storeKey: true,
    summary: 'List what a campaign asks of applicants',
    replies: { 200: QuestionList },
    version: (questions) => questions,
    handle: async ({ ctx, resource }) => ({ data: (await readQuestions(ctx, resource.id)).map(presentQuestion) }),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url,
    operationId: 'setCampaignQuestions',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Set what a campaign asks of applicants',
    description:
      'A changed question is a new one. Answers stay with the question as it was asked. Joining by a route that carries no answers does not need them; the store then reads that they are missing.',
    body: QuestionsBody,
    replies: { 200: QuestionList },
    errors: ['not_joinable'],
    current: async ({ ctx, resource: { id } }) => {
      await lockCampaign(ctx.db, id);
      return { data: (await readQuestions(ctx, id)).map(presentQuestion) };
    },
    handle: async ({ ctx, resource: { id: campaignId }, body }) => {
      await setQuestions(ctx, { campaignId, questions: readQuestionTexts(body.questions) });
      return { data: (await readQuestions(ctx, campaignId)).map(presentQuestion) };
    },
  });

  operation(app, {
    tags: ['Creator campaigns'],
    addition: true,
    params: tokenParam,
    method: 'GET',
    url: '/v2/offer-by-token/:token/users/:user/questions',
    operationId: 'listOwnAnswers',
    summary: 'List what a campaign asks, and what the user has answered',
    policy: onUser('user'),
    replies: { 200: AnswerList },
    errors: [404],
    handle: async ({ ctx, params, resource }) => ({
      data: (await readOwnAnswers(ctx, { token: params.token, userId: resource.id })).map(presentAnswer),
    }),
  });
}
