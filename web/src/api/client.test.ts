import { account } from '@helioport/contract/account';
import { sign } from '@helioport/contract/sign';
import { site } from '@helioport/contract/site';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, connect } from './client.ts';

// Browser API missing in Node: after a connection loss the portal listens for the network.
Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined });

const messages: string[] = [];
const expired: string[] = [];
const answers: (() => Promise<Response>)[] = [];
const sent: { url: string; headers: Record<string, string>; body: string }[] = [];

const answer = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));
const broken = () => Promise.reject(new TypeError('Failed to fetch'));
const overview = () => call(site.overview, { sid: 'DE_1' });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  for (const list of [messages, expired, answers, sent]) list.length = 0;
  connect({
    identity: () => ({ token: 'a.b.c', languageCode: 1, oem: 'NEP', app: 7 }),
    onExpired: (token) => expired.push(token),
    onFailure: (message) => messages.push(message),
  });
  // The test answers do not match the contract, which is not tested here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string>; body: string }) => {
    // Connection checks do not count as calls.
    if (url === '/version') return broken();
    sent.push({ url, headers: init.headers, body: init.body });
    return (answers.shift() ?? broken)();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a call', () => {
  it('carries who calls, and a sign over the very bytes that leave', async () => {
    answers.push(answer(200, { code: 200, msg: 'Success', data: { list: [], total: 0 } }));
    await call(site.listWithSN, { filters: { keywords: 'Dach Süd' } });
    const [request] = sent;
    expect(request?.url).toBe('/v2/site/listWithSN');
    expect(request?.headers).toMatchObject({
      Authorization: 'a.b.c',
      lan: '1',
      client: 'web',
      oem: 'NEP',
      app: '7',
    });
    expect(request?.headers.sign).toBe(sign(request?.body ?? ''));
  });

  it('sends a file as a form, signed as having no text', async () => {
    answers.push(answer(200, { code: 200, msg: 'Success', data: { headerImg: '', fullHeaderImg: '' } }));
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    await call(account.avatar, { file });
    const [request] = sent;
    const form: unknown = request?.body;
    expect(form instanceof FormData && form.get('file')).toEqual(file);
    expect(request?.headers['Content-Type']).toBeUndefined();
    expect(request?.headers.sign).toBe(sign(''));
  });

  it.each([403, 404, 502, 503, 504, 505])('is not repeated after %i', async (status) => {
    answers.push(answer(status, null));
    await expect(overview()).rejects.toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  it('is repeated once, a second later, after other failures', async () => {
    const before = Date.now();
    answers.push(answer(500, null), answer(200, { code: 200, msg: '', data: { now: 1 } }));
    await expect(overview()).resolves.toEqual({ now: 1 });
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
    answers.push(broken, broken);
    await expect(overview()).rejects.toThrow('request.unreachable');
    expect(sent).toHaveLength(4);
    expect(messages).toEqual(['request.unreachable']);
  });

  it('that writes is repeated only when it cannot have left', async () => {
    answers.push(broken);
    await expect(call(account.loginOut, {})).rejects.toThrow();
    expect(sent).toHaveLength(1);
    vi.stubGlobal('navigator', { onLine: false });
    answers.push(broken, answer(200, { code: 200, msg: '', data: {} }));
    await call(account.loginOut, {});
    expect(sent).toHaveLength(3);
  });

  it("shows the server's message for a refusal, and nothing when it is to be quiet", async () => {
    answers.push(answer(200, { code: 258, msg: 'Wrong password', data: null }));
    await expect(overview()).rejects.toMatchObject({ code: 258, message: 'Wrong password' });
    expect(messages).toEqual(['Wrong password']);
    answers.push(answer(403, null));
    await expect(call(site.overview, { sid: 'DE_1' }, { quiet: true })).rejects.toThrow();
    expect(messages).toHaveLength(1);
  });

  it('ends the session on 401, even with an empty body', async () => {
    answers.push(() => Promise.resolve(new Response('', { status: 401 })));
    await expect(overview()).rejects.toMatchObject({ status: 401 });
    expect(expired).toEqual(['a.b.c']);
    expect(sent).toHaveLength(1);
  });

  it('that is called off says nothing', async () => {
    const leaving = new AbortController();
    answers.push(() => {
      leaving.abort();
      return broken();
    });
    await expect(call(site.overview, { sid: 'DE_1' }, { signal: leaving.signal })).rejects.toThrow('abort');
    expect(messages).toEqual([]);
  });
});
