import type { InLanguages } from '../../platform/locale.ts';

interface ClassDeclaration {
  /** The code in `clicks.class`. Never change or reuse one: stored clicks refer to it. */
  code: number;
  /** The reason, as a sentence in each language. */
  because: InLanguages;
  /** Whether an order that follows such a click is not attributed, for the same reason. */
  refusesOrders: boolean;
}

/**
 * The classes of clicks: the reasons why a click counts or does not count. Only `counted` is priced. Codes, names, reasons and the
 * refusal of orders are derived from these declarations (docs/walk-throughs.md).
 */
export const CLICK_CLASSES = {
  counted: {
    code: 0,
    because: {
      en: 'A person followed the link for the first time this day, and nothing speaks against it.',
      sv: 'En person följde länken för första gången den dagen, och inget talar emot det.',
      de: 'Eine Person ist dem Link an diesem Tag zum ersten Mal gefolgt, und nichts spricht dagegen.',
    },
    refusesOrders: false,
  },
  bot: {
    code: 1,
    because: {
      en: 'The request was made by a program: it names no browser, or a known crawler.',
      sv: 'Anropet gjordes av ett program: det anger ingen webbläsare, eller en känd sökrobot.',
      de: 'Die Anfrage kam von einem Programm: Sie nennt keinen Browser oder einen bekannten Crawler.',
    },
    refusesOrders: true,
  },
  prefetch: {
    code: 2,
    because: {
      en: 'A browser looked ahead, and no person followed the link.',
      sv: 'En webbläsare hämtade sidan i förväg, och ingen person följde länken.',
      de: 'Ein Browser hat die Seite vorausgeladen, und keine Person ist dem Link gefolgt.',
    },
    refusesOrders: false,
  },
  duplicate: {
    code: 3,
    because: {
      en: 'This visitor had already been counted on this link on this day.',
      sv: 'Den här besökaren hade redan räknats på länken den dagen.',
      de: 'Dieser Besucher wurde an diesem Tag auf diesem Link bereits gezählt.',
    },
    refusesOrders: false,
  },
  blocked: {
    code: 4,
    because: {
      en: 'The store has the creator on its blocklist.',
      sv: 'Butiken har kreatören på sin blockeringslista.',
      de: 'Der Shop hat den Creator blockiert.',
    },
    refusesOrders: true,
  },
  inactive: {
    code: 5,
    because: {
      en: 'The store, the link or the creator was not active.',
      sv: 'Butiken, länken eller kreatören var inte aktiv.',
      de: 'Der Shop, der Link oder der Creator war nicht aktiv.',
    },
    refusesOrders: true,
  },
  embedded: {
    code: 6,
    because: {
      en: 'A page loaded the link, and no person followed it.',
      sv: 'En sida läste in länken, och ingen person följde den.',
      de: 'Eine Seite hat den Link geladen, und keine Person ist ihm gefolgt.',
    },
    refusesOrders: true,
  },
  store_pending: {
    code: 7,
    because: {
      en: 'The store was not approved.',
      sv: 'Butiken var inte godkänd.',
      de: 'Der Shop war nicht freigegeben.',
    },
    refusesOrders: true,
  },
  own_store: {
    code: 8,
    because: {
      en: 'The creator belongs to the store and earns nothing at it.',
      sv: 'Kreatören hör till butiken och tjänar ingenting hos den.',
      de: 'Der Creator gehört zum Shop und verdient dort nichts.',
    },
    refusesOrders: true,
  },
  network_limit: {
    code: 9,
    because: {
      en: 'As many clicks as are paid from one network had been paid.',
      sv: 'Så många klick som ersätts från ett och samma nätverk hade redan ersatts.',
      de: 'Aus diesem Netzwerk waren bereits so viele Klicks vergütet, wie aus einem Netzwerk vergütet werden.',
    },
    refusesOrders: false,
  },
  credit_limit: {
    code: 10,
    because: {
      en: 'The store’s credit did not cover the click.',
      sv: 'Butikens kredit räckte inte till klicket.',
      de: 'Der Kreditrahmen des Shops reichte für den Klick nicht aus.',
    },
    refusesOrders: false,
  },
  void: {
    code: 11,
    because: {
      en: 'An administrator voided the click.',
      sv: 'En administratör makulerade klicket.',
      de: 'Ein Administrator hat den Klick storniert.',
    },
    refusesOrders: true,
  },
  unpaid_page: {
    code: 12,
    because: {
      en: 'The store does not pay for clicks to this page: a URL rule excludes it, or its domain is not accepted.',
      sv: 'Butiken betalar inte för klick till den här sidan: en URL-regel utesluter den, eller så är domänen inte godkänd.',
      de: 'Der Shop zahlt nicht für Klicks auf diese Seite: Eine URL-Regel schließt sie aus, oder ihre Domain ist nicht akzeptiert.',
    },
    refusesOrders: true,
  },
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
 * the store; or the store does not pay this creator, or not for this page.
 */
export const LINK_REFUSALS = [
  'blocked',
  'inactive',
  'store_pending',
  'own_store',
  'unpaid_page',
] as const satisfies ClassName[];
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
) as Record<ClickRefusal, InLanguages>;
