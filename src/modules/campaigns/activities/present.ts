import type { Activity } from './list-activities.ts';
import type { Comment } from './write-comments.ts';

export function presentComment(comment: Comment) {
  return { ...presentCommentOf(comment), offer_user_id: comment.participantId! };
}

/** Presents a comment without its thread. */
export function presentCommentOf({ id, authorId, text, createdAt, updatedAt }: Comment) {
  return {
    id,
    author_id: authorId,
    comment: text,
    created_at: createdAt.toISOString(),
    ...(updatedAt === null ? {} : { updated_at: updatedAt.toISOString() }),
  };
}

/** Presents an entry of the log. `withUnread`: whether the unread flag was requested. */
export function presentActivity(activity: Activity, withUnread: boolean) {
  const { actor, comment, change, editedAt } = activity;
  return {
    type: activity.type,
    ...(actor === null ? {} : { actor_id: actor.id, actor_display_name: actor.displayName }),
    ...(comment === null ? {} : { comment_id: comment.id, comment_text: comment.text }),
    ...(change === null ? {} : { old_status: change.from, new_status: change.to }),
    created_at: activity.createdAt.toISOString(),
    ...(editedAt === null ? {} : { updated_at: editedAt.toISOString() }),
    ...(withUnread ? { has_unread_notification: activity.isUnread } : {}),
  };
}
