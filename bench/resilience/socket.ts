// Requests over sockets of our own: from any loopback address, in any form, read or not.
import http from 'node:http';
import net from 'node:net';

export interface Raw {
  port: number;
  from: string;
  /** Sent once connected. */
  text?: string | Buffer;
  /** False: the answer stays in the buffers. */
  reads?: boolean;
  /** Closed after this time. */
  holdMs: number;
  /** Sent again and again while the connection is open, with this pause. */
  drip?: { text: string; everyMs: number };
}

/** Opens a connection, sends, and resolves when it is closed: with the number of answers and the first status. */
export function connectRaw({ port, from, text, reads = true, holdMs, drip }: Raw): Promise<{
  answers: number;
  status: string;
}> {
  return new Promise((resolve) => {
    let answers = 0;
    let status = 'closed';
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from }, () => {
      if (text !== undefined) socket.write(text);
    });
    const timer = setTimeout(() => {
      if (status === 'closed') status = 'held';
      socket.destroy();
    }, holdMs);
    const dripping = drip && setInterval(() => socket.write(drip.text), drip.everyMs);
    if (reads)
      socket.on('data', (chunk) => {
        const found = chunk.toString('latin1').match(/HTTP\/1\.1 \d+/g) ?? [];
        if (answers === 0 && found[0]) status = found[0].slice(9);
        answers += found.length;
      });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (status === 'closed' && error.code === 'ECONNREFUSED') status = 'not listening';
    });
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(dripping);
      resolve({ answers, status });
    });
  });
}

export interface Sent {
  status: number;
  body: string;
}

/** A client of one address that keeps its connections. Rejects on a timeout or a broken connection. */
export function createClient({ port, from }: { port: number; from: string }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  return (
    path: string,
    {
      method = 'POST',
      headers = {},
      body,
      withinMs = 10_000,
    }: {
      method?: string;
      headers?: Record<string, string>;
      body?: string | Buffer;
      withinMs?: number;
    } = {},
  ): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? '0' : String(Buffer.byteLength(body));
      const request = http.request(
        {
          agent,
          host: '127.0.0.1',
          port,
          localAddress: from,
          path,
          method,
          headers: { ...headers, ...(method === 'POST' ? { 'content-length': length } : {}) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => {
            clearTimeout(timer);
            resolve({ status: response.statusCode ?? 0, body: text });
          });
          response.on('error', reject);
        },
      );
      const timer = setTimeout(
        () => request.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })),
        withinMs,
      );
      request.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      request.end(body);
    });
}

export type Client = ReturnType<typeof createClient>;

/** The code of an envelope; the HTTP status where the answer is none. */
export function codeOf({ status, body }: Sent): number {
  try {
    const { code } = JSON.parse(body) as { code?: number };
    return code ?? status;
  } catch {
    return status;
  }
}

/** A token, or '' if the login failed. */
export async function signIn(client: Client, account: string, password: string): Promise<string> {
  const sent = await client('/v2/sign-in', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  });
  const { code, data } = JSON.parse(sent.body) as { code: number; data?: { tokenInfo: { token: string } } };
  return code === 200 ? (data?.tokenInfo.token ?? '') : '';
}
