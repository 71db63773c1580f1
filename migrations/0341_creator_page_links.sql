-- The links that creators show on their public pages, in their order. A link has one creator, so it is on one page.
CREATE TABLE creator_page_links (
  user_id bigint NOT NULL REFERENCES creator_pages ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 50),
  link_id bigint NOT NULL REFERENCES links ON DELETE CASCADE,
  PRIMARY KEY (user_id, place)
);
CREATE UNIQUE INDEX creator_page_links_link ON creator_page_links (link_id);
