/** The sort order of a list. */
export interface Sort {
  by: string;
  descending: boolean;
}

/** Search parameters of a list in the URL. */
export type ListSearch = Record<string, unknown>;

/** Reads the sort order from its form in the URL, `column:desc` or `column:asc`. */
export function sortOf(text: string | undefined): Sort | undefined {
  const [by = '', direction] = text?.split(':') ?? [];
  return text === undefined ? undefined : { by, descending: direction === 'desc' };
}

export const sortText = ({ by, descending }: Sort): string => `${by}:${descending ? 'desc' : 'asc'}`;

/** A view of a list under a name: filters and sort order as in the URL, and the columns that are not shown. */
export interface SavedView {
  name: string;
  search: ListSearch;
  hidden: readonly string[];
}

/** The settings of a list that the browser stores. */
export interface KeptList {
  /** Keys of the columns that are not shown. */
  hidden: readonly string[];
  views: readonly SavedView[];
}

const EMPTY: KeptList = { hidden: [], views: [] };

/** The page and the record in a drawer do not belong to a view. */
const NOT_IN_VIEWS = ['page', 'order'];

/** The part of the search parameters that a view keeps. */
export const viewSearch = (search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && !NOT_IN_VIEWS.includes(name)),
  );

/** Adds a view to the list; it replaces a view of the same name. */
export function withView({ hidden, views }: KeptList, view: SavedView): KeptList {
  return { hidden, views: [...views.filter(({ name }) => name !== view.name), view] };
}

export function withoutView({ hidden, views }: KeptList, name: string): KeptList {
  return { hidden, views: views.filter((view) => view.name !== name) };
}

/** Reads the stored state. A value of another form, such as that of another version, counts as empty. */
export function readKept(text: string | undefined): KeptList {
  try {
    const { hidden, views } = JSON.parse(text ?? '') as Partial<KeptList>;
    return {
      hidden: namesOf(hidden),
      views: (Array.isArray(views) ? views : []).flatMap((view: Partial<SavedView> | null) =>
        typeof view?.name === 'string' && typeof view.search === 'object' && view.search !== null
          ? [{ name: view.name, search: view.search, hidden: namesOf(view.hidden) }]
          : [],
      ),
    };
  } catch {
    return EMPTY;
  }
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
