interface ClassDeclaration {
  /** The code in `clicks.class`. Never change or reuse one: stored clicks refer to it. */
  code: number;
  /** The reason, as a sentence. */
  because: string;
  /** Whether an order that follows such a click is not attributed, for the same reason. */
  refusesOrders: boolean;
}

/**
 * The classes of clicks: the reasons why a click counts or does not count. Only `counted` is priced. Codes, names, reasons and the
 * refusal of orders are derived from these declarations (CONTRIBUTING.md has a walk-through).
 */
export const CLICK_CLASSES = {
  counted: {
    code: 0,
    because: 'A person followed the link for the first time this day, and nothing speaks against it.',
    refusesOrders: false,
  },
  bot: {
    code: 1,
    because: 'The request was made by a program: it names no browser, or a known crawler.',
    refusesOrders: true,
  },
  prefetch: { code: 2, because: 'A browser looked ahead, and no person followed the link.', refusesOrders: false },
  duplicate: {
    code: 3,
    because: 'This visitor had already been counted on this link on this day.',
    refusesOrders: false,
  },
  blocked: { code: 4, because: 'The store has the creator on its blocklist.', refusesOrders: true },
  inactive: { code: 5, because: 'The store, the link or the creator was not active.', refusesOrders: true },
  embedded: { code: 6, because: 'A page loaded the link, and no person followed it.', refusesOrders: true },
  store_pending: { code: 7, because: 'The store was not approved.', refusesOrders: true },
  own_store: { code: 8, because: 'The creator belongs to the store and earns nothing at it.', refusesOrders: true },
  network_limit: {
    code: 9,
    because: 'As many clicks as are paid from one network had been paid.',
    refusesOrders: false,
  },
  credit_limit: { code: 10, because: 'The store’s credit did not cover the click.', refusesOrders: false },
  void: { code: 11, because: 'An administrator voided the click.', refusesOrders: true },
} as const satisfies Record<string, ClassDeclaration>;

type Classes = typeof CLICK_CLASSES;
export type ClassName = keyof Classes;
export const CLASS_NAMES = Object.keys(CLICK_CLASSES) as ClassName[];

type Codes = { readonly [Name in ClassName]: Classes[Name]['code'] };
/** The code of each class. */
export const ClickClass = Object.fromEntries(CLASS_NAMES.map((name) => [name, CLICK_CLASSES[name].code])) as Codes;
export type ClickClass = Codes[ClassName];

const NAMES = new Map<number, ClassName>(CLASS_NAMES.map((name) => [CLICK_CLASSES[name].code, name]));

/** The name of the class with a stored code. */
export const classNameOf = (code: number): ClassName => NAMES.get(code)!;

/**
 * The reasons why no click on a link currently counts: the store is closed; the store, the link or the creator is on hold; the store is not approved; the creator belongs to
 * the store; or the store does not pay this creator.
 */
export const LINK_REFUSALS = ['blocked', 'inactive', 'store_pending', 'own_store'] as const satisfies ClassName[];
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

/** The classes whose clicks bring no order. */
export type ClickRefusal = {
  [Name in ClassName]: Classes[Name]['refusesOrders'] extends true ? Name : never;
}[ClassName];

const isRefusal = (name: ClassName): name is ClickRefusal => CLICK_CLASSES[name].refusesOrders;

/** Why orders that follow a click with this class are not attributed; null: they are. */
export function orderRefusalOf(code: number): ClickRefusal | null {
  const name = classNameOf(code);
  return isRefusal(name) ? name : null;
}

/** The reasons why clicks bring no order, as sentences. */
export const CLICK_REFUSALS = Object.fromEntries(
  CLASS_NAMES.filter(isRefusal).map((name) => [name, CLICK_CLASSES[name].because]),
) as Record<ClickRefusal, string>;
