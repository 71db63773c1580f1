import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { currencyCode, id, whole } from '../http/fields.ts';

/** The receivers of an event: everybody whose id it names, and the platform. */
export type EventAudience = 'store' | 'agency' | 'user' | 'platform';

/** A kind of event that a module reports. `Data` is what its payload holds. */
export interface EventKind<Data extends TProperties = TProperties> {
  /** `order.created` */
  readonly type: string;
  /** Raised when the payload changes in a way that receivers must know of. */
  readonly version: number;
  readonly description: string;
  readonly data: TObject<Data>;
}

/** The payload of a kind of event. */
export type EventData<Kind extends EventKind> = Static<Kind['data']>;

/** Declares a kind of event. Fields that only one audience sees are optional in `data`. */
export function eventKind<const Data extends TProperties>(
  type: string,
  description: string,
  data: Data,
  version = 1,
): EventKind<Data> {
  return { type, version, description, data: Type.Object(data) };
}

/** A sum in events: whole minor units and their currency. */
export const minorMoney = (description: string) =>
  Type.Object({ minor: whole({ description: 'Minor units.' }), currency: currencyCode() }, { description });

/** An id in events, with what it identifies. */
export const eventId = (description: string) => id({ description });
