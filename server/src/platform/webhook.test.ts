import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHookUrl, isPublicAddress, listOfNetworks, postHook, Unreachable } from './webhook.ts';

describe('a hook', () => {
  it('leads to the internet and nowhere else', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '239.1.1.1',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2001::1',
      '2001:20::1',
      '2001:db8::1',
      '3fff::1',
      '3fff:fff::1',
      '2620:4f:8000::1',
      '5f00::1',
      '100::1',
      'ff02::1',
      'fc00::1',
      '::ffff:8.8.8.8',
      'fe80::1%eth0',
      '192.88.99.1',
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
      '198.18.0.1',
      '240.0.0.1',
      'nonsense',
    ])
      expect(isPublicAddress(address), address).toBe(false);
    for (const url of ['https://hooks.test/a', 'https://8.8.8.8/'])
      expect(isHookUrl(url, false), url).toBe(true);
    for (const url of [
      'http://hooks.test/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://a:b@hooks.test/',
      'file:///etc/passwd',
      'ftp://hooks.test',
      '',
      'hooks.test',
    ])
      expect(isHookUrl(url, false), url).toBe(false);
  });
});

describe('sending', () => {
  const received: { body: string; headers: http.IncomingHttpHeaders; url: string }[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ body, headers: request.headers, url: request.url ?? '' });
      const status = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 200);
      response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('thanks');
    });
  });
  let base: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  const hook = (path: string, allowsPrivate = true) =>
    postHook({
      url: base + path,
      secret: 's3cret',
      id: '7',
      body: { a: 'ü' },
      now: 1_700_000_000_500,
      allowsPrivate,
    });

  it('signs what it says', async () => {
    await hook('/200');
    const { body, headers } = received.at(-1)!;
    expect(JSON.parse(body)).toEqual({ a: 'ü' });
    const sum = createHmac('sha256', 's3cret').update(`1700000000.${body}`).digest('hex');
    expect(headers['helioport-signature']).toBe(`t=1700000000,v1=${sum}`);
    expect(headers['helioport-id']).toBe('7');
  });

  it('follows no answer elsewhere and says what was answered', async () => {
    const before = received.length;
    await expect(hook('/302')).rejects.toThrow('answered 302');
    await expect(hook('/500')).rejects.toThrow('answered 500');
    expect(received.length).toBe(before + 2);
  });

  it('does not reach this machine, by number or by name', async () => {
    const before = received.length;
    await expect(hook('/200', false)).rejects.toThrow(Unreachable);
    const url = `https://localhost:${new URL(base).port}/200`;
    const named = { url, secret: '', id: '', body: {}, now: 0, allowsPrivate: false };
    await expect(postHook(named)).rejects.toThrow(Unreachable);
    expect(received.length).toBe(before);
  });

  it('says the same of a name that nobody has, one of the own network, a closed port, and what is no TLS', async () => {
    const { port } = new URL(base);
    const outcomeOf = async (url: string, allowsPrivate: boolean) =>
      await postHook({ url, secret: '', id: '', body: {}, now: 0, allowsPrivate }).then(
        () => 'answered',
        (error: Error) => error.message,
      );
    const answers = [
      await outcomeOf('https://no-such-name.invalid/', false),
      await outcomeOf(`https://localhost:${port}/`, false),
      await outcomeOf('https://127.0.0.1/', false),
      await outcomeOf('http://127.0.0.1:1/', true),
      await outcomeOf(`https://127.0.0.1:${port}/`, true),
      await outcomeOf('http://no-such-name.invalid/', true),
    ];
    expect(new Set(answers)).toEqual(new Set(['The address does not respond or is not a public address.']));
  });

  it('reaches addresses of the own network that the operator lists, and no others', async () => {
    const { port } = new URL(base);
    const sent = { secret: '', id: '', body: {}, now: 0 };
    const [listed, other] = [listOfNetworks(['127.0.0.0/30', '::1']), listOfNetworks(['10.0.0.0/8'])];
    await postHook({ ...sent, url: `${base}/200`, allowsPrivate: listed });
    await postHook({ ...sent, url: `http://localhost:${port}/200`, allowsPrivate: listed });
    const before = received.length;
    for (const allowsPrivate of [other, false])
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
        await expect(postHook({ ...sent, url: `http://${host}:${port}/200`, allowsPrivate })).rejects.toThrow(
          Unreachable,
        );
    await expect(postHook({ ...sent, url: 'http://127.0.0.9/', allowsPrivate: listed })).rejects.toThrow(
      Unreachable,
    );
    expect(received.length).toBe(before);
    // Nothing leaves for the internet without encryption, by number or by name.
    expect(isHookUrl('http://8.8.8.8/', listed)).toBe(false);
    expect(isHookUrl('https://8.8.8.8/', listed)).toBe(true);
  });

  it('resolves a name once and calls what was checked, whatever the name resolves to later', async () => {
    const { port } = new URL(base);
    const lookups: string[] = [];
    const answering =
      (...answers: string[][]) =>
      (host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
        const found = answers[Math.min(lookups.length, answers.length - 1)] ?? [];
        lookups.push(host);
        done(
          null,
          found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
    const send = (resolve: ReturnType<typeof answering>, url = `http://rebind.test:${port}/200`) => {
      lookups.length = 0;
      const allowsPrivate = listOfNetworks(['127.0.0.1']);
      return postHook({ url, secret: '', id: '', body: {}, now: 0, allowsPrivate, resolve });
    };
    await send(answering(['127.0.0.1'], ['10.0.0.1']));
    expect(lookups).toEqual(['rebind.test']);
    // Of several addresses only those that are allowed are used.
    await send(answering(['10.0.0.1', '127.0.0.1']));
    const before = received.length;
    for (const hidden of [
      '127.0.0.2',
      '169.254.169.254',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '8.8.8.8',
    ])
      await expect(send(answering([hidden]))).rejects.toThrow(Unreachable);
    await expect(send(answering([]))).rejects.toThrow(Unreachable);
    expect(received.length).toBe(before);
  });
});
