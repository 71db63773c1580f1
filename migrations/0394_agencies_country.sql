-- The creators of a country for agencies, as `listed_creators_country` for stores.
CREATE INDEX listed_creators_agencies_country ON listed_creators (country, followers DESC, user_id DESC) WHERE for_agencies;
