import { Anchor } from '@mantine/core';

/** A creator's name, which opens who they are. */
export function CreatorButton({
  user,
  onWho,
}: {
  user: { id: number; username: string };
  onWho: (id: number) => void;
}) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => onWho(user.id)}>
      {user.username}
    </Anchor>
  );
}
