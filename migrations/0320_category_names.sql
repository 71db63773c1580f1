-- The name of a category in the languages of its readers; null: `name`, which is in the language of the marketplace.
ALTER TABLE categories
  ADD COLUMN name_en text CHECK (length(name_en) BETWEEN 1 AND 128),
  ADD COLUMN name_sv text CHECK (length(name_sv) BETWEEN 1 AND 128),
  ADD COLUMN name_de text CHECK (length(name_de) BETWEEN 1 AND 128);
