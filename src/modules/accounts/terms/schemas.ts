import { Type } from 'typebox';
import { list, nullable, oneOf } from '../../../platform/http/fields.ts';
import { TERMS_KINDS } from './accepted-terms.ts';

export const CurrentTermsList = list(
  Type.Object({ kind: oneOf(TERMS_KINDS), version: Type.String(), url: nullable(Type.String()) }),
  { max: TERMS_KINDS.length, description: 'Versions that users must accept; empty: none.' },
);
