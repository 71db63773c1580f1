import { Anchor, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Note } from '../../components/note.tsx';
import { LIST_NAMES } from './lists.ts';
import { useListsTexts } from './texts.ts';

/** The lists that administrators maintain, with their purposes. */
export function ListLinks() {
  const { lists } = useListsTexts();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {LIST_NAMES.map((list) => (
        <div key={list}>
          <Anchor
            size="sm"
            fw={600}
            renderRoot={(props) => <Link {...props} to="/console/admin/lists/$list" params={{ list }} />}
          >
            {lists[list].title}
          </Anchor>
          <Note>{lists[list].hint}</Note>
        </div>
      ))}
    </SimpleGrid>
  );
}
