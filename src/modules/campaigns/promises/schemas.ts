import { Type } from 'typebox';
import { dateTime, day, id, nameSchemas, nullable, text, whole } from '../../../platform/http/fields.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { type Person, personReply } from '../../accounts/index.ts';
import type { TermsChange } from './list-history.ts';
import type { Promised, PromiseVersion } from './promise.ts';

const until = () =>
  nullable(
    day({ description: 'The last day, in the platform’s time zone, on which the terms cannot get worse; null: none.' }),
  );
const noticeDays = () =>
  nullable(
    whole({
      min: 1,
      max: 365,
      description: 'Days between the announcement that the promise ends and its end; null: no notice.',
    }),
  );

export const PromiseBody = Type.Object({ until: until(), notice_days: noticeDays() });

export const PromiseEndBody = Type.Object({
  reason: text({ max: 500, min: 1, description: 'Creators read it in the history.' }),
});

/** What a campaign promises now, as creators read it wherever terms are shown. */
export const PromisedRecord = Type.Object({
  until: until(),
  notice_days: noticeDays(),
  is_binding: Type.Boolean({ description: 'Whether the terms cannot get worse today.' }),
  earliest_change_on: nullable(
    day({
      description:
        'The first day on which the terms can get worse, if the end is announced today or has been announced.',
    }),
  ),
  next: nullable(
    Type.Object(
      { notice_days: noticeDays(), begins_on: day() },
      { description: 'The notice that has been announced.' },
    ),
  ),
  ended_reason: nullable(Type.String({ description: 'Why the administration has ended the promise at once.' })),
});

export const PromiseRecord = Type.Object({
  promise: nullable(PromisedRecord),
  versions: Type.Array(
    Type.Object({
      version: whole({ min: 1 }),
      until: until(),
      notice_days: noticeDays(),
      begins_on: day({ description: 'The first day of this notice.' }),
      created_at: dateTime(),
      created_by: nullable(personReply()),
      ended_reason: nullable(Type.String()),
    }),
    { description: 'Newest first.' },
  ),
});

const value = (description: string) => nullable(Type.String({ description }));

export const TermsHistory = cursorPage(
  Type.Object({
    id: id(),
    participant_id: nullable(id({ description: 'Null: the terms of the campaign.' })),
    user_id: nullable(id()),
    recorded_at: dateTime({ description: 'From when the terms are as stated.' }),
    changed_by: nullable(personReply({ description: 'Null: a program, or unknown.' })),
    is_first: Type.Boolean({
      description: 'The first record: with the first promise, or when the participant joined.',
    }),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The name of the term (docs/promises.md).' }),
        before: value('As JSON: amounts in minor units, parts in millionths; null: none.'),
        after: value('The same, after the change.'),
        is_worse: Type.Boolean({ description: 'Whether the term is worse for creators than before.' }),
      }),
    ),
  }),
);

export const historyQuery = cursorQuery();

nameSchemas({
  PromisedTerms: PromisedRecord,
  TermsPromiseInput: PromiseBody,
  TermsPromiseEnd: PromiseEndBody,
  TermsPromise: PromiseRecord,
});

/** Presents what a campaign promises. */
export const presentPromised = (promised: Promised) => ({
  until: promised.until,
  notice_days: promised.noticeDays,
  is_binding: promised.isBinding,
  earliest_change_on: promised.earliestChangeOn,
  next: promised.next && { notice_days: promised.next.noticeDays, begins_on: promised.next.beginsOn },
  ended_reason: promised.endedReason,
});

/** Presents the versions of a promise. */
export const presentVersion = (version: PromiseVersion) => ({
  version: version.version,
  until: version.until,
  notice_days: version.noticeDays,
  begins_on: version.beginsOn,
  created_at: version.createdAt.toISOString(),
  created_by: version.createdBy satisfies Person | null,
  ended_reason: version.endedReason,
});

/** Presents a change of terms. */
export const presentTermsChange = (change: TermsChange) => ({
  id: change.id,
  participant_id: change.participantId,
  user_id: change.userId,
  recorded_at: change.at.toISOString(),
  changed_by: change.changedBy,
  is_first: change.isFirst,
  changes: change.changes.map(({ name, before, after, isWorse }) => ({
    field: name,
    before: textOf(before),
    after: textOf(after),
    is_worse: isWorse,
  })),
});

const textOf = (given: unknown): string | null =>
  given === null || given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given);
