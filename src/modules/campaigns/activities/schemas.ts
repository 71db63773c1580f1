import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, oneOf, words } from '../../../platform/http/fields.ts';
import { MAX_COMMENT } from '../../../platform/limits.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';

export const CommentBody = Type.Object({ comment: words({ max: MAX_COMMENT }) });

export const CommentRecord = Type.Object(
  {
    id: id(),
    offer_user_id: id(),
    author_id: id(),
    comment: Type.String(),
    created_at: dateTime(),
    updated_at: Type.Optional(dateTime({ description: 'When it was last edited.' })),
  },
  { description: '(The body is an addition.)' },
);

const ActivityRecord = Type.Object({
  type: oneOf(['COMMENT', 'DELETED_COMMENT', 'STATUS_CHANGE']),
  actor_id: Type.Optional(id({ description: 'Absent for an action of the system.' })),
  actor_display_name: Type.Optional(
    Type.String({
      description: 'A creator’s username, or the full name of any other user; absent for an action of the system.',
    }),
  ),
  comment_id: Type.Optional(id({ description: 'Of a COMMENT.' })),
  comment_text: Type.Optional(Type.String({ description: 'Of a COMMENT.' })),
  old_status: Type.Optional(Type.String({ description: 'Of a STATUS_CHANGE.' })),
  new_status: Type.Optional(Type.String({ description: 'Of a STATUS_CHANGE.' })),
  created_at: dateTime(),
  updated_at: Type.Optional(dateTime({ description: 'When the comment was last edited.' })),
  has_unread_notification: Type.Optional(
    Type.Boolean({
      description:
        'With include `has_unread_notification`: the entry is another user’s, and newer than the caller’s last reading of the log.',
    }),
  ),
});

export const ActivityList = v2Envelope(ActivityRecord);

export const activityQuery = {
  include: Type.Optional(list(oneOf(['has_unread_notification']), { max: 1 })),
  ...pageQuery(),
};

nameSchemas({ CampaignComment: CommentRecord, CampaignActivity: ActivityRecord });
