-- The chart of accounts of the accounting export. Without a row the defaults of the company's country apply.
CREATE TABLE accounting_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- The currency of the books.
  currency char(3) NOT NULL,
  -- Account numbers by role; roles that are left out have the default.
  accounts jsonb NOT NULL,
  datev_consultant integer NOT NULL CHECK (datev_consultant BETWEEN 1001 AND 9999999),
  datev_client integer NOT NULL CHECK (datev_client BETWEEN 1 AND 99999),
  updated_by bigint NOT NULL REFERENCES users,
  updated_at timestamptz NOT NULL
);
