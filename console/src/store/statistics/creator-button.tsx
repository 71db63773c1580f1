import { Anchor } from '@mantine/core';

/** Creator name that opens the profile drawer. */
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
