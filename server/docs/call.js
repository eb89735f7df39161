// One call: what it takes, what it gives, and a place to try it.
import { byId, h, kept, prose, setToken } from './dom.js';
import { rowsOf, sampleOf } from './schema.js';
import { sign } from './sign.js';

const FIELD_NAMES_TO_KEEP = ['sid', 'sn', 'account'];
const SHOWN_CHARACTERS = 200_000;

function fieldTable(title, schema, entities, empty) {
  const rows = rowsOf(schema, entities);
  if (rows.length === 0) return h('section', null, h('h2', null, title), h('p', { class: 'muted' }, empty));
  const isList = schema.type === 'array';
  return h(
    'section',
    null,
    h('h2', null, title),
    isList && h('p', { class: 'muted' }, 'A list; of each entry:'),
    h(
      'table',
      null,
      h('caption', { class: 'unseen' }, title),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ['Field', 'Type', 'About'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ name, path, depth, type, isRequired, about }) =>
          h(
            'tr',
            null,
            h(
              'th',
              { scope: 'row', class: `depth-${Math.min(depth, 5)}`, title: path },
              h('code', null, name),
              isRequired &&
                title === 'Body' &&
                h('span', { class: 'needed', title: 'must be there' }, ' needed'),
            ),
            h('td', null, h('code', { class: 'type' }, type)),
            h('td', null, prose(about)),
          ),
        ),
      ),
    ),
  );
}

function tryOut(call, entities) {
  const status = h('p', { class: 'status', role: 'status' });
  const answer = h('pre', { tabindex: '0', 'aria-label': 'Answer', hidden: true });
  const curl = h('pre', { tabindex: '0', 'aria-label': 'The same with curl' });
  const body = h('textarea', {
    id: 'body',
    rows: '8',
    spellcheck: 'false',
    'aria-describedby': 'body-trouble',
  });
  const trouble = h('p', { id: 'body-trouble', class: 'trouble', role: 'alert' });

  const sample = (all) => {
    const known = Object.fromEntries(
      FIELD_NAMES_TO_KEEP.flatMap((name) => (kept.get(name) ? [[name, kept.get(name)]] : [])),
    );
    body.value = JSON.stringify(sampleOf(call.input, entities, { all, known }), null, 2);
    body.rows = Math.min(20, Math.max(4, body.value.split('\n').length));
    showCurl();
  };
  const showCurl = () => {
    const token = call.isOpen ? '' : ` \\\n  -H 'Authorization: <token>'`;
    const text = body.value.replaceAll("'", `'\\''`);
    curl.textContent = `curl ${location.origin}${call.path} \\\n  -H 'Content-Type: application/json'${token} \\\n  -d '${text}'`;
  };

  const send = async (event) => {
    event.preventDefault();
    trouble.textContent = '';
    let given;
    try {
      given = JSON.parse(body.value || '{}');
    } catch (error) {
      trouble.textContent = `This is no JSON: ${error.message}`;
      body.focus();
      return;
    }
    for (const name of FIELD_NAMES_TO_KEEP)
      if (typeof given?.[name] === 'string') kept.set(name, given[name]);
    status.textContent = 'Asking …';
    const { text, line } = await ask(call, JSON.stringify(given));
    status.textContent = line;
    answer.hidden = false;
    answer.textContent = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n…` : text;
  };

  body.addEventListener('input', showCurl);
  body.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  });
  sample(false);
  return h(
    'section',
    { class: 'try' },
    h('h2', null, 'Try it'),
    call.takesFiles &&
      h('p', { class: 'muted' }, 'This call takes files; here only its other fields can be sent.'),
    h(
      'form',
      { onsubmit: send },
      h('label', { for: 'body' }, 'Body'),
      body,
      trouble,
      h(
        'p',
        { class: 'actions' },
        h('button', { type: 'submit', class: 'act' }, 'Send'),
        h('button', { type: 'button', onclick: () => sample(true) }, 'All fields'),
        h('button', { type: 'button', onclick: () => sample(false) }, 'Needed fields'),
      ),
    ),
    status,
    answer,
    h('details', null, h('summary', null, 'The same with curl'), curl),
  );
}

/** Sends one call and says what came, in words and as text. A sign-in leaves its token in the field. */
async function ask(call, body) {
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/json',
    client: 'docs',
    lan: byId('language').value || '6',
    sign: sign(body),
  };
  if (byId('token').value) headers.authorization = byId('token').value;
  try {
    const signal = AbortSignal.timeout(call.timeoutMs);
    const reply = await fetch(call.path, { method: 'POST', headers, body, signal });
    const text = await reply.text();
    const ms = Math.round(performance.now() - startedAt);
    const line = (more) => `HTTP ${reply.status} · ${more}${ms} ms · ${(text.length / 1000).toFixed(1)} kB`;
    try {
      const envelope = JSON.parse(text);
      const token = envelope?.data?.tokenInfo?.token;
      if (token) setToken(token);
      const signedIn = token ? 'signed in, the token is in the field above · ' : '';
      return { text: JSON.stringify(envelope, null, 2), line: line(`code ${envelope.code} · ${signedIn}`) };
    } catch {
      return { text, line: line('') };
    }
  } catch (error) {
    return {
      text: '',
      line:
        error.name === 'TimeoutError'
          ? `No answer in ${call.timeoutMs / 1000} s`
          : 'The server cannot be reached',
    };
  }
}

/** The page of one call. */
export function callPage(call, entities) {
  return [
    h('h1', null, h('span', { class: 'method' }, 'POST'), ' ', h('code', null, call.path)),
    h('p', { class: 'lead' }, call.summary),
    h('p', { class: 'muted' }, prose(call.description)),
    tryOut(call, entities),
    fieldTable('Body', call.input, entities, 'Nothing: an empty body or {}.'),
    fieldTable('data of the answer', call.output, entities, 'An empty object.'),
  ];
}
