// Attacks of the resilience test. Each has a limited count and time.
import { fork } from 'node:child_process';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeSheet } from '@helioport/demo/makeSheet';
import { hostileSheet } from '@helioport/server/seed/hostileSheets';
import { hugeImage } from '@helioport/server/test/hugeImage';
import { MqttClient } from 'mqtt';
import type { Message, Target } from './messages.ts';
import { databasePids } from './product.ts';
import { type Client, codeOf, connectRaw, createClient, signIn } from './socket.ts';

export interface Attack {
  target: Target;
  /** False when the time is over. */
  goesOn: () => boolean;
  count: (outcome: string, by?: number) => void;
  send: (message: Message) => void;
}

/** A pause that ends early when the time is over. */
const rest = async ({ goesOn }: Attack, ms: number) => {
  for (const until = performance.now() + ms; goesOn() && performance.now() < until; )
    await sleep(Math.min(250, ms));
};

const outcomeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error);

/** About 20 sign-ins a second with wrong passwords, of accounts that exist and that do not, from 14 addresses. */
async function signIns(attack: Attack): Promise<void> {
  const clients = Array.from({ length: 14 }, (_, i) =>
    createClient({ port: attack.target.port, from: `127.0.1.${i + 1}` }),
  );
  const known = ['owner', 'installer', 'admin'].map((name) => `${name}@demo.test`);
  let open = 0;
  for (let n = 0; attack.goesOn() && n < 200_000; n++) {
    const account = n % 4 === 0 ? known[n % known.length]! : `user${n % 500}@example.test`;
    if (open < 64) {
      open++;
      clients[n % clients.length]!('/v2/sign-in', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account, password: `guess ${n}` }),
      })
        .then(
          (sent) => attack.count(String(codeOf(sent))),
          (error: unknown) => attack.count(outcomeOf(error)),
        )
        .finally(() => open--);
    }
    await sleep(50);
  }
}

const uploadHead = (path: string, token: string) =>
  [
    `POST /${path} HTTP/1.1`,
    'Host: x',
    ...(token === '' ? [] : [`Authorization: ${token}`]),
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 4000000',
    '',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
  ].join('\r\n');

/** 320 sockets without a session and 40 with one that declare 4 MB and send a few bytes a second. */
async function uploads(attack: Attack): Promise<void> {
  const { port, password } = attack.target;
  const client = createClient({ port, from: '127.0.2.9' });
  let token = await signIn(client, 'support@demo.test', password).catch(() => '');
  const paths = ['v2/sign-in', 'v1/common/country', 'v2/account/avatar', 'v2/device/sheet'];
  const hold = async (i: number) => {
    const hasSession = i >= 320;
    for (let n = 0; attack.goesOn() && n < 2_000; n++) {
      const from = hasSession ? '127.0.2.9' : `127.0.2.${1 + (i % 3)}`;
      const path = hasSession ? 'v2/account/avatar' : paths[i % paths.length]!;
      const text = uploadHead(path, hasSession ? token : '');
      const drip = { text: '0123456789', everyMs: 1_000 };
      const { status } = await connectRaw({ port, from, text, holdMs: 30_000, drip });
      attack.count(`${hasSession ? 'session' : 'anonymous'} ${status}`);
      if (hasSession && status === '401')
        token = await signIn(client, 'support@demo.test', password).catch(() => '');
      await rest(attack, 500 + Math.random() * 1_000);
    }
  };
  await Promise.all(Array.from({ length: 360 }, (_, i) => hold(i)));
}

function fileBody(file: Uint8Array, filename: string) {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
  };
}

/** Sends files of one account, `atOnce` at a time. */
async function uploadLoop(
  attack: Attack,
  {
    account,
    path,
    from,
    atOnce,
    fileAt,
  }: {
    account: string;
    path: string;
    from: string;
    atOnce: number;
    fileAt: (i: number) => [Uint8Array, string];
  },
): Promise<void> {
  const { port, password } = attack.target;
  const client = createClient({ port, from });
  let token = '';
  for (let n = 0; attack.goesOn() && n < 5_000; n++) {
    if (token === '') token = await signIn(client, account, password).catch(() => '');
    await Promise.all(
      Array.from({ length: atOnce }, async (_, i) => {
        const { headers, body } = fileBody(...fileAt(n * atOnce + i));
        await client(`/${path}`, {
          headers: { ...headers, authorization: token },
          body,
          withinMs: 90_000,
        }).then(
          (sent) => {
            if (sent.status === 401) token = '';
            attack.count(String(codeOf(sent)));
          },
          (error: unknown) => attack.count(outcomeOf(error)),
        );
      }),
    );
    await rest(attack, 250);
  }
}

