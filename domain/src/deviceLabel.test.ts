import { expect, test } from 'vitest';
import { serialOnLabel } from './deviceLabel.ts';

test.each([
  ['E7E50071', 'E7E50071'],
  [' e7e50071\n', 'E7E50071'],
  ['nep.e7e50071', 'E7E50071'],
  ['SN:E7E50071', 'E7E50071'],
  ['S/N E7E50071 BDM-800', 'E7E50071'],
  ['Model BDM-800; Serial No: E7E50071; 2026', 'E7E50071'],
  ['https://maker.example/device?model=800&sn=E7E50071', 'E7E50071'],
  ['https://maker.example/device', ''],
  ['WIFI:S:plant;T:WPA;P:secret;;', ''],
  ['', ''],
])('of %j it reads %j', (text, serial) => {
  expect(serialOnLabel(text)).toBe(serial);
});
