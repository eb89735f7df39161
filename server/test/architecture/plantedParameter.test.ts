// A parameter that does not exist is planted into the list, in the data alone. The calls and the words between portal and
// device must follow.
import { configuration } from '@helioport/contract/configuration';
import {
  decodeCommand,
  decodeStatus,
  encodeCommand,
  encodeStatus,
} from '@helioport/protocol/helioport/command';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { takeAnswer } from '../../src/repositories/commands.ts';
import { type Caller, startTestApp, type TestApp } from '../harness.ts';

vi.mock('@helioport/domain/parameterList', async (original) => {
  const list = await original<{ parameterList: object }>();
  const range = { min: 1, max: 9 };
  const rampRate = {
    unit: '%/min',
    decimals: 1,
    word: 'parameter.rampRate',
    hasNames: false,
    isProtection: false,
    ranges: { en50549: range, ieee1547: range },
  };
  return { ...list, parameterList: { ...list.parameterList, rampRate } };
});

let app: TestApp;
let installer: Caller;
let sn: string;

beforeAll(async () => {
  app = await startTestApp();
  sn = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'ramp@make.test', group: 'installer', companyId });
    const plant = await makeSite(tx, { companyId });
    const made = await makeDevice(tx, plant.id, { vendor: 'sunhall', kind: 'stringMachine' });
    await sql`update devices set commands_at = now() where id = ${made.id}`.execute(tx);
    return made.sn;
  });
  installer = await app.as('ramp@make.test');
});
afterAll(() => app?.close());

it('is told to devices within its range, read back, and shown with what it may be', async () => {
  const send = (rampRate: number) =>
    installer.send(configuration.inverterSetupValue.path, { sn: [sn], values: { rampRate } });
  expect((await send(10)).envelope.data).toMatchObject({ list: [{ id: null }] });
  const { list } = (await send(2.5)).envelope.data as { list: { id: number }[] };
  const expiresAt = new Date(app.now() + 60_000).toISOString();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const command = decodeCommand(
    bytes(encodeCommand({ id: String(list[0]!.id), set: { rampRate: 2.5 }, expiresAt })),
  );
  expect(command?.set).toEqual({ rampRate: 2.5 });
  const status = decodeStatus(bytes(encodeStatus({ id: command!.id, parameters: command!.set })))!;
  await inTransaction(app.database.db, 'write', async (tx) => {
    await sql`update commands set state = 'sent'`.execute(tx);
    await takeAnswer(tx, {
      sn,
      at: new Date(app.now()),
      id: list[0]!.id,
      parameters: status.parameters,
      refused: null,
    });
  });
  const input = { filters: { sn } };
  const [row] = (await installer.call(configuration.inverterGroupFilter, input)).list;
  expect(row!.parameters.at(-1)).toMatchObject({
    key: 'rampRate',
    unit: '%/min',
    value: 2.5,
    min: 1,
    max: 9,
  });
  expect((await installer.call(configuration.inverterSetupList, input)).list).toMatchObject([
    { state: 'confirmed', values: [{ key: 'rampRate', wanted: 2.5, told: 2.5 }] },
  ]);
});