const files: Record<'image' | 'sheet', Uint8Array> = { image: new Uint8Array(), sheet: new Uint8Array() };

/** Makes what the named attacks send; takes seconds. */
export async function prepare(names: readonly string[]): Promise<void> {
  if (names.includes('images')) files.image = await hugeImage();
  const hidden = { 'xl/sharedStrings.xml': Buffer.alloc(400 * 1_048_576, '<si><t>abcdefgh</t></si>') };
  if (names.includes('sheets')) files.sheet = makeSheet([['E0000001']], {}, hidden);
}

/** One account uploads 30 images at a time, each of 49 million pixels of 16 bits, interlaced. */
async function images(attack: Attack): Promise<void> {
  await uploadLoop(attack, {
    account: 'dealer@demo.test',
    path: 'v2/account/avatar',
    from: '127.0.3.1',
    atOnce: 30,
    fileAt: () => [files.image, 'huge.png'],
  });
}

/** Spreadsheets of all hostile kinds; every fourth hides a part of 400 MB behind the listed ones. */
async function sheets(attack: Attack): Promise<void> {
  await uploadLoop(attack, {
    account: 'distributor@demo.test',
    path: 'v2/device/sheet',
    from: '127.0.3.2',
    atOnce: 6,
    fileAt: (i) => [i % 4 === 0 ? files.sheet : hostileSheet(1, i), 'sheet.xlsx'],
  });
}

/** 50 connections with requests sent in one piece: 200 each, which closes them, and 30 each, which are answered. */
async function pipelined(attack: Attack): Promise<void> {
  const call = 'POST /v1/common/country HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  for (let n = 0; attack.goesOn() && n < 1_000; n++) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const from = `127.0.4.${1 + (i % 3)}`;
        const text = call.repeat(i % 2 === 0 ? 200 : 30);
        const { answers } = await connectRaw({ port: attack.target.port, from, text, holdMs: 5_000 });
        attack.count('answers', answers);
      }),
    );
    attack.count('rounds');
    await rest(attack, 1_000);
  }
}

/** 300 connections that ask 20 times for a large document and never read. */
async function unread(attack: Attack): Promise<void> {
  const call = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);
  for (let n = 0; attack.goesOn() && n < 500; n++) {
    await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const from = `127.0.5.${1 + (i % 2)}`;
        const { port } = attack.target;
        const { status } = await connectRaw({ port, from, text: call, reads: false, holdMs: 15_000 });
        attack.count(status);
      }),
    );
    await rest(attack, 1_000);
  }
}

/** Sessions of one device with ever new client ids, each with a subscription that the broker is to keep. */
async function mqttSessions(attack: Attack): Promise<void> {
  const { mqttPort, device } = attack.target;
  for (let n = 0; attack.goesOn() && n < 100_000; n++) {
    const client = new MqttClient(
      () => net.connect({ port: mqttPort, host: '127.0.0.1', localAddress: '127.0.6.1' }),
      {
        clientId: `session-${n}-${process.pid}`,
        username: device.sn,
        password: device.password,
        clean: false,
        reconnectPeriod: 0,
        connectTimeout: 5_000,
      },
    );
    await new Promise<void>((resolve) => {
      const end = (outcome: string) => {
        attack.count(outcome);
        client.end(true);
        resolve();
      };
      client.once('connect', () =>
        client.subscribe(`helioport/${device.sn}/command`, { qos: 1 }, (error) =>
          end(error ? 'not subscribed' : 'sessions'),
        ),
      );
      client.once('error', (error) => end(outcomeOf(error)));
      client.once('close', () => end('closed'));
      client.on('error', () => undefined);
    });
    await rest(attack, 50);
  }
}

