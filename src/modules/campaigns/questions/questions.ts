import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';

/** Maximum number of questions that a campaign asks at a time. */
export const MAX_QUESTIONS = 10;

/** Codes of the refusals of `recordAnswers`. */
export const ANSWER_ERRORS = ['answers_required', 'questions_changed'] as const;

/** A question as the store writes it. */
export interface QuestionText {
  text: string;
  /** Whether an application that can carry answers needs one. */
  isRequired: boolean;
}

export interface Question extends QuestionText {
  id: number;
}

/** A question as it was asked, and its answer; null: not answered. */
export interface Answer extends Question {
  answer: string | null;
}

type QuestionRow = { id: number; text: string; is_required: boolean };

const questionOf = ({ id, text, is_required: isRequired }: QuestionRow): Question => ({ id, text, isRequired });

/** Reads what a campaign asks now, in the store's order. */
export async function readQuestions({ db }: Pick<Context, 'db'>, campaignId: number): Promise<Question[]> {
  const { rows } = await db.execute<QuestionRow>(sql`
    SELECT id, text, is_required FROM campaign_questions WHERE campaign_id = ${campaignId} AND ended_at IS NULL ORDER BY place LIMIT ${MAX_QUESTIONS}`);
  return rows.map(questionOf);
}

/**
 * Replaces the questions of a campaign. An unchanged question remains the same; any other one ends, with its answers, or is deleted if nobody has
 * answered it.
 * @throws InvalidInput naming a question that is given twice; NotFound; RuleRefused `not_joinable` for a campaign that nobody applies for
 */
export async function setQuestions(
  ctx: Context,
  { campaignId, questions }: { campaignId: number; questions: readonly QuestionText[] },
): Promise<void> {
  const again = questions.findIndex(({ text }, index) => questions.findIndex((one) => one.text === text) !== index);
  if (again >= 0) throw new InvalidInput({ [`questions.${again}.text`]: ['must not hold an entry twice'] });
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { type } = await lockCampaign(tx, campaignId);
    if (type === 'standard' && questions.length > 0)
      throw new RuleRefused('not_joinable', 'Nobody applies for a standard campaign.');
    const wanted = sql`json_to_recordset(${JSON.stringify(questions.map((one, place) => ({ ...one, place })))}) AS w (text text, "isRequired" boolean, place smallint)`;
    const same = sql`q.campaign_id = ${campaignId} AND q.ended_at IS NULL AND q.text = w.text AND q.is_required = w."isRequired"`;
    const former = sql`campaign_id = ${campaignId} AND ended_at IS NULL AND id NOT IN (SELECT q.id FROM campaign_questions q JOIN ${wanted} ON ${same})`;
    await tx.execute(sql`
      DELETE FROM campaign_questions WHERE ${former} AND id NOT IN (SELECT question_id FROM participant_answers)`);
    await tx.execute(sql`UPDATE campaign_questions SET ended_at = ${at} WHERE ${former}`);
    await tx.execute(sql`UPDATE campaign_questions q SET place = w.place FROM ${wanted} WHERE ${same}`);
    await tx.execute(sql`
      INSERT INTO campaign_questions (campaign_id, place, text, is_required, created_at)
      SELECT ${campaignId}, w.place, w.text, w."isRequired", ${at} FROM ${wanted}
      WHERE NOT EXISTS (SELECT FROM campaign_questions q WHERE ${same}) ORDER BY w.place`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.questions_changed',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { questions: questions.length },
    });
  });
}

/** An answer of an applicant. */
export interface GivenAnswer {
  questionId: number;
  text: string;
}

/**
 * Checks the answers of an applicant. Call it with the campaign locked.
 * @throws RuleRefused `questions_changed` when one of the questions is no longer asked, `answers_required` when a mandatory one has no answer
 */
export async function requireAnswers(tx: Database, campaignId: number, answers: readonly GivenAnswer[]): Promise<void> {
  const questions = await readQuestions({ db: tx }, campaignId);
  if (answers.some(({ questionId }) => !questions.some(({ id }) => id === questionId)))
    throw new RuleRefused('questions_changed', 'The questions of this campaign have changed. Read them again.');
  const answered = new Set(answers.map(({ questionId }) => questionId));
  if (questions.some(({ id, isRequired }) => isRequired && !answered.has(id)))
    throw new RuleRefused('answers_required', 'The store of this campaign requires its questions to be answered.');
}

/** Records the answers of the actor, who is the participant, instead of earlier ones. */
export async function recordAnswers(
  tx: Database,
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  { participantId, answers }: { participantId: number; answers: readonly GivenAnswer[] },
): Promise<void> {
  await tx.execute(sql`DELETE FROM participant_answers WHERE participant_id = ${participantId}`);
  await tx.execute(sql`
    INSERT INTO participant_answers (participant_id, question_id, user_id, text, answered_at)
    SELECT ${participantId}, a."questionId", ${actor.userId}, a.text, ${now().toISOString()}
    FROM json_to_recordset(${JSON.stringify(answers)}) AS a ("questionId" bigint, text text)`);
}

/** Reads what these participants were asked and have answered: the questions of their campaigns now, and earlier ones that they have answered. */
export async function readAnswers(
  db: Database,
  participantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  const { rows } = await db.execute<QuestionRow & { participant_id: number; answer: string | null }>(sql`
    SELECT p.id AS participant_id, q.id, q.text, q.is_required, a.text AS answer
    FROM participants p JOIN campaign_questions q ON q.campaign_id = p.campaign_id
    LEFT JOIN participant_answers a ON a.participant_id = p.id AND a.question_id = q.id
    WHERE p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND (q.ended_at IS NULL OR a.text IS NOT NULL)
    ORDER BY p.id, q.ended_at IS NOT NULL, q.place, q.id`);
  const answers = new Map<number, Answer[]>();
  for (const { participant_id: id, answer, ...row } of rows)
    answers.set(id, [...(answers.get(id) ?? []), { ...questionOf(row), answer }]);
  return answers;
}

/** Reads the questions of the campaign with this token, and the answers of a user. The token grants read access, as for joining. @throws NotFound */
export async function readOwnAnswers(
  ctx: Pick<Context, 'db'>,
  { token, userId }: { token: string; userId: number },
): Promise<readonly Answer[]> {
  const { rows } = await ctx.db.execute<{ id: number; participant_id: number | null }>(sql`
    SELECT o.id, p.id AS participant_id FROM campaigns o LEFT JOIN participants p ON p.campaign_id = o.id AND p.user_id = ${userId}
    WHERE o.token = ${token} AND o.deleted_at IS NULL`);
  const campaign = rows[0];
  if (campaign === undefined) throw new NotFound('offer');
  const { id, participant_id: participantId } = campaign;
  if (participantId !== null) return (await readAnswers(ctx.db, [participantId])).get(participantId) ?? [];
  return (await readQuestions(ctx, id)).map((question) => ({ ...question, answer: null }));
}
