import { useLocalStorage } from '@mantine/hooks';
import { useMe } from '../../session/use-me.ts';
import { readKept } from './list-state.ts';

/** The columns and views of a list that this browser keeps for the account. @param list identifies the list */
export function useKeptList(list: string) {
  const { id } = useMe();
  const [kept, keep] = useLocalStorage({
    key: `tributary.list.${id}.${list}`,
    defaultValue: readKept(undefined),
    deserialize: readKept,
    getInitialValueInEffect: false,
  });
  return { kept, keep };
}
