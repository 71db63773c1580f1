-- Messages are a kind of notification of their own (src/modules/accounts/notifications/kinds.ts).
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('campaigns', 'messages', 'orders', 'statements', 'payments', 'limits', 'service', 'reports', 'security'));

-- The participations with messages, from which the lists of conversations are read without their comments (src/modules/campaigns/conversations).
CREATE TABLE conversations (
  participant_id bigint PRIMARY KEY REFERENCES participants ON DELETE CASCADE,
  store_id bigint NOT NULL REFERENCES stores,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  last_comment_id bigint NOT NULL REFERENCES comments,
  store_unread integer NOT NULL CHECK (store_unread >= 0),
  creator_unread integer NOT NULL CHECK (creator_unread >= 0)
);
CREATE INDEX conversations_store ON conversations (store_id, last_comment_id);
CREATE INDEX conversations_campaign ON conversations (campaign_id, last_comment_id);
CREATE INDEX conversations_store_unread ON conversations (store_id, last_comment_id) WHERE store_unread > 0;
CREATE INDEX conversations_last_comment ON conversations (last_comment_id);

INSERT INTO conversations (participant_id, store_id, campaign_id, last_comment_id, store_unread, creator_unread)
SELECT p.id, o.store_id, o.id, c.last_comment_id, 0, 0
FROM (SELECT participant_id, max(id) AS last_comment_id FROM comments WHERE participant_id IS NOT NULL GROUP BY participant_id) c
JOIN participants p ON p.id = c.participant_id JOIN campaigns o ON o.id = p.campaign_id;
