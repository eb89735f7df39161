import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { strayWrites, writesIn } from './sqlWrites.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('statements that write', () => {
  it('stand only where tables have their writer', () => {
    expect(strayWrites(root)).toEqual([]);
  });

  it.each([
    ['insert into users (id) values (1)'],
    ['INSERT\n  INTO users select 1'],
    ['update users set name = 1'],
    ['update latest l set at = now()'],
    ['update only as x set y = 1'],
    ['update $' + '{sql.table(name)} set y = 1'],
    ['delete from users'],
    ['truncate table users'],
    ['copy users from stdin'],
    ['with gone as (delete from users returning id) select 1'],
  ])('are seen: %s', (statement) => {
    expect(writesIn(`const x = sql\`${statement}\`;`)).toHaveLength(1);
  });

  it.each([
    ['select * from users for update'],
    ['// an update of users sets nothing'],
    ['/* delete from users */'],
    ["say('the update set is ready')"],
    ['settings.update(x); set.add(y)'],
  ])('are not seen in: %s', (source) => {
    expect(writesIn(source)).toEqual([]);
  });
});
