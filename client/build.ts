// `npm run build -w client`: the package as plain JavaScript with types in dist/. Calls, inputs, outputs and failures are
// generated from the contract, so that the package depends on nothing.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contracts } from '@helioport/contract/contracts';
import type { Contract, Endpoint } from '@helioport/contract/endpoint';
import { type FailureKey, failures } from '@helioport/contract/failures';
import { inputSchema, type JsonSchema, outputSchema } from '@helioport/contract/jsonSchema';
import { grantInWords } from '@helioport/contract/openapi';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = path.join(here, 'dist/source');
const contractsByModule: Readonly<Record<string, Contract>> = contracts;

const comment = (text: string) => `/** ${text.replaceAll('*/', '*\u200b/')} */`;
const property = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** Types of all inputs and outputs, in one file with the entities that they share. */
async function schemasFile(): Promise<string> {
  const schemas: Record<string, JsonSchema> = {};
  for (const [module, calls] of Object.entries(contractsByModule))
    for (const [name, { input, output }] of Object.entries(calls)) {
      schemas[`${module}.${name}.input`] = inputSchema(input);
      schemas[`${module}.${name}.output`] = outputSchema(output, schemas);
    }
  const file = ts.factory.createTypeReferenceNode('Blob');
  const document = {
    openapi: '3.1.0' as const,
    info: { title: 'Helioport', version: '1' },
    paths: {},
    components: { schemas },
  };
  const tree = await openapiTS(document as Parameters<typeof openapiTS>[0] & object, {
    transform: (schema) => ('format' in schema && schema.format === 'binary' ? file : undefined),
    silent: true,
  });
  return astToString(tree);
}

function method(module: string, name: string, entry: Endpoint): string {
  const schema = (of: string) => `Schemas[${JSON.stringify(`${module}.${name}.${of}`)}]`;
  const isOptional = (inputSchema(entry.input).required ?? []).length === 0;
  const access = `Access: ${grantInWords(entry.grant)}. ${entry.writes ? 'Changes data.' : 'Read-only.'}`;
  return [
    comment(`${entry.summary} ${access}`),
    `${property(name)}(input${isOptional ? '?' : ''}: ${schema('input')}, options?: CallOptions): Promise<${schema('output')}>;`,
  ].join('\n    ');
}

const entryOf = ({ path: at, writes, timeoutMs }: Endpoint) => ({ path: at, writes, timeoutMs });

/** Key of a failure by its code; of two with one code, the first. */
function keysByCode(): Record<number, string> {
  const keys: Record<number, string> = {};
  for (const [key, { code }] of Object.entries(failures)) keys[code] ??= key;
  return keys;
}

function indexFile(): string {
  const modules = Object.entries(contractsByModule).map(([module, calls]) => {
    const methods = Object.entries(calls).map(([name, entry]) => method(module, name, entry));
    return `  ${property(module)}: {\n    ${methods.join('\n    ')}\n  };`;
  });
  const table = {
    calls: Object.fromEntries(
      Object.entries(contractsByModule).map(([module, calls]) => [
        module,
        Object.fromEntries(Object.entries(calls).map(([name, entry]) => [name, entryOf(entry)])),
      ]),
    ),
    failures: keysByCode(),
    logIn: entryOf(contracts.account.signIn),
    logOut: entryOf(contracts.account.loginOut),
  };
  const failureKeys = (Object.keys(failures) as FailureKey[])
    .map((key) => JSON.stringify(key))
    .join('\n  | ');
  return `import { type CallOptions, type ClientBase, type ClientOptions, clientOf } from './client.ts';
import { CallFailure, ConnectionFailure } from './failure.ts';
import type { components } from './schemas.ts';

export type { CallOptions, ClientOptions, Download } from './client.ts';
export { CallFailure, ConnectionFailure };

/** Types of inputs and outputs by name, such as \`Schemas['site.listWithSN.output']\`, and of the entities in them. */
export type Schemas = components['schemas'];

/** Key of a failure of the portal. */
export type FailureKey =
  | ${failureKeys};

export interface Client extends ClientBase {
${modules.join('\n')}
}

/** A client for the portal at an address. */
export function createClient(options: ClientOptions): Client {
  return clientOf(${JSON.stringify(table)}, options) as Client;
}

/** Whether an error is a failure that the portal answered, one of \`keys\` if there are any. */
export function isFailure(error: unknown, ...keys: readonly FailureKey[]): error is CallFailure<FailureKey> {
  return error instanceof CallFailure && (keys.length === 0 || keys.includes(error.key as FailureKey));
}
`;
}

/** Compiles the sources to JavaScript and types; throws with the first errors. */
function compile(): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: source,
    outDir: path.join(here, 'dist'),
  };
  const program = ts.createProgram([path.join(source, 'index.ts')], options);
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems.slice(0, 10), {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => here,
        getNewLine: () => '\n',
      }),
    );
}

fs.rmSync(path.join(here, 'dist'), { recursive: true, force: true });
fs.cpSync(path.join(here, 'src'), source, { recursive: true });
fs.writeFileSync(path.join(source, 'package.json'), '{ "type": "module" }');
fs.writeFileSync(path.join(source, 'schemas.ts'), await schemasFile());
fs.writeFileSync(path.join(source, 'index.ts'), indexFile());
compile();
fs.rmSync(source, { recursive: true });
