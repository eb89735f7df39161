// Who counts as one caller.
import { isIPv6 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** The network of an address: an IPv4 address itself, of IPv6 the subnet of 64 bits that one customer gets. */
export const networkOf = (address: string): string => normalizeIP(address);

/** The wide network of an address: the /24 of IPv4, the /48 of IPv6, which one site or small provider can hold. */
export function wideNetworkOf(address: string): string {
  const network = normalizeIP(address, 48);
  return isIPv6(network) ? `${network}/48` : network.replace(/\.\d+$/, '.0/24');
}
