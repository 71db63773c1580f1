import { Type } from 'typebox';
import {
  currencyCode,
  day,
  id,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';
import { AGENCY_TASKS } from '../../../platform/work/agency-task.ts';
import { NextPayoutRecord, OpenMonthRecord } from '../../payouts/index.ts';
import { MAX_CHANGES } from '../../statistics/index.ts';
import { MAX_OF_KIND } from './list-agency-tasks.ts';

const period = (description: string) => Type.Object({ from: day(), to: day() }, { description });

const figures = {
  clicks: whole({ min: 0, description: 'Counted clicks.' }),
  orders: whole({ description: 'Approved and pending orders.' }),
  creators: minorMoney('What the creators have earned from both.'),
  agency: minorMoney('What the agency has earned from both.'),
};
const days = Type.Array(Type.Object({ date: day(), ...figures }), {
  description: 'Every day of the period, in order.',
});

const CreatorChange = Type.Object({
  user: Type.Object({ id: id(), name: Type.String() }),
  now: minorMoney('The creator’s earnings in the month.'),
  before: minorMoney('The same in the days for comparison.'),
});
const changes = (description: string) => Type.Array(CreatorChange, { maxItems: MAX_CHANGES, description });

const AgencyTask = Type.Object({
  kind: oneOf(AGENCY_TASKS, {
    description:
      '`invitation`: to a campaign, without an answer. `draft`: a deliverable that waits for one. `terms`: of a campaign, not accepted. `payout_details`: a payout that lacks the creator’s legal data, account or consent.',
  }),
  user: Type.Object({ id: id(), name: Type.String() }),
  subject: nullable(Type.String({ description: 'Title of the campaign or the deliverable.' })),
  offer_id: nullable(id({ description: 'The offer (campaign).' })),
  store: nullable(Type.Object({ id: id(), name: Type.String() })),
  due_on: nullable(day({ description: 'The last day.' })),
  is_overdue: Type.Boolean(),
});

export const AgencyOverview = Type.Object({
  client_id: id(),
  creators: whole({ min: 0, description: 'Number of the agency’s creators.' }),
  month: period('The days of the current month.'),
  compared_with: period('The same days of the month before.'),
  earnings: Type.Array(
    Type.Object({
      currency: currencyCode({ description: 'Of the stores.' }),
      ...figures,
      before: Type.Object(figures, { description: 'The same in the days for comparison.' }),
      days,
      days_before: days,
    }),
    { description: 'Of the agency’s current creators, by currency; most clicks first. Without one-time payments.' },
  ),
  changes: Type.Object({
    up: changes('The creators who have earned most more.'),
    down: changes('The creators who have earned most less.'),
  }),
  payouts: Type.Object({
    next: Type.Array(NextPayoutRecord, { description: 'As `next-payouts`.' }),
    months: Type.Array(OpenMonthRecord, { description: 'As `open-months`.' }),
  }),
  tasks: Type.Object({
    counts: Type.Object({
      invitation: whole({ min: 0 }),
      draft: whole({ min: 0 }),
      terms: whole({ min: 0 }),
      payout_details: whole({ min: 0 }),
    }),
    items: Type.Array(AgencyTask, {
      maxItems: MAX_OF_KIND * AGENCY_TASKS.length,
      description: `By due date; at most ${MAX_OF_KIND} of each kind.`,
    }),
  }),
});

nameSchemas({ AgencyOverview, AgencyTask, CreatorChange });
