import { Type } from 'typebox';
import { dateTime, id, money, nameSchemas, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { WORK_AUDIENCES } from '../../platform/work/work-source.ts';
import { MAX_WORK } from './list-work.ts';
import { WORK_KINDS } from './sources.ts';

export const workQuery = {
  store_id: Type.Optional(
    id({ description: 'Only tasks of this store. Administrators see the tasks of its owners.', kind: 'store' }),
  ),
};

const named = (description: string) => nullable(Type.Object({ id: id(), name: Type.String() }, { description }));

const WorkItem = Type.Object({
  kind: oneOf(WORK_KINDS),
  audience: oneOf(WORK_AUDIENCES, { description: 'As whom the caller acts.' }),
  count: whole({ min: 1, description: 'Number of records that wait.' }),
  subject: nullable(Type.String({ description: 'Name, title or number of the record, if the task is about one.' })),
  store: named('The store that the task belongs to.'),
  client: named('The client (agency) that the task belongs to.'),
  amount: nullable(money({ signed: true, description: 'The sum of what waits.' })),
  due_at: nullable(dateTime({ description: 'When it has to be done.' })),
  is_overdue: Type.Boolean(),
  path: Type.String({ description: 'Path of the page of the console.' }),
});

export const WorkList = Type.Object({
  data: Type.Array(WorkItem, { description: `By due date; at most ${MAX_WORK}.` }),
});

nameSchemas({ WorkItem, WorkList });
