// A call that comes with a file, as a browser sends it.
import { account } from '@helioport/contract/account';
import type { Endpoint, OutputOf } from '@helioport/contract/endpoint';
import { DEMO_PASSWORD } from '../seed/demo.ts';
import type { TestApp } from './harness.ts';

interface Sent<E extends Endpoint> {
  status: number;
  code: number;
  data: OutputOf<E>;
}

/** Logs a user in and returns a function that uploads files as this user. */
export async function uploader(app: TestApp, email: string) {
  const { tokenInfo } = await app.anonymous.call(account.signIn, { account: email, password: DEMO_PASSWORD });
  return async <E extends Endpoint>(
    { path }: E,
    fields: Readonly<Record<string, string>>,
    file: Uint8Array,
    filename: string,
  ): Promise<Sent<E>> => {
    const boundary = 'helioport-boundary';
    const texts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
    const answer = await app.http.inject({
      method: 'POST',
      url: `/${path}`,
      headers: {
        authorization: tokenInfo.token,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([
        Buffer.from(texts.join('') + head),
        file,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    return { status: answer.statusCode, ...(answer.json() as { code: number; data: OutputOf<E> }) };
  };
}
