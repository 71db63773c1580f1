import type { ComposedMail } from './compose.ts';

/** Delivers a mail. @throws an error without addresses in its message; GiveUp when the delivery can never succeed */
export type Deliver = (mail: ComposedMail) => Promise<void>;
