-- What a campaign promises at an instant; no row: it has never promised anything. is_binding: its terms cannot get worse today. earliest: the first day on which
-- they can, if the end is announced today or has been announced. The day of a version counts from its beginning, and remains when a later version leaves it
-- out. A shorter notice counts from `begins_on`. What the administration has ended counts no more.
CREATE OR REPLACE FUNCTION promise_at(p_campaign bigint, p_at timestamptz)
RETURNS TABLE (today date, until date, notice_days smallint, is_binding boolean, earliest date, next_notice_days smallint, next_begins_on date, ended_reason text)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT d.today, day.until, notice.notice_days, coalesce(d.today <= day.until, false) OR notice.notice_days IS NOT NULL,
    greatest(d.today, day.until + 1, CASE WHEN coming.begins_on IS NOT NULL AND coming.notice_days IS NULL THEN coming.begins_on ELSE d.today + notice.notice_days END),
    coming.notice_days, coming.begins_on, latest.ended_reason
  FROM (SELECT * FROM terms_promises v WHERE v.campaign_id = p_campaign ORDER BY v.version DESC LIMIT 1) latest
  CROSS JOIN LATERAL (SELECT (p_at AT TIME ZONE latest.time_zone)::date AS today) d
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version FROM terms_promises v WHERE v.campaign_id = p_campaign AND v.ended_reason IS NOT NULL) ended
  CROSS JOIN LATERAL (SELECT max(v.until) AS until FROM terms_promises v WHERE v.campaign_id = p_campaign AND v.version > ended.version) day
  LEFT JOIN LATERAL (SELECT v.version, v.notice_days FROM terms_promises v
    WHERE v.campaign_id = p_campaign AND v.version > ended.version AND v.begins_on <= d.today ORDER BY v.version DESC LIMIT 1) notice ON true
  LEFT JOIN LATERAL (SELECT v.notice_days, v.begins_on FROM terms_promises v
    WHERE v.campaign_id = p_campaign AND v.version > coalesce(notice.version, ended.version) AND v.begins_on > d.today ORDER BY v.version DESC LIMIT 1) coming ON true
$$;
