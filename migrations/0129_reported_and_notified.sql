-- Columns are named after the glossary: orders are reported, people are notified.
ALTER TABLE order_reports RENAME COLUMN click_told TO click_reported;
ALTER TABLE influencer_notices RENAME COLUMN told_at TO notified_at;
