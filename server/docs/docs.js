// The page of the API: Swagger UI reads /openapi.json. Here stands only what it has not: signing in, the language of
// answers, the `sign` header, a search over fields, bodies that begin with what a call needs.
import { sign } from './sign.js';

const byId = (id) => document.getElementById(id);

/** What a person chose once in this tab. */
const kept = {
  get: (name) => sessionStorage.getItem(`docs.${name}`) ?? '',
  set: (name, value) => sessionStorage.setItem(`docs.${name}`, value),
};

// The document as this page shows it

/** The first form of a body: its needed fields, with the values that the library would write. */
function exampleOf(schema, sampleOf) {
  const needed = (schema.required ?? []).map((name) => [name, schema.properties[name]]);
  return Object.fromEntries(needed.map(([name, field]) => [name, sampleOf(field)]));
}

/** Names of all fields in a schema, with those of the entities it refers to. */
function fieldNames(schema, entities, seen = new Set()) {
  const names = [];
  JSON.stringify(schema, (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value));
    if (key === '$ref' && !seen.has(value)) {
      seen.add(value);
      names.push(...fieldNames(entities[value.split('/').at(-1)] ?? {}, entities, seen));
    }
    return value;
  });
  return names;
}

/**
 * One entry for each call instead of one for each of its addresses; headers that this page sends itself are told once
 * at the top instead of in every call. Gives what a search looks through, by address.
 */
function prepare(spec, sampleOf) {
  const words = new Map();
  for (const [path, { post }] of Object.entries(spec.paths)) {
    const [, , alias] = post.operationId.split('.');
    if (alias) {
      delete spec.paths[path];
      continue;
    }
    delete post.parameters;
    const { content } = post.requestBody;
    delete content['application/x-www-form-urlencoded'];
    const asked = content['application/json'];
    if (asked) asked.example = exampleOf(asked.schema, sampleOf);
    const { schemas } = spec.components;
    // A failure has the same fields everywhere; a search for `msg` need not find every call.
    const seen = new Set(['#/components/schemas/Failure']);
    const fields = fieldNames([content, post.responses[200]], schemas, seen);
    words.set(path, [path, post.summary, post.description, ...fields].join(' ').toLowerCase());
  }
  // Calls go to where the page comes from; a choice of one is none.
  delete spec.servers;
  const { parameters } = spec.components;
  const told = Object.values(parameters).map(({ name, description }) => `- \`${name}\`: ${description}`);
  spec.info.description += `\n\nHeaders, all optional; this page sends \`lan\`, \`client\` and \`sign\` automatically:\n\n${told.join('\n')}`;
  return words;
}

// Sending

/** The headers of every client of this API, on calls to this server alone. */
function withHeaders(request) {
  const { origin, pathname } = new URL(request.url, location.href);
  if (origin !== location.origin || pathname === '/openapi.json') return request;
  request.headers.lan = byId('language').value || '6';
  request.headers.client = 'docs';
  // What is signed is the text of a body; an upload has none.
  if (!(request.body instanceof FormData)) request.headers.sign = sign(request.body ?? '');
  return request;
}

async function call(path, input) {
  const { headers, body } = withHeaders({
    url: path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const reply = await fetch(path, { method: 'POST', headers, body });
  return reply.json();
}

// Signing in

let reader;

function setToken(token, who) {
  kept.set('token', token);
  kept.set('who', who);
  // The library can end only what has begun.
  if (token) reader.preauthorizeApiKey('token', token);
  else if (reader.authSelectors.authorized().size > 0) reader.authActions.logout(['token']);
  byId('sign-in').hidden = token !== '';
  byId('signed-in').hidden = token === '';
  byId('who').textContent = who;
}

async function signIn(event) {
  event.preventDefault();
  const form = event.target;
  byId('trouble').textContent = '';
  try {
    const account = form.account.value.trim();
    const { code, msg, data } = await call('/v2/sign-in', { account, password: form.password.value });
    if (code !== 200) {
      byId('trouble').textContent = msg;
      form.password.focus();
      return;
    }
    form.reset();
    setToken(data.tokenInfo.token, account);
    byId('sign-out').focus();
  } catch {
    byId('trouble').textContent = 'The server cannot be reached.';
  }
}

/** A sign-in that was tried as a call of the list is one too. */
function takeToken(reply) {
  const token = reply.obj?.data?.tokenInfo?.token;
  if (token) setToken(token, reply.obj.data.userInfo?.email || 'Logged in');
  return reply;
}

// Search and frame

/**
 * `node` with its references to components of `spec` replaced by copies, schemas with their name as title. A component
 * within itself stays a reference. `names` are the references on the way to `node`.
 */
function withoutReferences(spec, node, names = []) {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => withoutReferences(spec, item, names));
  const { $ref: name } = node;
  if (typeof name === 'string') {
    if (names.includes(name)) return node;
    const target = name
      .slice(2)
      .split('/')
      .reduce((parent, key) => parent?.[key], spec);
    if (target === undefined) return node;
    const copy = withoutReferences(spec, target, [...names, name]);
    return name.startsWith('#/components/schemas/') ? { title: name.split('/').at(-1), ...copy } : copy;
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutReferences(spec, value, names)]),
  );
}

