-- Notifies every process that the domains of links have changed, so that it reads them again.
CREATE OR REPLACE FUNCTION link_domains_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('link_domains', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER link_domains_changed AFTER INSERT OR UPDATE OR DELETE ON link_domains
  FOR EACH STATEMENT EXECUTE FUNCTION link_domains_changed();
