import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { COUNTS, type Count, lockPublication, type NewestFigures, type Publication } from '../reports/publication.ts';

export const FIGURES_ERRORS = ['figures_recorded', 'too_many_figures'] as const;

/** Maximum number of observations of a publication: daily ones of more than half a year. */
export const MAX_OBSERVATIONS = 200;

/** An observation of a publication. */
interface Observation extends NewestFigures {
  id: number;
  recordedAt: Date;
}

/** An observation with the counts that are lower than in the observation before. */
export interface ObservationInHistory extends Observation {
  lower: Count[];
}

type Row = Record<Count, number | null> & {
  id: number;
  measured_at: string;
  source: Observation['source'];
  proof_id: number | null;
  recorded_at: string;
};

/** Reads the observations of a publication, the newest first. */
export async function readObservations(
  { db }: Pick<Context, 'db'>,
  publicationId: number,
): Promise<ObservationInHistory[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, views, likes, comments, shares, saves, clicks_shown, measured_at, source, proof_id, recorded_at
    FROM publication_figures WHERE publication_id = ${publicationId} ORDER BY measured_at DESC, id DESC LIMIT ${MAX_OBSERVATIONS}`);
  return rows.map((row, index) => {
    const before = rows[index + 1];
    const isLower = (name: Count) => row[name] !== null && before !== undefined && row[name] < (before[name] ?? 0);
    return { ...observationOf(row), lower: COUNTS.filter(isLower) };
  });
}

function observationOf(row: Row): Observation {
  return {
    id: row.id,
    views: row.views,
    likes: row.likes,
    comments: row.comments,
    shares: row.shares,
    saves: row.saves,
    clicks_shown: row.clicks_shown,
    measuredAt: new Date(row.measured_at),
    source: row.source,
    proofId: row.proof_id,
    recordedAt: new Date(row.recorded_at),
  };
}

/** What the creator's side has read at the platform. */
export interface ObservationInput extends Record<Count, number | null> {
  measuredAt: Date;
  /** A picture of the publication. */
  proofId: number | null;
}

/**
 * Records what the creator's side has read at the platform. Lower counts than before are a correction and stay visible. Nothing is paid by these figures.
 * The same observation again, such as a repeated request, is the one that is recorded.
 * @throws InvalidInput naming `views`, `measured_at` or `proof_id`; NotFound; RuleRefused with a code of FIGURES_ERRORS
 */
export async function recordObservation(
  ctx: Context,
  publication: Publication,
  { measuredAt, proofId, ...counts }: ObservationInput,
): Promise<ObservationInHistory> {
  const at = ctx.now();
  const errors: Record<string, string[]> = {};
  if (COUNTS.every((name) => counts[name] === null)) errors.views = ['is required without another figure'];
  if (measuredAt.getTime() > at.getTime()) errors.measured_at = ['must not be in the future'];
  if (proofId !== null && !publication.proofs.some(({ id }) => id === proofId))
    errors.proof_id = ['must be the id of a picture of the publication'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return ctx.db.transaction(async (tx) => {
    await lockPublication(tx, publication.id);
    const known = await readObservations({ db: tx }, publication.id);
    const atThatTime = known.find(
      (one) => one.source === 'creator' && one.measuredAt.getTime() === measuredAt.getTime(),
    );
    if (atThatTime !== undefined) {
      if (atThatTime.proofId === proofId && COUNTS.every((name) => atThatTime[name] === counts[name]))
        return atThatTime;
      throw new RuleRefused('figures_recorded', 'Other figures are recorded for this time.');
    }
    if (known.length >= MAX_OBSERVATIONS)
      throw new RuleRefused('too_many_figures', `A publication has at most ${MAX_OBSERVATIONS} observations.`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO publication_figures (publication_id, views, likes, comments, shares, saves, clicks_shown, measured_at, source, proof_id, recorded_by,
        recorded_at)
      VALUES (${publication.id}, ${counts.views}, ${counts.likes}, ${counts.comments}, ${counts.shares}, ${counts.saves}, ${counts.clicks_shown},
        ${measuredAt.toISOString()}, 'creator', ${proofId}, ${ctx.actor.userId}, ${at.toISOString()}) RETURNING id`);
    const all = await readObservations({ db: tx }, publication.id);
    return all.find(({ id }) => id === rows[0]!.id)!;
  });
}
