import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nullable, oneOf, publicName, whole } from '../../platform/http/fields.ts';
import { MAX_REPORT_RECIPIENTS } from '../../platform/limits.ts';
import { personReply } from '../accounts/index.ts';
import { REPORT_LISTS, ReportFilters } from './lists.ts';
import { REPORT_FORMATS } from './schedule.ts';

const name = () => publicName({ max: 120, description: 'The subject of the mails begins with it.' });
const every = () => oneOf(['day', 'week', 'month']);
const weekday = () => whole({ min: 1, max: 7, description: 'For `week`: the day of the mail; 1 is Monday.' });
const monthDay = () => whole({ min: 1, max: 28, description: 'For `month`: the day of the mail.' });
const hour = () => whole({ min: 0, max: 23, description: 'In the time zone of the marketplace.' });
const format = () =>
  oneOf(REPORT_FORMATS, { description: 'Of the attached file. A PDF has the most important columns.' });
const recipients = () =>
  list(id(), {
    min: 1,
    max: MAX_REPORT_RECIPIENTS,
    description: 'People who may see the view. This is checked again at each sending.',
  });

/** The owner, in bodies and queries. */
export const ownerFields = {
  store_id: Type.Optional(id({ description: 'A list of this store.' })),
  client_id: Type.Optional(id({ description: 'A list of this agency.' })),
  user_id: Type.Optional(id({ description: 'A list of this creator.' })),
};

export const CreateBody = Type.Object({
  ...ownerFields,
  name: name(),
  list: oneOf(REPORT_LISTS, {
    description: 'A store has all; an agency `creators`; a creator `orders`.',
  }),
  filters: Type.Optional(ReportFilters),
  every: every(),
  weekday: Type.Optional(weekday()),
  month_day: Type.Optional(monthDay()),
  hour: hour(),
  format: format(),
  recipients: Type.Optional(recipients()),
});

export const ChangeBody = Type.Object({
  name: Type.Optional(name()),
  filters: Type.Optional(ReportFilters),
  every: Type.Optional(every()),
  weekday: Type.Optional(nullable(weekday())),
  month_day: Type.Optional(nullable(monthDay())),
  hour: Type.Optional(hour()),
  format: Type.Optional(format()),
  recipients: Type.Optional(recipients()),
  status: Type.Optional(oneOf(['active', 'paused'])),
});

export const ScheduleRecord = Type.Object(
  {
    id: id(),
    store_id: nullable(id()),
    client_id: nullable(id()),
    user_id: nullable(id()),
    name: Type.String(),
    list: oneOf(REPORT_LISTS),
    filters: ReportFilters,
    every: every(),
    weekday: nullable(weekday()),
    month_day: nullable(monthDay()),
    hour: hour(),
    format: format(),
    recipients: Type.Array(personReply(), { description: 'Also those who receive nothing at present.' }),
    status: oneOf(['active', 'paused'], { description: 'Nothing is sent while it is paused.' }),
    next_at: nullable(dateTime({ description: 'Null while it is paused.' })),
    sent_at: nullable(dateTime({ description: 'When the latest report was sent; null: none was.' })),
    created_by: nullable(id()),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { description: 'A view of a list that is mailed regularly. (The body is an addition.)' },
);

nameSchemas({ ReportSchedule: ScheduleRecord, ReportFilters });
