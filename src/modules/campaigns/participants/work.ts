import { type SQL, sql } from 'drizzle-orm';
import {
  agencyWork,
  creatorWork,
  storeWork,
  type WorkReader,
  type WorkSource,
  workColumns,
} from '../../../platform/work/work-source.ts';
import { MOVES, type ParticipantStatus, type Side } from './transitions.ts';

/** Condition over `participants p` and `campaigns o`: this side may make the move to a status. */
export function movableTo(who: Side, to: ParticipantStatus): SQL {
  const moves = MOVES.filter((move) => move.who === who && move.to === to).map(({ from, types, seeding }) => {
    const conditions = [sql`p.status = ANY (${sql.param([...from])}::text[])`];
    if (types !== undefined) conditions.push(sql`o.type = ANY (${sql.param([...types])}::text[])`);
    if (seeding !== undefined) conditions.push(sql`o.has_product_seeding = ${seeding}`);
    return sql`(${sql.join(conditions, sql` AND `)})`;
  });
  return sql`(${sql.join(moves, sql` OR `)})`;
}

/** Condition over `campaigns o`: it is neither over nor deleted. */
export const isRunning = ({ now }: Pick<WorkReader, 'now'>): SQL =>
  sql`campaign_status(o, ${now.toISOString()}::timestamptz) NOT IN ('ended', 'deleted')`;

/** Days after an acceptance in which the store is to send the product. */
const SEND_WITHIN_DAYS = 7;

/** Tasks of a store by campaign, usually without a date: the end of a campaign is not one of an application. A completed campaign leaves only what the creators have already done. */
const ofStore = (
  condition: SQL,
  { evenIfOver = false, dueAt }: { evenIfOver?: boolean; dueAt?: SQL } = {},
): WorkSource =>
  storeWork(
    'manage',
    (stores, reader) => sql`
      SELECT ${workColumns({ count: sql`count(*)`, subject: sql`o.shown_title`, recordId: sql`o.id`, storeId: sql`o.store_id`, ...(dueAt && { dueAt }) })}
      FROM campaigns o JOIN participants p ON p.campaign_id = o.id LEFT JOIN participant_gifts x ON x.participant_id = p.id
      WHERE o.store_id = ANY (${stores}) AND ${evenIfOver ? sql`o.deleted_at IS NULL` : isRunning(reader)} AND ${condition}
      GROUP BY o.id`,
  );

/** Number of tasks of a participant that are not done. */
const TASKS_LEFT = sql`(SELECT count(*) FROM jsonb_array_elements(coalesce(p.todo, '[]')) t WHERE NOT (t ->> 'value')::boolean)`;

/** Tasks of a creator by campaign. */
const ofCreator = (condition: SQL, count: SQL = sql`1`): WorkSource =>
  creatorWork(
    (reader) => sql`
      SELECT ${workColumns({
        count,
        subject: sql`o.shown_title`,
        recordId: sql`o.id`,
        storeId: sql`o.store_id`,
        dueAt: sql`o.valid_until`,
      })}
      FROM participations_of(${reader.userId}) p JOIN campaigns o ON o.id = p.campaign_id
      WHERE ${isRunning(reader)} AND ${condition}`,
  );

/** The same for the agencies of the creators, which see them by campaign. */
const ofAgency = (condition: SQL, count: SQL = sql`1`): WorkSource =>
  agencyWork(
    'manage',
    (agencies, reader) => sql`
      SELECT ${workColumns({
        count: sql`sum(${count})`,
        subject: sql`o.shown_title`,
        recordId: sql`o.id`,
        agencyId: sql`u.agency_id`,
        dueAt: sql`o.valid_until`,
      })}
      FROM users u JOIN participants p ON p.user_id = u.id JOIN campaigns o ON o.id = p.campaign_id
      WHERE u.agency_id = ANY (${agencies}) AND ${isRunning(reader)} AND ${condition} GROUP BY u.agency_id, o.id`,
  );

/** Tasks of creators and of their agencies. */
const ofCreatorSide = (condition: SQL, count?: SQL): WorkSource[] => [
  ofCreator(condition, count),
  ofAgency(condition, count),
];

/** Open tasks of participations: transitions that one side has to make (`transitions.ts`). */
export const PARTICIPANT_WORK = {
  applications: [ofStore(movableTo('store', 'second_prio'))],
  suggestions: [ofStore(movableTo('store', 'open'))],
  products_to_send: [
    ofStore(movableTo('store', 'product_sent'), {
      dueAt: sql`min(x.assigned_at) + make_interval(days => ${SEND_WITHIN_DAYS})`,
    }),
  ],
  products_not_received: [
    ofStore(sql`p.status = 'product_sent' AND x.not_received_at IS NOT NULL`, { evenIfOver: true }),
  ],
  // Other participants may be completed, too, but that is not an open task.
  posts_to_complete: [ofStore(sql`p.status = 'have_posted'`, { evenIfOver: true })],
  invitations: ofCreatorSide(sql`(${movableTo('creator', 'accepted')} OR ${movableTo('creator', 'applied')})`),
  products_to_confirm: ofCreatorSide(movableTo('creator', 'have_received')),
  campaign_tasks: ofCreatorSide(sql`${movableTo('creator', 'have_posted')} AND ${TASKS_LEFT} > 0`, TASKS_LEFT),
  posts_to_report: ofCreatorSide(sql`${movableTo('creator', 'have_posted')} AND ${TASKS_LEFT} = 0`),
} satisfies Record<string, readonly WorkSource[]>;
