// All calls of the API: each entry of a contract with its handler, the default export of `api/<module>/<name>.ts`.
import { contracts } from '@helioport/contract/contracts';
import type { Contract, Endpoint } from '@helioport/contract/endpoint';
import type { Fulfilled, Handler } from './access/handler.ts';

async function callOf(module: string, name: string, endpoint: Endpoint): Promise<Fulfilled> {
  const file: { default: Handler<Endpoint> } = await import(`./api/${module}/${name}.ts`);
  return { name, endpoint, handler: file.default };
}

export const apiCalls: readonly Fulfilled[] = await Promise.all(
  Object.entries<Contract>(contracts).flatMap(([module, contract]) =>
    Object.entries(contract).map(([name, endpoint]) => callOf(module, name, endpoint)),
  ),
);
