// Responses of all calls on the demo data: the API validates every response against its contract during tests, so a
// mismatch appears here as 500.
import type { Endpoint } from '@helioport/contract/endpoint';
import { failures } from '@helioport/contract/failures';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { bodyFor, fieldsOf, fitted, meantBy, people, roles, type World } from './world.ts';

/** The kinds of charts and periods that any call knows. */
const kinds = [1, 2, 3, 4, 5, 6, 11];

/**
 * Failures of a valid body: it belongs to another call or kind of chart, or the user lacks the permission. Also
 * unknown objects, such as a role for an owner.
 */
const expected: ReadonlySet<number> = new Set([
  200,
  failures['echarts.typeUnknown'].code,
  failures['request.invalid'].code,
  failures['access.denied'].code,
  failures['site.notEditable'].code,
  failures['site.notYours'].code,
]);

/** Read calls whose response violates the contract for a user, or that never succeed for an administrator. */
export async function brokenPromises(world: World, endpoints: readonly Endpoint[]): Promise<string[]> {
  const found = new Set<string>();
  const reading = endpoints.filter(({ writes }) => !writes);
  for (const role of roles) {
    const caller = await world.sessionOf(people[role]);
    // A plant with telemetry and one that has none yet.
    const ids = await world.idsOf(people[role]);
    const chosen = [ids[0], ids.at(-1)].filter((one) => one !== undefined);
    for (const endpoint of reading) {
      const { path, aliases, input } = endpoint;
      const kindsToSend = fieldsOf(input)?.has('types') === false ? [1] : kinds;
      let succeeded = false;
      for (const address of [path, ...aliases]) {
        const token = world.tokens[path];
        const bodies = chosen
          .map((one) => ({ ...one, ...meantBy(world, path) }))
          .flatMap((one) => kindsToSend.map((kind) => ({ ...bodyFor(one, kind), token })));
        for (const body of bodies) {
          const lan = String(body.types % 11);
          const { envelope } = await caller.send(address, fitted(endpoint, body), { lan });
          if (!expected.has(envelope.code) && !isUnknownCode(envelope.code))
            found.add(`${address} answers ${role} ${envelope.code} ${envelope.msg}`);
          succeeded ||= envelope.code === 200;
        }
      }
      if (!succeeded && role === 'administrator') found.add(`${path} never succeeds`);
    }
  }
  return [...found];
}
