import { Type } from 'typebox';
import {
  dateTime,
  day,
  id,
  list,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
  webAddress,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { DECISIONS, DELIVERABLE_STATUSES } from './deliverable.ts';

/** The calendar shows a month of deliverables without turning pages (`console/src/deliverables/deliverable.ts`). */
const DELIVERABLES_PAGE = { defaultSize: 50, maxSize: 200 };

const dueOn = () => day({ description: 'A day in the platform’s time zone.' });

const DeliverableRecord = Type.Object({
  id: id(),
  offer: Type.Object({ id: id(), title: Type.String() }),
  store: Type.Object({ id: id(), name: Type.String() }),
  participant_id: id(),
  user: Type.Object({ id: id(), name: Type.String() }),
  title: Type.String(),
  instructions: Type.String({ description: 'Empty when there are none.' }),
  due_on: dueOn(),
  status: oneOf(DELIVERABLE_STATUSES, {
    description: '`awaited`: no draft has been submitted. `published`: the approved deliverable has a publication.',
  }),
  is_overdue: Type.Boolean({ description: 'The due date has passed, and no draft has been submitted.' }),
  versions: whole({ min: 0, description: 'Number of submitted drafts.' }),
});

export const DeliverableDetails = Type.Object({
  ...DeliverableRecord.properties,
  submissions: Type.Array(
    Type.Object({
      version: whole({ min: 1 }),
      url: nullable(Type.String()),
      note: Type.String({ description: 'Empty when there is none.' }),
      file_name: nullable(Type.String({ description: 'Name of its picture; null: it has none.' })),
      created_at: dateTime(),
      decision: nullable(
        oneOf(DECISIONS, { description: 'Null: not decided, or replaced by a newer draft before a decision.' }),
      ),
      feedback: nullable(Type.String()),
      decided_at: nullable(dateTime()),
    }),
    { description: 'Newest first.' },
  ),
});

export const DeliverableList = v2Envelope(DeliverableRecord);

const filters = {
  status: Type.Optional(oneOf(DELIVERABLE_STATUSES)),
  from: Type.Optional(day({ description: 'First day.' })),
  to: Type.Optional(day({ description: 'Last day.' })),
  ...pageQuery(DELIVERABLES_PAGE),
};

export const offerDeliverableQuery = {
  participant_id: Type.Optional(id({ description: 'Of this participant alone.' })),
  ...filters,
};

export const userDeliverableQuery = {
  offer_id: Type.Optional(id({ description: 'Of this offer alone.' })),
  ...filters,
};

const instructions = () => text({ max: 2_000, description: 'For the creator.' });

export const PlanBody = Type.Object({
  participant_ids: list(id(), {
    min: 1,
    max: 100,
    description: 'Active participants, each of whom receives the deliverable.',
  }),
  title: nameText({ max: 120 }),
  instructions: Type.Optional(instructions()),
  due_on: day({ description: 'Today or a later day in the platform’s time zone.' }),
});

export const PlanReply = Type.Object({ data: Type.Array(DeliverableRecord) });

export const DeliverablePatchBody = Type.Object({
  title: Type.Optional(nameText({ max: 120 })),
  instructions: Type.Optional(instructions()),
  due_on: Type.Optional(dueOn()),
});

export const SubmissionBody = Type.Object({
  url: Type.Optional(webAddress({ description: 'The URL of the draft. Required without a note.' })),
  note: Type.Optional(text({ max: 2_000, description: 'A note for the store. Required without a URL.' })),
});

export const ApproveBody = Type.Object({ feedback: Type.Optional(words({ max: 2_000 })) });

export const ChangesBody = Type.Object({ feedback: words({ max: 2_000, description: 'What is to change.' }) });

nameSchemas({
  Deliverable: DeliverableRecord,
  DeliverableDetails,
  DeliverablePlanInput: PlanBody,
  DeliverablePlan: PlanReply,
  DeliverablePatchInput: DeliverablePatchBody,
});