/**
 * Replaces two functions of Swagger UI. Its filter compares only the names of groups; this one shows the calls that
 * contain every word of the search. Its resolver of OpenAPI 3.1 needs seconds for a document of this size before it
 * shows the first call; all references of this document lie within it.
 */
const pluginWith = (words) => () => ({
  fn: {
    resolveSubtree: async (spec, path) => ({
      errors: [],
      spec: withoutReferences(
        spec,
        path.reduce((parent, key) => parent?.[key], spec),
      ),
    }),
    opsFilter: (groups, phrase) => {
      const asked = phrase.toLowerCase().split(/\s+/);
      const isFound = (operation) =>
        asked.every((word) => words().get(operation.get('path'))?.includes(word));
      return groups
        .map((group) => group.update('operations', (operations) => operations.filter(isFound)))
        .filter((group) => group.get('operations').size > 0);
    },
  },
});

function search(words) {
  const phrase = byId('search').value.trim();
  reader.layoutActions.updateFilter(phrase || true);
  const asked = phrase.toLowerCase().split(/\s+/);
  const count = [...words.values()].filter((text) => asked.every((word) => text.includes(word))).length;
  byId('found').textContent = `${count} of ${words.size} calls`;
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  // The library's own switch.
  document.documentElement.classList.toggle('dark-mode', theme === 'dark');
}

const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const chosen = localStorage.getItem('helioport-theme');
setTheme(chosen === 'dark' || chosen === 'light' ? chosen : system);
byId('theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  localStorage.setItem('helioport-theme', theme);
});

function start(spec) {
  let words = new Map();
  reader = globalThis.SwaggerUIBundle({
    dom_id: '#calls',
    layout: 'BaseLayout',
    plugins: [pluginWith(() => words)],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    requestInterceptor: withHeaders,
    responseInterceptor: takeToken,
    syntaxHighlight: { theme: 'tomorrow-night' },
    showCommonExtensions: true,
    // Nothing leaves this server: the library would ask its makers' to look the document over.
    validatorUrl: null,
    onComplete: () => setToken(kept.get('token'), kept.get('who')),
  });
  const { jsonSchema202012 } = reader.getSystem().fn;
  words = prepare(spec, jsonSchema202012.sampleFromSchema);
  reader.specActions.updateUrl('/openapi.json');
  reader.specActions.updateLoadingStatus('success');
  reader.specActions.updateSpec(JSON.stringify(spec));
  byId('sign-in').addEventListener('submit', signIn);
  byId('sign-out').addEventListener('click', () => setToken('', ''));
  byId('search').addEventListener('input', () => search(words));
  search(words);
}

async function fillLanguages() {
  const { data } = await call('/v1/common/lan', {});
  byId('language').replaceChildren(...data.list.map(({ title, code }) => new Option(title, String(code))));
  byId('language').value = kept.get('language') || '6';
  byId('language').addEventListener('change', (event) => kept.set('language', event.target.value));
}

addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return;
  event.preventDefault();
  byId('search').focus();
});

try {
  const reply = await fetch('/openapi.json');
  start(await reply.json());
  await fillLanguages();
} catch {
  byId('trouble').textContent = 'The API description could not be loaded. Reload the page.';
}