/** 400 connections to the broker that never log in. */
async function anonymousMqttClients(attack: Attack): Promise<void> {
  const hold = async (i: number) => {
    for (let n = 0; attack.goesOn() && n < 500; n++) {
      const from = `127.0.6.${10 + (i % 4)}`;
      const { status } = await connectRaw({ port: attack.target.mqttPort, from, holdMs: 30_000 });
      attack.count(status);
      await rest(attack, 1_000);
    }
  };
  await Promise.all(Array.from({ length: 400 }, (_, i) => hold(i)));
}

/** Eight CONNECT packets at a time that declare 256 MB. */
async function mqttOversized(attack: Attack): Promise<void> {
  const script = fileURLToPath(new URL('../../server/test/mqttFlood.mjs', import.meta.url));
  for (let n = 0; attack.goesOn() && n < 1_000; n++) {
    const flood = fork(script, [String(attack.target.mqttPort), '8', '127.0.6.20'], { execArgv: [] });
    await new Promise((resolve) => flood.once('exit', resolve));
    attack.count('floods');
    await rest(attack, 3_000);
  }
}

/** 300 streams of five accounts and 60 without a session; every third is never read. */
async function liveStreams(attack: Attack): Promise<void> {
  const { port, password } = attack.target;
  const accounts = ['dealer', 'distributor', 'support', 'installer', 'owner'];
  const clientOf = (i: number): Client => createClient({ port, from: `127.0.7.${1 + i}` });
  const tokens: { token: string; from: string }[] = [];
  for (const [i, account] of accounts.entries()) {
    const client = clientOf(i);
    for (let n = 0; n < 5; n++) {
      const token = await signIn(client, `${account}@demo.test`, password).catch(() => '');
      tokens.push({ token, from: `127.0.7.${1 + i}` });
    }
  }
  tokens.push({ token: '', from: '127.0.7.9' }, { token: 'unknown', from: '127.0.7.9' });
  const hold = async (i: number) => {
    const { token, from } = tokens[i % tokens.length]!;
    const text = `GET /live HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n\r\n`;
    for (let n = 0; attack.goesOn() && n < 200; n++) {
      const { status } = await connectRaw({ port, from, text, reads: i % 3 !== 0, holdMs: 45_000 });
      attack.count(i % 3 === 0 ? 'unread' : status);
      await rest(attack, 1_000);
    }
  };
  await Promise.all(Array.from({ length: 360 }, (_, i) => hold(i)));
}

/** Polls /readyz 50 times a second. */
async function readiness(attack: Attack): Promise<void> {
  const client = createClient({ port: attack.target.port, from: '127.0.8.1' });
  let open = 0;
  for (let n = 0; attack.goesOn() && n < 500_000; n++) {
    if (open < 100) {
      open++;
      client('/readyz', { method: 'GET' })
        .then(
          ({ status }) => attack.count(String(status)),
          (error: unknown) => attack.count(outcomeOf(error)),
        )
        .finally(() => open--);
    }
    await sleep(20);
  }
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
};

/** Stops all processes of the database for 5 to 10 s, about once a minute. */
async function databasePauses(attack: Attack): Promise<void> {
  await rest(attack, 15_000);
  for (let n = 0; attack.goesOn() && n < 60; n++) {
    const pids = databasePids(attack.target.folder);
    const resume = () => {
      for (const pid of pids) signal(pid, 'SIGCONT');
    };
    // Also when this process fails meanwhile.
    process.once('exit', resume);
    const fromMs = Date.now();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    attack.send({ kind: 'pause', fromMs });
    await rest(attack, 5_000 + Math.random() * 5_000);
    resume();
    process.off('exit', resume);
    attack.send({ kind: 'pause', fromMs, toMs: Date.now() });
    attack.count('pauses');
    await rest(attack, 45_000);
  }
}

export const attacks: Readonly<Record<string, (attack: Attack) => Promise<void>>> = {
  signIns,
  uploads,
  images,
  sheets,
  pipelined,
  unread,
  mqttSessions,
  mqttStrangers: anonymousMqttClients,
  mqttOversized,
  liveStreams,
  readiness,
  databasePauses,
};
