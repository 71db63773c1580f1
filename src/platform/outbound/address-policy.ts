import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type Range = [Address, number];

/** Decides which addresses an outbound request may connect to. */
export interface AddressPolicy {
  /**
   * @param address an IPv4 or IPv6 address as text, without brackets
   * @returns true for a public unicast address and for one in an allowed range; false for anything else, including text that is no address
   */
  allows(address: string): boolean;
}

/** Whether the text is a CIDR range such as `10.0.0.0/8` or `fd00::/8`. */
export function isCidrRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/**
 * Allows public addresses, and those of the given ranges although they are not public.
 * @param allowed CIDR ranges. An IPv4 range also allows its addresses in IPv4-mapped IPv6 form.
 * @throws Error for a text that is not a CIDR range
 */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range) as Range);
  const isInRange = (address: Address) =>
    ranges.some(([network, bits]) => address.kind() === network.kind() && address.match([network, bits] as never));
  return {
    allows: (text) => {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      return isPublic(address) || isInRange(address) || isInRange(ipaddr.process(text));
    },
  };
}

/**
 * IPv6 is public only inside 2000::/3, the block that is assigned to global unicast. This excludes IPv4-compatible, IPv4-mapped,
 * NAT64 and other forms that carry an IPv4 address; 6to4 and Teredo lie inside the block and are named ranges of the library.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6 as never);
}

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3') as Range;
