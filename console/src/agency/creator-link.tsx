import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DayRange } from '../components/day-range.ts';

interface CreatorLinkProps {
  client: number;
  creator: { id: number; name: string };
  range: DayRange;
}

/** The name of a creator, which leads to the creator's page with the same days. */
export function CreatorLink({ client, creator, range }: CreatorLinkProps) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          {...props}
          to="/console/agency/$client/creators/$user"
          params={{ client: String(client), user: String(creator.id) }}
          search={range}
        />
      )}
    >
      {creator.name}
    </Anchor>
  );
}
