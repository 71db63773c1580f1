/** Replaces a secret. */
const MASK = '<SECRET>';
/** Replaces values beyond the maximum depth. */
const DEEPER = '<DEEPER>';
const MAX_LEVELS = 8;

/** Names of arguments that contain secrets, reduced to lower-case letters. A false match does no harm. */
const SECRET_NAME = /token|secret|passw|pwd|credential|authori[sz]ation|cookie|session|signature|keys?$/;
/** A token or a store's key of Tributary, an agency's secret, a JWT, or a credential with its scheme, also within a longer text. */
const SECRET_TEXT = /tr(?:bs?|c)_[\w-]{8}|eyJ[\w-]+\.[\w-]*\.?|\b(?:bearer|basic)\s+\S/i;

/** Returns a copy of the arguments without secrets: neither arguments with such a name nor texts with such a form. */
export function masked(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return maskedFields(sent, 1);
}

function maskedValue(value: unknown, level: number): unknown {
  if (typeof value === 'string') return SECRET_TEXT.test(value) ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  if (level > MAX_LEVELS) return DEEPER;
  if (Array.isArray(value)) return value.map((entry) => maskedValue(entry, level + 1));
  return maskedFields(value as Record<string, unknown>, level + 1);
}

function maskedFields(fields: Readonly<Record<string, unknown>>, level: number): Record<string, unknown> {
  // Without a prototype, names such as `__proto__` have no special meaning.
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET_TEXT.test(name)) copy[MASK] = MASK;
    else copy[name] = isSecretName(name) ? MASK : maskedValue(value, level);
  }
  return copy;
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}
