// Limits packet sizes before the broker: it trusts the declared length of a packet and buffers until complete, so an
// attacker could reserve 256 MB. The fixed header of every packet is parsed here as it arrives.
import type net from 'node:net';
import { networkOf } from '../platform/network.ts';

/** Most bytes of a packet after its fixed header: before login, which is small, and of a device. */
const ANONYMOUS_PACKET = 1_024;
const PACKET = 65_536 + 512;
const CONNECT = 1;

export type MqttRefusal = 'tooLong' | 'noMqtt' | 'tooManyConnections';

export interface GuardParts {
  /** Most connections per address, or per IPv6 prefix of a household, and how many of them may be before login. */
  perAddress?: { all: number; anonymous: number };
  /** Most connections before login, over all addresses. */
  anonymousTotal?: number;
  onRefused: (why: MqttRefusal, address: string) => void;
}

export interface MqttGuard {
  /** Watches a new connection; false if it was closed immediately. */
  watch(socket: net.Socket): boolean;
  /** The connection has logged in. */
  welcome(socket: unknown): void;
}

interface Watched {
  address: string;
  isAnonymous: boolean;
  /** Fixed header being read: bytes of the length field, and its value to date. Undefined: at the first byte. */
  header: { digits: number; length: number } | undefined;
  isFirst: boolean;
  /** Remaining bytes of the packet. */
  rest: number;
}

const LIMITS = { all: 1_000, anonymous: 100 };
const ANONYMOUS_TOTAL = 5_000;

/** Parses the fixed headers of all connections of a broker and closes those over the limit. */
export function createMqttGuard({
  perAddress = LIMITS,
  anonymousTotal = ANONYMOUS_TOTAL,
  onRefused,
}: GuardParts): MqttGuard {
  const watched = new WeakMap<object, Watched>();
  const held = new Map<string, { all: number; anonymous: number }>();
  let anonymous = 0;

  const leave = ({ address, isAnonymous }: Watched) => {
    const count = held.get(address);
    if (!count) return;
    count.all--;
    if (isAnonymous) {
      count.anonymous--;
      anonymous--;
    }
    if (count.all <= 0) held.delete(address);
  };

  return {
    watch(socket) {
      const address = networkOf(socket.remoteAddress ?? '');
      const count = held.get(address) ?? { all: 0, anonymous: 0 };
      const isFull = count.all >= perAddress.all || count.anonymous >= perAddress.anonymous;
      if (isFull || anonymous >= anonymousTotal) {
        onRefused('tooManyConnections', address);
        socket.destroy();
        return false;
      }
      const state: Watched = { address, isAnonymous: true, header: undefined, isFirst: true, rest: 0 };
      watched.set(socket, state);
      count.all++;
      count.anonymous++;
      anonymous++;
      held.set(address, count);
      socket.once('close', () => leave(state));
      // The broker uses `read()`, which passes each chunk to this listener first.
      socket.on('data', (piece: Buffer) => {
        const why = refusalOf(state, piece);
        if (why === undefined || socket.destroyed) return;
        onRefused(why, address);
        socket.destroy();
      });
      return true;
    },
    welcome(socket) {
      const state = watched.get(socket as object);
      if (!state?.isAnonymous) return;
      state.isAnonymous = false;
      anonymous--;
      const count = held.get(state.address);
      if (count) count.anonymous--;
    },
  };
}

/** Follows the packets of a connection through the next piece of its bytes; why it must end, if it must. */
function refusalOf(state: Watched, piece: Buffer): MqttRefusal | undefined {
  let at = 0;
  while (at < piece.length) {
    if (state.rest > 0) {
      const taken = Math.min(state.rest, piece.length - at);
      state.rest -= taken;
      at += taken;
      continue;
    }
    const byte = piece[at++] ?? 0;
    if (state.header === undefined) {
      if (state.isFirst && byte >> 4 !== CONNECT) return 'noMqtt';
      state.isFirst = false;
      state.header = { digits: 0, length: 0 };
      continue;
    }
    // Seven bits a byte, the lowest first; four bytes at most.
    const { header } = state;
    header.length += (byte & 0x7f) * 128 ** header.digits++;
    if (header.length > (state.isAnonymous ? ANONYMOUS_PACKET : PACKET)) return 'tooLong';
    if (byte < 0x80) {
      state.rest = header.length;
      state.header = undefined;
    } else if (header.digits === 4) return 'noMqtt';
  }
  return undefined;
}
