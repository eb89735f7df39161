// Latency of the lists of people and companies, over real HTTP, with 100,000 people in 5,000 companies and a plant for
// every third of them. Fails when the median of any page is 100 ms or more. `npx tsx bench/people.ts [people]`
import type { InputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { hostDescription, quantile, timesOf } from './measure.ts';
import { startBenchServer } from './server.ts';
import { addManyPeople, startBenchWorld } from './world.ts';

const RUNS = 20;
const LIMIT_MS = 100;
const people = Number(process.argv[2] ?? 100_000);

const world = await startBenchWorld();
await addManyPeople(world, people);
const { call, signIn, close } = await startBenchServer(world);

const tooSlow: string[] = [];
console.log(`${hostDescription()}; ${people} people, ${RUNS} runs after warm-up, pages of 20\n`);
console.log('| as | page | rows | median ms | p95 ms |\n|---|---|---|---|---|');
for (const who of ['admin@demo.test', 'distributor@demo.test']) {
  const token = await signIn(who);
  const row = async <E extends typeof user.list | typeof user.companyList | typeof user.audit>(
    name: string,
    endpoint: E,
    input: InputOf<E> = {} as InputOf<E>,
  ) => {
    const body = { page: { size: 20, num: 0 }, ...(input as object) } as InputOf<E>;
    const { total } = (await call(endpoint, body, token)) as { total: number };
    const times = await timesOf(() => call(endpoint, body, token), RUNS);
    const median = quantile(times, 0.5);
    const role = who.split('@')[0] ?? '';
    if (median >= LIMIT_MS) tooSlow.push(`${role}: ${name}`);
    const [shown, slow] = [median.toFixed(1), quantile(times, 0.95).toFixed(1)];
    console.log(`| ${role} | ${name} | ${total} | ${shown} | ${slow} |`);
  };

  const last = Math.floor((await call(user.list, {}, token)).total / 20) - 1;
  await row('people', user.list);
  await row('people, last page', user.list, { page: { size: 20, num: last } });
  for (const field of [
    'email',
    'contactPerson',
    'companyName',
    'groupName',
    'city',
    'lastSignInAt',
  ] as const) {
    await row(`people by ${field}`, user.list, { sort: [{ field, order: 'asc' }] });
  }
  await row('newest people', user.list, { sort: [{ field: 'createdAt', order: 'desc' }] });
  await row('people, address contains "4711"', user.list, { filters: { keywords: '4711' } });
  await row('people, name contains "Person 9"', user.list, { filters: { keywords: 'Person 9' } });
  await row('people in France', user.list, { filters: { country_code: 'FR' } });
  await row('people in Bayern, city contains "7"', user.list, { filters: { state: 'bay', city: '7' } });
  await row('blocked installers', user.list, { filters: { status: 'blocked', group_id: '4' } });
  await row('people of May', user.list, {
    filters: { created_start_date: '2025-05-01', created_end_date: '2025-05-31' },
    sort: [{ field: 'email', order: 'asc' }],
  });
  await row('companies', user.companyList);
  await row('highest companies', user.companyList, { filters: { parent_id: '0' } });
  await row('companies, name contains "77"', user.companyList, { filters: { keywords: '77' } });
  await row('companies by manager', user.companyList, { sort: [{ field: 'manager', order: 'asc' }] });
  await row('companies by people below', user.companyList, {
    sort: [{ field: 'usersBelow', order: 'desc' }],
  });
  await row('companies by plants', user.companyList, { sort: [{ field: 'sites', order: 'desc' }] });
  await row('change log', user.audit);
  await row('change log, one action', user.audit, { filters: { action: 'device.claim' } });
}

await close();
await world.stop();
if (tooSlow.length > 0) {
  console.error(`\n${LIMIT_MS} ms or more: ${tooSlow.join('; ')}`);
  process.exitCode = 1;
}
