// Register dumps of SunSpec devices, for tests.

type Field = readonly [offset: number, value: number | string | { f: number } | { u32: number }];

/** A block of an ID and a length; registers that are not given are not implemented. */
export function block(id: number, length: number, fields: readonly Field[], filler = 0xffff): number[] {
  const registers = [id, length, ...Array.from({ length }, () => filler)];
  for (const [offset, value] of fields) {
    if (typeof value === 'number') registers[offset] = value & 0xffff;
    else if (typeof value === 'string') {
      const bytes = Buffer.alloc(32);
      bytes.write(value, 'latin1');
      for (let i = 0; i < 16; i++) registers[offset + i] = bytes.readUInt16BE(2 * i);
    } else {
      const bytes = Buffer.alloc(4);
      if ('f' in value) bytes.writeFloatBE(value.f);
      else bytes.writeUInt32BE(value.u32);
      registers[offset] = bytes.readUInt16BE(0);
      registers[offset + 1] = bytes.readUInt16BE(2);
    }
  }
  return registers;
}

export const common = (maker: string, model: string, serial: string): number[] =>
  block(
    1,
    66,
    [
      [2, maker],
      [18, model],
      [34, ''],
      [50, serial],
    ],
    0,
  );

/** A three-phase inverter with two inputs and a meter: 8230 W, 18,123,450 Wh; import 12,340 Wh, export 567,800 Wh. */
export const inverter103 = (energyWh = 18_123_450): number[] =>
  block(103, 50, [
    [2, 359],
    [3, 119],
    [4, 120],
    [5, 120],
    [6, -1],
    [10, 2301],
    [11, 2312],
    [12, 2298],
    [13, -1],
    [14, 823],
    [15, 1],
    [16, 4998],
    [17, -2],
    [24, { u32: energyWh / 10 }],
    [26, 1],
    [33, -35],
    [37, -1],
    [38, 4],
  ]);

export const inputs160 = (): number[] => {
  const group = (i: number, name: string, fields: readonly Field[]): Field[] => {
    const at = 10 + i * 20;
    return [[at, i + 1], [at + 1, name], ...fields.map(([offset, value]) => [at + offset, value] as const)];
  };
  const empty: Field[] = [9, 10, 11].map((offset) => [offset, 0xffff] as const);
  return block(160, 8 + 4 * 20, [
    [2, -2],
    [3, -1],
    [4, 0],
    [5, 1],
    [8, 4],
    ...group(0, 'MPPT 1', [
      [9, 712],
      [10, 6105],
      [11, 4346],
      [12, { u32: 900_012 }],
    ]),
    ...group(1, 'MPPT 2', [
      [9, 655],
      [10, 6101],
      [11, 3996],
      [12, { u32: 0 }],
    ]),
    ...group(2, 'StCha 3', [
      [9, 655],
      [10, 4000],
      [11, 262],
      [12, { u32: 5 }],
    ]),
    ...group(3, '', [...empty, [12, { u32: 0 }]]),
  ]);
};

export const meter203 = (): number[] =>
  block(
    203,
    105,
    [
      [6, 0x8000],
      [8, 2301],
      [15, -1],
      [16, 500],
      [17, -1],
      [18, -4321],
      [22, 0],
      [38, { u32: 56_780 }],
      [46, { u32: 1_234 }],
      [54, 1],
    ],
    0x8000,
  );

const NaN32 = { f: Number.NaN };

export const inverter113 = (): number[] =>
  block(113, 60, [
    [4, NaN32],
    [14, { f: 230.5 }],
    [22, { f: 1500.25 }],
    [24, { f: 50 }],
    [32, { f: 1_234_560 }],
    [40, NaN32],
  ]);

export const meter213 = (): number[] =>
  block(213, 124, [
    [26, { f: 50 }],
    [28, { f: 250.5 }],
    [60, { f: 4096 }],
    [68, { f: 8192 }],
  ]);

export const endBlock: readonly number[] = [0xffff, 0];
