// The browsable page of the API: reads /openapi.json, lists its calls and shows one at a time.
import { callPage } from './call.js';
import { byId, h, kept, prose } from './dom.js';
import { rowsOf } from './schema.js';
import { sign } from './sign.js';

let entities = {};
let calls = [];

/** The calls of the document, other addresses of one call joined to it. */
function callsOf(spec) {
  const byOperation = new Map();
  for (const [path, { post }] of Object.entries(spec.paths)) {
    const [room, name] = post.operationId.split('.');
    const known = byOperation.get(`${room}.${name}`);
    if (known) {
      known.aliases.push(path);
      continue;
    }
    const { schema } = post.requestBody?.content?.['application/json'] ?? { schema: {} };
    const answer = post.responses['200']?.content?.['application/json']?.schema ?? {};
    const success = (answer.oneOf ?? [answer])[0];
    byOperation.set(`${room}.${name}`, {
      path,
      aliases: [],
      room,
      summary: post.summary ?? '',
      description: post.description ?? '',
      timeoutMs: post['x-timeout-ms'] ?? 20_000,
      isOpen: (post.security ?? []).length === 0,
      takesFiles: Boolean(post.requestBody?.content?.['multipart/form-data']),
      input: schema,
      output: success?.properties?.data ?? {},
    });
  }
  return [...byOperation.values()].map((call) => ({ ...call, words: wordsOf(call) }));
}

const wordsOf = ({ path, aliases, summary, input, output }) =>
  [
    path,
    ...aliases,
    summary,
    ...[...rowsOf(input, entities), ...rowsOf(output, entities)].map((row) => row.name),
  ]
    .join(' ')
    .toLowerCase();

const addressOf = (call) => `#${call.path}`;
const currentPath = () => decodeURIComponent(location.hash.slice(1));

// The list of calls

function showList() {
  const asked = byId('search').value.trim().toLowerCase().split(/\s+/);
  const found = calls.filter((call) => asked.every((word) => call.words.includes(word)));
  const rooms = new Map();
  for (const call of found) rooms.set(call.room, [...(rooms.get(call.room) ?? []), call]);
  byId('found').textContent = `${found.length} of ${calls.length} calls`;
  const path = currentPath();
  const item = (call) => {
    const isCurrent = call.path === path || call.aliases.includes(path);
    const [, version, ...rest] = call.path.split('/');
    return h(
      'li',
      null,
      h(
        'a',
        { href: addressOf(call), 'aria-current': isCurrent ? 'page' : undefined, title: call.summary },
        h('small', null, `${version}/`),
        rest.join('/'),
      ),
    );
  };
  byId('list').replaceChildren(
    ...(found.length === 0 ? [h('p', { class: 'muted' }, 'No call or field of that name.')] : []),
    ...[...rooms].map(([room, some]) =>
      h('section', null, h('h2', null, room), h('ul', null, some.map(item))),
    ),
  );
}

// The page without a call

function welcomePage(spec) {
  const failures = spec.components.schemas.Failure?.properties?.code?.oneOf ?? [];
  const signIn = calls.find((call) => call.path === '/v2/sign-in');
  return [
    h('h1', null, spec.info.title),
    h('p', { class: 'lead' }, prose(spec.info.description)),
    h(
      'section',
      null,
      h('h2', null, 'Begin'),
      h(
        'ol',
        null,
        h(
          'li',
          null,
          'Sign in with ',
          signIn
            ? h('a', { href: addressOf(signIn) }, h('code', null, 'v2/sign-in'))
            : h('code', null, 'v2/sign-in'),
          ' and keep ',
          h('code', null, 'tokenInfo.token'),
          '. Pressing Send there fills the field above.',
        ),
        h('li', null, 'Send it as ', h('code', null, 'Authorization'), ', bare, with every other call.'),
        h(
          'li',
          null,
          'Read ',
          h('code', null, 'code'),
          ' of the answer first: 200 is success, everything else is told in ',
          h('code', null, 'msg'),
          '.',
        ),
      ),
      h(
        'p',
        null,
        'For machines: ',
        h('a', { href: '/openapi.json' }, 'openapi.json'),
        ` (OpenAPI ${spec.openapi}, version ${spec.info.version}).`,
      ),
    ),
    failures.length > 0 &&
      h(
        'section',
        null,
        h('h2', null, 'Failures'),
        h(
          'table',
          { class: 'codes' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['Code', 'Meaning'].map((name) => h('th', { scope: 'col' }, name)),
            ),
          ),
          h(
            'tbody',
            null,
            failures.map(({ const: code, title }) =>
              h('tr', null, h('th', { scope: 'row' }, h('code', null, String(code))), h('td', null, title)),
            ),
          ),
        ),
      ),
  ].filter(Boolean);
}

// The frame

function setCallsOpen(isOpen) {
  document.body.classList.toggle('calls-open', isOpen);
  byId('open-calls').setAttribute('aria-expanded', String(isOpen));
}

function setTheme(theme) {
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
}

async function fillLanguages() {
  const reply = await fetch('/v1/common/lan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', sign: sign('{}') },
    body: '{}',
  });
  const { data } = await reply.json();
  byId('language').replaceChildren(
    ...data.list.map(({ title, code }) => h('option', { value: String(code) }, title)),
  );
  byId('language').value = kept.get('language') || '6';
}

function start(spec) {
  entities = spec.components.schemas;
  calls = callsOf(spec);
  const show = (isFirst) => {
    const call = calls.find(({ path, aliases }) => [path, ...aliases].includes(currentPath()));
    byId('call').replaceChildren(...(call ? callPage(call, entities) : welcomePage(spec)));
    document.title = call ? `${call.path.slice(1)} · ${spec.info.title}` : spec.info.title;
    showList();
    setCallsOpen(false);
    if (isFirst) return;
    scrollTo(0, 0);
    byId('call').focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => show(false));
  byId('search').addEventListener('input', showList);
  show(true);
}

byId('token').value = kept.get('token');
byId('token').addEventListener('input', (event) => kept.set('token', event.target.value));
byId('language').addEventListener('change', (event) => kept.set('language', event.target.value));
byId('open-calls').addEventListener('click', () =>
  setCallsOpen(!document.body.classList.contains('calls-open')),
);
byId('theme').addEventListener('click', () => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const theme = (document.documentElement.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  localStorage.setItem('helioport-theme', theme);
});
addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === 'Escape') setCallsOpen(false);
  if (event.key !== '/' || isTyping) return;
  event.preventDefault();
  setCallsOpen(true);
  byId('search').focus();
});
setTheme(localStorage.getItem('helioport-theme'));

try {
  const reply = await fetch('/openapi.json');
  start(await reply.json());
  await fillLanguages();
} catch {
  byId('call').replaceChildren(
    h(
      'p',
      { class: 'trouble', role: 'alert' },
      'The description of the API could not be loaded. Please reload the page.',
    ),
  );
}
