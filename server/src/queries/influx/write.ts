// One write of line protocol to a database that a user has entered, over the same guard as webhooks.
import { gzipSync } from 'node:zlib';
import { isAccepted, type PrivateHooks, postGuarded } from '../../platform/webhook.ts';
import type { OutputTarget } from '../../repositories/influxOutputs.ts';

/** Result of a write. */
interface WriteOutcome {
  isAccepted: boolean;
  /** HTTP status; null without a response. */
  status: number | null;
  /** In English; '' after an accepted write. */
  error: string;
}

const ERROR_SHOWN = 200;

/** The address of the write call: that of InfluxDB 2 below the entered one, unless it is a write call itself. */
function writeUrl({ url, org, bucket }: Omit<OutputTarget, 'token'>): string {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/, '');
  address.pathname = path.endsWith('/write') ? path : `${path}/api/v2/write`;
  if (org !== '') address.searchParams.set('org', org);
  if (bucket !== '') address.searchParams.set('bucket', bucket);
  address.searchParams.set('precision', 'ms');
  return address.href;
}

/** The message of an error of InfluxDB, else the beginning of the response. */
function messageOf(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    const found = message ?? error;
    if (typeof found === 'string') return found;
  } catch {
    // No JSON: shown as it is.
  }
  return text;
}

/** Posts lines; never rejects. */
export async function writeLines(
  target: OutputTarget,
  lines: readonly string[],
  allowsPrivate: PrivateHooks,
): Promise<WriteOutcome> {
  const body = gzipSync(lines.map((line) => `${line}\n`).join(''));
  try {
    const { status, text } = await postGuarded({
      ...{ url: writeUrl(target), body, allowsPrivate },
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': body.length,
        ...(target.token === '' ? {} : { authorization: `Token ${target.token}` }),
      },
    });
    if (isAccepted(status)) return { isAccepted: true, status, error: '' };
    const message = messageOf(text).trim().slice(0, ERROR_SHOWN);
    return { isAccepted: false, status, error: `answered ${status}${message === '' ? '' : `: ${message}`}` };
  } catch (error) {
    return { isAccepted: false, status: null, error: (error as Error).message };
  }
}
