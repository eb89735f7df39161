// Sends a device frame to another server as a device does: plain POST without further headers. The target is set by the
// operator; it must not resolve to this portal, which happens where the manufacturer's name is redirected in the network.
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import os from 'node:os';
import type { UpstreamFailure } from '@helioport/contract/health';
import { isListedAddress, isPublicAddress, type PrivateHooks } from './webhook.ts';

export type UpstreamResult =
  | { isSent: true }
  | { isSent: false; reason: UpstreamFailure; status: number | null };

export interface UpstreamTarget {
  /** Without a slash at the end. */
  url: string;
  /** Name servers that resolve its name instead of those of the host. */
  nameServers: readonly string[];
}

interface Parts {
  target: UpstreamTarget;
  /** Private addresses that may be reached. */
  allowsPrivate: PrivateHooks;
  /** Of the portal. */
  publicUrl: string;
  timeoutMs?: number;
  /** Addresses of the host; for tests. */
  ownAddresses?: () => readonly string[];
}

export interface UpstreamSender {
  /** Sends one frame; never rejects. */
  send(frame: Buffer, path: string, signal?: AbortSignal): Promise<UpstreamResult>;
}

const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES = 4_096;
/** Addresses are resolved again after this time. */
const RESOLVED_FOR_MS = 60_000;
const LOOPBACK = /^(?:127\.|0\.|::1$|::$|::ffff:(?:127|0)\.)/;

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const interfaceAddresses = (): string[] =>
  Object.values(os.networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

const systemAddresses = async (host: string): Promise<string[]> =>
  (await dns.lookup(host, { all: true })).map(({ address }) => address);

async function resolveBy(nameServers: readonly string[], host: string): Promise<string[]> {
  if (nameServers.length === 0) return systemAddresses(host);
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(nameServers);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

export function createUpstreamSender({
  target,
  allowsPrivate,
  publicUrl,
  timeoutMs = TIMEOUT_MS,
  ownAddresses = interfaceAddresses,
}: Parts): UpstreamSender {
  const base = new URL(target.url);
  const host = hostOf(target.url);
  let resolved: { addresses: string[]; atMs: number } | undefined;

  /** Addresses that can be called, or why there are none. */
  const addressesOf = async (): Promise<string[] | UpstreamFailure> => {
    if (resolved && performance.now() - resolved.atMs < RESOLVED_FOR_MS) return resolved.addresses;
    const all = isIP(host) > 0 ? [host] : await resolveBy(target.nameServers, host).catch((): string[] => []);
    if (all.length === 0) return 'name';
    const isListed = (address: string) => isListedAddress(address, allowsPrivate);
    const own = new Set([
      ...ownAddresses(),
      ...(await systemAddresses(hostOf(publicUrl)).catch((): string[] => [])),
    ]);
    const others = all.filter(
      (address) => isListed(address) || !(own.has(address) || LOOPBACK.test(address)),
    );
    if (others.length === 0) return 'self';
    const addresses = others.filter(
      (address) => isListed(address) || allowsPrivate === true || isPublicAddress(address),
    );
    if (addresses.length === 0) return 'private';
    resolved = { addresses, atMs: performance.now() };
    return addresses;
  };

  const post = (frame: Buffer, path: string, addresses: string[], stop?: AbortSignal) =>
    new Promise<UpstreamResult>((done) => {
      const isEncrypted = base.protocol === 'https:';
      const send = isEncrypted ? https.request : http.request;
      const timeout = AbortSignal.timeout(timeoutMs);
      let status: number | null = null;
      const finish = () => {
        if (status !== null && status >= 200 && status <= 299) return done({ isSent: true });
        done({ isSent: false, reason: 'status', status });
      };
      const request = send(
        {
          host,
          port: base.port || (isEncrypted ? 443 : 80),
          method: 'POST',
          path: `${base.pathname.replace(/\/$/, '')}${path}`,
          agent: false,
          headers: { 'Content-Length': frame.length },
          signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
          lookup: (_host, options, found) => {
            const list = addresses.map((address) => ({ address, family: isIP(address) }));
            const [first] = list;
            if (options.all) found(null, list);
            else found(null, first?.address ?? '', first?.family);
          },
        },
        (response) => {
          status = response.statusCode ?? 0;
          let size = 0;
          // The response contains the time and commands of the manufacturer; neither is used.
          response.on('data', (piece: Buffer) => {
            size += piece.length;
            if (size > RESPONSE_BYTES) response.destroy();
          });
          response.on('error', () => undefined);
          response.on('close', finish);
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (status !== null) return;
        resolved = undefined;
        const isClosed = request.writableFinished && error.message === 'socket hang up';
        const reason = timeout.aborted ? 'timeout' : isClosed ? 'noResponse' : 'unreachable';
        done({ isSent: false, reason, status: null });
      });
      request.end(frame);
    });

  return {
    async send(frame, path, signal) {
      const found = await addressesOf();
      return typeof found === 'string'
        ? { isSent: false, reason: found, status: null }
        : await post(frame, path, found, signal);
    },
  };
}
