// Bound on the rest of a body that arrives after its response, such as that of a call without permission.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Enough for clients that send a body before they read the response, so that their connection stays usable. */
const MOST_DISCARDED = 4 * 1_048_576;

/**
 * Discards the rest of a body once its response is sent, and closes the connection if the rest is too long: the client
 * would otherwise decide how much is received in vain.
 */
export function limitDiscarded(
  request: IncomingMessage,
  response: ServerResponse,
  onClosed: () => void,
): void {
  // Before the listener of Node, which discards a body of any length unless it is being read.
  response.prependOnceListener('finish', () => {
    if (request.complete !== false) return;
    let discarded = 0;
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded <= MOST_DISCARDED || request.socket.destroyed) return;
      request.socket.destroy();
      onClosed();
    });
    request.read();
  });
}
