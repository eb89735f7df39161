// Who counts as one caller.
import { normalizeIP } from '@fastify/rate-limit';

/** The network of an address: an IPv4 address itself, of IPv6 the subnet of 64 bits that one customer gets. */
export const networkOf = (address: string): string => normalizeIP(address);
