// Permissions: every call made anonymously and by one user of every role, compared with grants and menus.
import type { Endpoint } from '@helioport/contract/endpoint';
import { menuTree } from '../../seed/menuTree.ts';
import { mayCall } from './grants.ts';
import { people, roles, type World } from './world.ts';

/** Calls that accept anonymous users although their grant is not open, or reject them although it is. */
export async function anonymousAccess(world: World, endpoints: readonly Endpoint[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path, aliases, grant } of endpoints) {
    for (const address of [path, ...aliases]) {
      const { status, envelope } = await world.app.anonymous.send(address, {});
      const isRefused = status === 401 && envelope.code === 401 && envelope.data === null;
      const isOpen = grant.kind === 'open';
      if (isRefused === isOpen)
        found.push(`${address} answers a stranger ${status} although its grant is ${grant.kind}`);
    }
  }
  return found;
}

/**
 * Calls that answer 403 to a role that holds their grant, or anything else to one that does not. The body is empty,
 * so that no id of it can be the reason.
 */
export async function wronglyGated(world: World, endpoints: readonly Endpoint[]): Promise<string[]> {
  const found: string[] = [];
  for (const role of roles) {
    for (const endpoint of endpoints) {
      if (endpoint.grant.kind === 'open') continue;
      // A session of its own for every call: one of them ends it.
      const caller = await world.sessionOf(people[role]);
      const { status } = await caller.send(endpoint.path, {});
      const may = mayCall(role, endpoint, menuTree);
      if ((status === 403) === may)
        found.push(`${endpoint.path} answers ${role} ${status}, who ${may ? 'may' : 'may not'} call it`);
    }
  }
  return found;
}

/** Calls that let support change something, asked while support holds every menu entry there is. */
export async function writesOfSupport(world: World, endpoints: readonly Endpoint[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path, grant, writes, evenReadOnly } of endpoints) {
    // Calls for every logged-in user concern only that user; those for read-only roles are declared and listed.
    if (!writes || evenReadOnly || !('name' in grant)) continue;
    const caller = await world.sessionOf(people.support);
    const { status } = await caller.send(path, {});
    if (status !== 403) found.push(`${path} answers support ${status}`);
  }
  return found;
}
