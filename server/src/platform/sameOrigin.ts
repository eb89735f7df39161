// Guard of calls that no foreign page may make in the name of a browser that reaches the portal.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './failure.ts';

/** Whether an `Origin` header is the portal's own: the host of the request, or that of its public address. */
function isOwnOrigin(origin: string, hosts: readonly string[]): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && host !== '' && hosts.includes(host);
}

/**
 * Rejects calls from pages of another origin, and every body but JSON, which such a page can only send after a
 * preflight. Clients other than browsers send no origin.
 */
export const sameOriginOnly =
  (publicUrl: () => string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.removeHeader('access-control-allow-origin');
    const { origin, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers;
    if (!/^application\/json\s*(;|$)/i.test(type)) fail('request.invalid', { field: 'content-type' });
    const hosts = [request.host, new URL(publicUrl()).host];
    if (origin !== undefined && !isOwnOrigin(origin, hosts)) fail('request.origin');
    if (site === 'cross-site' || site === 'same-site') fail('request.origin');
  };
