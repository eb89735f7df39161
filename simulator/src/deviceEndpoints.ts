// Client for the portal's device endpoints: frames over a raw socket, and the replay endpoint.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const FRAME_TIMEOUT_MS = 15_000;
const REPLAY_TIMEOUT_MS = 60_000;
const LONGEST_WAIT_MS = 15_000;

/** The portal has rejected the request; retrying does not help. */
export class RequestRefused extends Error {}

/** Result of a chunk of lines at the replay endpoint. */
export interface ReplayAnswer {
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
}

/**
 * Posts a frame like an inverter: with its three headers only, one frame per connection. Resolves with the portal's
 * time (14 digits) once the response is complete; rejects without one.
 */
export function postFrame(server: URL, frame: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = frame.length === 45 ? '/i.php' : '/t.php';
    const head = `POST ${path} HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\nContent-Length: ${frame.length}\r\n\r\n`;
    let answer = '';
    const socket = net.connect({ host: server.hostname, port: Number(server.port || 80) }, () => {
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), frame]));
    });
    socket.setTimeout(FRAME_TIMEOUT_MS, () =>
      socket.destroy(new Error('the frame endpoint did not respond')),
    );
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const clock = /^HTTP\/1\.[01] 200 [\s\S]*?\r\n\r\n[\s\S]*?(\d{14})/.exec(answer)?.[1];
      if (clock === undefined)
        reject(new Error(`the frame endpoint responded ${JSON.stringify(answer.slice(0, 80))}`));
      else resolve(clock);
    });
  });
}

async function replayOnce(
  server: URL,
  token: string,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<ReplayAnswer | { readonly waitMs: number | null }> {
  let response: Response;
  try {
    response = await fetch(new URL('/ingest/replay', server), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REPLAY_TIMEOUT_MS)]),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as ReplayAnswer;
    if (response.status < 500 && response.status !== 429 && response.status !== 408) {
      throw new RequestRefused(`the replay endpoint responded ${response.status} ${text.slice(0, 200)}`);
    }
  } catch (error) {
    if (error instanceof RequestRefused || signal.aborted) throw error;
    // Refused connections, truncated responses and timeouts: the portal is starting or stopping.
    return { waitMs: null };
  }
  const retryAfter = Number(response.headers.get('retry-after'));
  return { waitMs: retryAfter > 0 ? retryAfter * 1000 : null };
}

/**
 * Posts lines to the replay endpoint and retries while the portal is unavailable or limits the rate. Repeated lines
 * count once, so a chunk without a response can be sent again.
 * @throws RequestRefused if the portal rejects them; the reason of the signal if aborted.
 */
export async function replay(
  server: URL,
  token: string,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<ReplayAnswer> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const answer = await replayOnce(server, token, lines, signal);
    if ('accepted' in answer) return answer;
    await sleep(Math.min(LONGEST_WAIT_MS, answer.waitMs ?? 250 * 2 ** attempt), undefined, { signal });
  }
}
