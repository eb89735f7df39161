// Sends events to a URL entered by a user. The URL is untrusted: no address of the installation's own network may be
// reachable, whatever the name resolves to, and redirects are not followed.
import { createHmac } from 'node:crypto';
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const TIMEOUT_MS = 8_000;
/** How much of a response is read, and for how long. */
const ANSWER_BYTES = 1024;
const ANSWER_MS = 1_000;

/** Minutes to wait after each failed attempt; after the last one it is given up. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** Time of the next attempt after so many; null: it is given up. */
export function retryAt(attempts: number, now: number): Date | null {
  const pause = PAUSES_MINUTES[attempts - 1];
  return pause === undefined ? null : new Date(now + pause * 60_000);
}

const inside = new BlockList();
// IANA IPv4 special-purpose registry: this network, private, carrier, loopback, link-local (clouds keep their secrets
// there), documentation, relays and AS112; multicast and reserved.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');

const outside6 = new BlockList();
outside6.addSubnet('2000::', 3, 'ipv6');
// IANA IPv6 special-purpose registry, as far as it is within global unicast; mapped, NAT64, discard, segment routing, local
// and multicast addresses are outside of it. Teredo and ORCHID, documentation, 6to4, AS112, documentation.
const special6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, bits, 'ipv6');

/** Whether an address is public: no address of this host or its network. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !inside.check(address, 'ipv4')
    : outside6.check(address, 'ipv6') && !special6.check(address, 'ipv6');

/** Private addresses that webhooks may reach: all (true), none (false), or those in a list. */
export type PrivateHooks = boolean | BlockList;

/** The list of networks in CIDR notation; single addresses have no length. */
export function listOfNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isAllowedPrivate = (address: string, allows: PrivateHooks): boolean =>
  typeof allows === 'boolean' ? allows : allows.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether the operator has listed an address; a general permission does not count. */
export const isListedAddress = (address: string, allows: PrivateHooks): boolean =>
  typeof allows !== 'boolean' && isAllowedPrivate(address, allows);

/** Without encryption only addresses of the operator can be reached. */
const mayReach = (address: string, allows: PrivateHooks, isEncrypted: boolean): boolean =>
  isAllowedPrivate(address, allows) || (isEncrypted && isPublicAddress(address));

/** Whether a text is an address that hooks may have. Names are checked again when they are resolved. */
export function isHookUrl(text: string, allows: PrivateHooks): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(allows && url.protocol === 'http:')) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || mayReach(host, allows, isEncrypted);
}

export interface Hook {
  url: string;
  secret: string;
  /** The same for every attempt, so that the receiver can detect repetitions. */
  id: string;
  /** Text is sent unchanged, other values as JSON. */
  body: unknown;
  /** ms. */
  now: number;
  allowsPrivate: PrivateHooks;
  /** Resolves names; for tests. */
  resolve?: Resolve;
}

/** `t=<seconds>,v1=<HMAC-SHA256 in hex of "<seconds>.<body>">`. */
export const signatureOf = (body: string, secret: string, nowMs: number): string => {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

/** Resolves names once and connects to the checked address, so that DNS cannot change in between. */
const guarded =
  (allows: PrivateHooks, isEncrypted: boolean, resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const chosen = addresses.filter(({ address }) => mayReach(address, allows, isEncrypted));
      const [first] = chosen;
      if (!first) return done(new Error(`${host} is not a public address`), '');
      return options.all ? done(null, chosen) : done(null, first.address, first.family);
    });

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Guarded {
  url: string;
  headers: http.OutgoingHttpHeaders;
  body: string | Buffer | null;
  allowsPrivate: PrivateHooks;
  resolve?: Resolve;
}

/** Response of a receiver. */
export interface HookAnswer {
  status: number;
  /** The first kB; '' from hosts of the operator's network that WEBHOOK_NETWORKS does not list. */
  text: string;
}

/**
 * Connection failure: the same for an unknown name, an address of the own network, a closed port and a timeout, because
 * a difference would reveal internal hosts. The cause is for the log.
 */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The address does not respond or is not a public address.', { cause });
  }
}

const mayShow = (address: string, allows: PrivateHooks): boolean =>
  isPublicAddress(address) || isListedAddress(address, allows);

/** Resolves to the start of a response, also if the receiver never ends it. */
function readStart(answer: http.IncomingMessage): Promise<string> {
  return new Promise((done) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => answer.destroy(), ANSWER_MS);
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size >= ANSWER_BYTES) answer.destroy();
    });
    answer.on('error', () => {});
    answer.on('close', () => {
      clearTimeout(timer);
      done(Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString().replaceAll('\0', ''));
    });
  });
}

/** Posts to an address of the internet; rejects without a response. Redirects are not followed. */
export function postGuarded({
  url,
  headers,
  body,
  allowsPrivate,
  resolve = lookup,
}: Guarded): Promise<HookAnswer> {
  if (!isHookUrl(url, allowsPrivate)) return Promise.reject(new Unreachable('not a valid webhook address'));
  const isEncrypted = URL.parse(url)?.protocol === 'https:';
  const send = isEncrypted ? https.request : http.request;
  return new Promise((done, reject) => {
    let isAnswered = false;
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: guarded(allowsPrivate, isEncrypted, resolve),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, 'user-agent': 'helioport' },
      },
      (answer) => {
        isAnswered = true;
        const status = answer.statusCode ?? 0;
        if (mayShow(answer.socket.remoteAddress ?? '', allowsPrivate)) {
          void readStart(answer).then((text) => done({ status, text }));
          return;
        }
        answer.destroy();
        done({ status, text: '' });
      },
    );
    request.on('error', (error) => {
      if (!isAnswered) reject(new Unreachable(error));
    });
    request.end(body);
  });
}

/** Posts it; resolves to any response, rejects without one. */
export function sendHook({ url, secret, id, body, now, ...where }: Hook): Promise<HookAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'helioport-id': id,
    'helioport-signature': signatureOf(text, secret, now),
  };
  return postGuarded({ url, headers, body: text, ...where });
}

/** Whether the receiver has accepted it. */
export const isAccepted = (status: number): boolean => status >= 200 && status <= 299;

/** Posts it; resolves when the receiver answered 2xx, else rejects with why. */
export async function postHook(hook: Hook): Promise<void> {
  const { status } = await sendHook(hook);
  if (!isAccepted(status)) throw new Error(`answered ${status}`);
}
