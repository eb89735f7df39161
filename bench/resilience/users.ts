// A process of ordinary users: an owner, an installer and an administrator, each from an address of their own, make ten
// calls a second together, whether earlier ones have been answered or not.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Message, Start, Target } from './messages.ts';
import { type Client, codeOf, createClient, signIn } from './socket.ts';

const EVERY_MS = 100;
const REPORT_EVERY_MS = 1_000;
const WITHIN_MS = 10_000;
/** One call in this many is a login. */
const SIGN_IN_EVERY = 60;

interface User {
  account: string;
  client: Client;
  token: string;
  sids: string[];
}

interface Action {
  name: string;
  path: string;
  input: (user: User, n: number) => unknown;
}

const sidOf = ({ sids }: User, n: number) => sids[n % sids.length];

const actions: readonly Action[] = [
  { name: 'list', path: 'v2/site/listWithSN', input: () => ({ page: { page: 1, size: 20 } }) },
  { name: 'overview', path: 'v2/site/overview', input: (user, n) => ({ sid: sidOf(user, n) }) },
  {
    name: 'statistics',
    path: 'v2/site/statistics/echarts',
    input: (user, n) => ({ types: 3, sid: sidOf(user, n), date: new Date().toISOString().slice(0, 10) }),
  },
  { name: 'write', path: 'v2/account/update', input: (_user, n) => ({ city: `Town ${n}` }) },
  { name: 'modules', path: 'v2/site/modules', input: (user, n) => ({ sid: sidOf(user, n) }) },
  { name: 'profile', path: 'v2/account/profile', input: () => ({}) },
];

const call = (user: User, path: string, input: unknown) =>
  user.client(`/${path}`, {
    headers: { 'content-type': 'application/json', authorization: user.token },
    body: JSON.stringify(input),
    withinMs: WITHIN_MS,
  });

async function begin({ port, password }: Target, account: string, from: string): Promise<User> {
  const client = createClient({ port, from });
  const user: User = { account, client, token: await signIn(client, account, password), sids: [] };
  const { body } = await call(user, actions[0]!.path, actions[0]!.input(user, 0));
  const { data } = JSON.parse(body) as { data: { list: { sid: string }[] } };
  user.sids = data.list.map(({ sid }) => sid);
  if (user.token === '' || user.sids.length === 0) throw new Error(`${account} sees no plant`);
  return user;
}

/** Makes one call, or logs in, and returns the outcome. */
async function act(user: User, n: number, password: string): Promise<Call> {
  const startedAt = performance.now();
  const isSignIn = n % SIGN_IN_EVERY === SIGN_IN_EVERY - 1;
  const action = actions[n % actions.length]!;
  const done = (outcome: string): Call => ({
    name: isSignIn ? 'sign-in' : action.name,
    atMs: Date.now(),
    ms: performance.now() - startedAt,
    outcome,
  });
  try {
    const sent = isSignIn
      ? await user.client('/v2/sign-in', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ account: user.account, password }),
          withinMs: WITHIN_MS,
        })
      : await call(user, action.path, action.input(user, n));
    const code = codeOf(sent);
    if (code === 200 && isSignIn)
      user.token = (JSON.parse(sent.body) as { data: { tokenInfo: { token: string } } }).data.tokenInfo.token;
    return done(code === 200 ? 'ok' : `code ${code}`);
  } catch (error) {
    return done(String((error as NodeJS.ErrnoException).code ?? error));
  }
}

async function run({ target }: Start): Promise<void> {
  const users = await Promise.all(
    ['owner', 'installer', 'admin'].map((name, i) => begin(target, `${name}@demo.test`, `127.0.9.${i + 1}`)),
  );
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  process.once('message', end);
  process.once('disconnect', end);
  const send = (message: Message) => {
    if (process.connected) process.send?.(message);
  };
  send({ kind: 'ready' });
  let calls: Call[] = [];
  const report = () => {
    send({ kind: 'calls', calls });
    calls = [];
  };
  const reporting = setInterval(report, REPORT_EVERY_MS);
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; !isEnded && Date.now() < target.untilMs; n++) {
    const one: Promise<void> = act(users[n % users.length]!, Math.floor(n / users.length), target.password)
      .then((made) => void calls.push(made))
      .finally(() => open.delete(one));
    open.add(one);
    await sleep(Math.max(0, startedAt + (n + 1) * EVERY_MS - performance.now()));
  }
  await Promise.all(open);
  clearInterval(reporting);
  report();
  if (process.connected) process.disconnect();
  process.exit(0);
}

process.once('message', (start: Start) => {
  run(start).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
