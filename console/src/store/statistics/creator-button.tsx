import { Anchor } from '@mantine/core';

/** Creator name that opens the profile drawer. */
export function CreatorButton({
  user,
  onOpenCreator,
}: {
  user: { id: number; public_name: string };
  onOpenCreator: (id: number) => void;
}) {
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpenCreator(user.id)}>
      {user.public_name}
    </Anchor>
  );
}
