import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { id } from '../http/fields.ts';

/** A receiver of events: the store, agency or user whose id an event contains, or the platform, which receives all. */
export type EventAudience = 'store' | 'agency' | 'user' | 'platform';

/** A kind of event that a module reports. `Data` are the fields of its payload. */
export interface EventKind<Data extends TProperties = TProperties> {
  /** The name of the event, such as `order.created`. */
  readonly type: string;
  /** Increases when the payload changes incompatibly. */
  readonly version: number;
  readonly description: string;
  readonly data: TObject<Data>;
}

/** The payload of a kind of event. */
export type EventData<Kind extends EventKind> = Static<Kind['data']>;

/**
 * Declares a kind of event. Fields that only some receivers may read are optional in `data`.
 * @param version see `EventKind.version`
 */
export function eventKind<const Data extends TProperties>(
  type: string,
  description: string,
  data: Data,
  version = 1,
): EventKind<Data> {
  return { type, version, description, data: Type.Object(data) };
}

/** Schema of an id in an event. `description` says what it identifies. */
export const eventId = (description: string) => id({ description });
