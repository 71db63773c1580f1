-- The first paid clicks of a network on a day, one by one: counters by store and creator (click_networks) are written only for networks with more clicks, of
-- which there are few (see limit_networks). is_counted: the clicks are in the counters; the arrays then hold those of the latest batch.
-- Partitioned, purged and not logged like click_networks.
CREATE TABLE click_network_days (
  day date NOT NULL,
  network uuid NOT NULL,
  is_counted boolean NOT NULL,
  stores bigint[] NOT NULL,
  users bigint[] NOT NULL,
  minutes int[] NOT NULL,
  PRIMARY KEY (network, day)
) PARTITION BY LIST (day);
CREATE UNLOGGED TABLE click_network_days_other PARTITION OF click_network_days DEFAULT;

-- Networks that have counters already.
INSERT INTO click_network_days (day, network, is_counted, stores, users, minutes)
SELECT DISTINCT day, network, true, '{}'::bigint[], '{}'::bigint[], '{}'::int[] FROM click_networks;
