// Bound on the rest of a body that arrives after its response, such as that of a call without permission.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Enough for clients that send a body before they read the response, so that their connection stays usable. */
const MOST_DISCARDED = 4 * 1_048_576;

/** The time limit of requests: a client that stops sending must not hold its connection. */
const DISCARDED_WITHIN_MS = 30_000;

const discardedOf = new WeakMap<IncomingMessage, number>();

/** Raises the bound for a request whose sender is authorized, so that it gets the response after a longer body. */
export function discardUpTo(request: IncomingMessage, bytes: number): void {
  discardedOf.set(request, bytes);
}

/**
 * Discards the rest of a body once its response is sent, and closes the connection if the rest is too long or takes too
 * long: the client would otherwise decide how much is received in vain. Where the connection ends with the response,
 * only its sending side is closed at first: closing it while data arrives resets it, and the client loses the response.
 */
export function limitDiscarded(
  request: IncomingMessage,
  response: ServerResponse,
  onClosed: () => void,
): void {
  // Before the listener of Node, which discards a body of any length unless it is being read, and closes connections.
  response.prependOnceListener('finish', () => {
    if (request.complete !== false) return;
    const { socket } = request;
    const most = discardedOf.get(request) ?? MOST_DISCARDED;
    let discarded = 0;
    const refuse = () => {
      if (socket.destroyed) return;
      socket.destroy();
      onClosed();
    };
    let isEnding = false;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      isEnding = true;
      socket.end();
    };
    const timer = setTimeout(refuse, DISCARDED_WITHIN_MS);
    const stop = () => clearTimeout(timer);
    const finish = () => {
      stop();
      socket.off('close', stop);
      socket.destroySoon = destroySoon;
      if (isEnding) destroySoon();
    };
    request.once('end', finish);
    socket.once('close', stop);
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > most) refuse();
    });
    request.read();
  });
}
