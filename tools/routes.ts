// Lists every call of the API with its file, access and test. With --docs, writes docs/api.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contracts } from '@helioport/contract/contracts';
import type { Contract, Grant } from '@helioport/contract/endpoint';
import { ACCESS_PAGE, apiPages } from './apiDocs.ts';

const help = `Lists the calls of the API.

  npm run -s routes                 path, grant, file, tested?
  npm run -s routes -- --docs       writes docs/api: one page per module, and an access table

A missing file or test is shown as "-".`;

const root = new URL('../', import.meta.url);
const modules: Record<string, Contract> = contracts;

const grantText = (grant: Grant) => ('name' in grant ? `${grant.kind} ${grant.name}` : grant.kind);

function list(): void {
  const rows = Object.entries(modules).flatMap(([module, calls]) =>
    Object.entries(calls).flatMap(([name, entry]) => {
      const file = `server/src/api/${module}/${name}`;
      const exists = (ending: string) => fs.existsSync(new URL(file + ending, root));
      const answer = exists('.ts') ? `${file}.ts` : '-';
      const grant = grantText(entry.grant) + (entry.writes ? ', writes' : '');
      const row = [entry.path, grant, answer, exists('.test.ts') ? 'yes' : '-'];
      return [row, ...entry.aliases.map((alias) => [`  ${alias}`, 'as above', '', ''])];
    }),
  );
  const all = [['path', 'grant', 'file', 'tested'], ...rows];
  const widths = [0, 1, 2].map((i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  for (const row of all)
    console.log(
      row
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function writeDocs(): void {
  const folder = new URL('docs/api/', root);
  const pages = apiPages(modules);
  fs.mkdirSync(folder, { recursive: true });
  for (const old of fs.readdirSync(folder)) {
    if (old.endsWith('.md') && !pages.has(old) && old !== ACCESS_PAGE) fs.rmSync(new URL(old, folder));
  }
  for (const [name, text] of pages) fs.writeFileSync(new URL(name, folder), text);
  console.log(`${pages.size} pages written to docs/api`);
  writeAccess();
}

/** The access table is measured by calling: the test that checks the page also writes it. */
function writeAccess(): void {
  const args = [
    '--no-install',
    'vitest',
    'run',
    'server/test/architecture/access.test.ts',
    '--update',
    '--reporter=dot',
  ];
  const { status } = spawnSync('npx', args, {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) console.log(`docs/api/${ACCESS_PAGE} written`);
  else
    console.error(
      `docs/api/${ACCESS_PAGE} may be outdated. Run: npx vitest run server/test/architecture/access.test.ts`,
    );
  process.exitCode = status ?? 1;
}

const { values } = parseArgs({ options: { docs: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(help);
else if (values.docs) writeDocs();
else list();
