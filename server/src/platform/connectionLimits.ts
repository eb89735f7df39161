// Bounds on TCP connections of the HTTP server: how many one network may hold, how many requests one connection may have
// under way, and how long an answer may stay unread.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { limitDiscarded } from './discardedBody.ts';
import { networkOf } from './network.ts';

export interface ConnectionLimits {
  /** Connections that one network may hold. Connections from a trusted proxy are not counted by network. */
  perNetwork: number;
  /** Connections of all networks. */
  total: number;
  /** Requests under way of one network, on all its connections. */
  requestsPerNetwork: number;
  /** Requests under way on one connection. Browsers send one after the other; pipelining clients send more. */
  perConnection: number;
  /** Time without any progress after which a connection is closed, ms. Longer than the longest call. */
  idleMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  perNetwork: 256,
  total: 8_000,
  requestsPerNetwork: 1_024,
  perConnection: 32,
  idleMs: 120_000,
};

export type RefusedCause = 'network' | 'total' | 'pipeline' | 'requests' | 'body';

interface Options {
  limits: ConnectionLimits;
  trustsProxy: false | number | string[];
  /** Called for each connection that is closed for a limit. */
  onRefused: (cause: RefusedCause, address: string) => void;
}

/** Checks whether a request may proceed. */
export type AdmitRequest = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Applies the limits to a server. A connection beyond a limit is closed without an answer, because devices take any
 * answer for an acknowledgement.
 */
export function limitConnections(server: Server, { limits, trustsProxy, onRefused }: Options): AdmitRequest {
  const held = new Map<string, number>();
  const requestsOf = new WeakMap<Socket, number>();
  const requestsOfNetwork = new Map<string, number>();
  const isProxy = proxyTest(trustsProxy);
  server.maxConnections = limits.total;
  server.on('drop', (data) => onRefused('total', data?.remoteAddress ?? ''));
  server.timeout = limits.idleMs;

  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = change(held, network, 1);
    socket.once('close', () => change(held, network, -1));
    if (count <= limits.perNetwork) return;
    onRefused('network', address);
    socket.destroy();
  });

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return false;
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? undefined : networkOf(address);
    const count = (requestsOf.get(socket) ?? 0) + 1;
    requestsOf.set(socket, count);
    const ofNetwork = network === undefined ? 0 : change(requestsOfNetwork, network, 1);
    whenOver(request, response, () => {
      requestsOf.set(socket, (requestsOf.get(socket) ?? 1) - 1);
      if (network !== undefined) change(requestsOfNetwork, network, -1);
    });
    const isPipelining = count > limits.perConnection;
    if (!isPipelining && ofNetwork <= limits.requestsPerNetwork) {
      limitDiscarded(request, response, () => onRefused('body', address));
      return true;
    }
    onRefused(isPipelining ? 'pipeline' : 'requests', address);
    socket.destroy();
    return false;
  };
}

const unfinished = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when the response is closed or its connection is: a response that waits behind another one on its
 * connection is never closed when the connection breaks.
 */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, callback: () => void): void {
  let callbacks = unfinished.get(socket);
  if (!callbacks) {
    const all = new Set<() => void>();
    callbacks = all;
    unfinished.set(socket, all);
    socket.once('close', () => {
      for (const one of all) one();
    });
  }
  const own = callbacks;
  const finish = () => {
    if (own.delete(finish)) callback();
  };
  own.add(finish);
  response.once('close', finish);
}

/** Adds to a counter and returns its value; a counter at 0 takes no memory. */
function change(counters: Map<string, number>, key: string, by: 1 | -1): number {
  const value = (counters.get(key) ?? 0) + by;
  if (value > 0) counters.set(key, value);
  else counters.delete(key);
  return value;
}

/** Tests for addresses of trusted proxies, which carry connections of many networks. */
function proxyTest(trustsProxy: false | number | string[]): (address: string) => boolean {
  if (trustsProxy === false) return () => false;
  if (typeof trustsProxy === 'number') return () => true;
  const list = new BlockList();
  for (const entry of trustsProxy) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
