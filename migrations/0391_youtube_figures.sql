-- The day (in the platform's time zone) on which the figures of a video were last requested at YouTube; null: never.
ALTER TABLE publications ADD COLUMN figures_requested_on date;
CREATE INDEX publications_youtube ON publications (published_on) WHERE platform = 'youtube' AND url IS NOT NULL;
