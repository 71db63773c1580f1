import { parse } from 'tldts';

/** The beginning of a web address, or a path after a host. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[^\s/]\.\p{L}{2,}\/\S/iu;
/** Seven digits or more, with or without separators, as in a phone number or the number of an account. */
const LONG_NUMBER = /\d(?:[\s()./-]{0,2}\d){6}/;
/** A word that could be a host: letters after the last dot, of whatever script. */
const DOTTED = /[\p{L}\p{N}-]+(?:[.\u3002\uff0e][\p{L}\p{N}-]+)*[.\u3002\uff0e]\p{L}{2,}/giu;

/** Whether a name contains a web address. Domains without a path are found by `hostsIn`. */
export function hasAddress(name: string): boolean {
  return ADDRESS.test(name.normalize('NFKC'));
}

/** Whether a name contains a web address, an `@` or a long number, with which it could carry a message of its own. */
export function hasContact(name: string): boolean {
  const plain = name.normalize('NFKC');
  return hasAddress(plain) || plain.includes('@') || LONG_NUMBER.test(plain);
}

/** The words of a name that are hosts, such as `example.com`. In `J.Lindeberg` the dot belongs to an abbreviation, because no domain ends so. */
export function hostsIn(name: string): string[] {
  return (name.normalize('NFKC').match(DOTTED) ?? []).filter(
    (word) => parse(word.replaceAll(/[\u3002\uff0e]/g, '.')).isIcann === true,
  );
}

/** Whether a name can be shown to strangers and mailed in the operator's name: it has neither contact details nor hosts. */
export function isPublicName(name: string): boolean {
  return !hasContact(name) && hostsIn(name).length === 0;
}
