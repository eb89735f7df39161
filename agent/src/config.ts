// The configuration file of the agent.
import fs from 'node:fs';
import path from 'node:path';
import { agentFeedKinds } from '@helioport/domain/feeds';
import { z } from 'zod';
import { openApsystems } from './sources/apsystems/apsystems.ts';
import { openEnphase } from './sources/enphase/enphase.ts';
import { openFronius } from './sources/fronius/fronius.ts';
import type { Source } from './sources/source.ts';
import { openSunspec } from './sources/sunspec/sunspec.ts';

const DEVICES_MAX = 50;
const CONFIG_BYTES_MAX = 1_048_576;

/** A configuration that cannot be used; its message states where and why. */
export class ConfigError extends Error {}

const webAddress = z
  .string()
  .max(300)
  .refine((text) => isAddress(text, ['http:', 'https:']), 'expected a host, such as 192.168.1.60');
const hostAddress = z
  .string()
  .max(300)
  .refine(
    (text) => !text.includes('/') && isAddress(`tcp://${text}`, ['tcp:']),
    'expected a host, such as 192.168.1.60',
  );

function isAddress(text: string, protocols: readonly string[]): boolean {
  const full = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(full)) return false;
  const url = new URL(full);
  return (
    protocols.includes(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    ['', '/'].includes(url.pathname) &&
    url.search === ''
  );
}

const common = {
  name: z.string().trim().min(1).max(40),
  token: z.string().regex(/^[0-9a-f]{32}$/, 'expected the token of the data source, 32 hexadecimal digits'),
  interval: z.number().min(5).max(3600).default(60),
};

const device = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('apsystems'), address: webAddress, ...common }),
  z.strictObject({ type: z.literal('fronius'), address: webAddress, ...common }),
  z.strictObject({
    type: z.literal('enphase'),
    address: webAddress,
    accessToken: z
      .string()
      .min(1)
      .max(5000)
      .regex(/^[\x21-\x7e]+$/, 'expected a token without blanks')
      .optional(),
    certificate: z
      .string()
      .regex(/^(?:accept|(?:[0-9a-f]{2}:){31}[0-9a-f]{2})$/i, 'expected a SHA-256 fingerprint, or "accept"')
      .optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('sunspec'),
    address: hostAddress,
    unit: z.number().int().min(1).max(247).default(1),
    meterPositive: z.enum(['import', 'export']).default('import'),
    ...common,
  }),
]);

const configFile = z
  .strictObject({
    portal: z.string().refine((text) => text.includes('://') && isAddress(text, ['http:', 'https:']), {
      error: 'expected the address of the portal, such as https://portal.example',
    }),
    buffer: z.string().min(1).default('agent-data'),
    bufferMegabytes: z.number().min(1).max(10_000).default(64),
    devices: z.array(device).min(1).max(DEVICES_MAX),
  })
  .superRefine(({ devices }, context) => {
    const names = new Set<string>();
    devices.forEach(({ name }, i) => {
      if (names.has(name))
        context.addIssue({
          code: 'custom',
          path: ['devices', i, 'name'],
          message: 'each device needs its own name',
        });
      names.add(name);
    });
  });

export type DeviceConfig = z.infer<typeof device>;

export interface Config {
  portal: string;
  /** Absolute path of the folder of the buffer. */
  buffer: string;
  bufferBytes: number;
  devices: readonly DeviceConfig[];
}

/** The configuration of a text; the buffer is relative to `folder`. */
export function parseConfig(text: string, folder: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const types = agentFeedKinds.join(', ');
  const parsed = configFile.safeParse(value);
  if (!parsed.success) {
    const lines = parsed.error.issues.slice(0, 10).map((issue) => {
      const at = issue.path.map(String).join('.') || 'file';
      return `${at}: ${issue.code === 'invalid_union' ? `expected one of: ${types}` : issue.message}`;
    });
    throw new ConfigError(lines.join('\n'));
  }
  const { portal, buffer, bufferMegabytes, devices } = parsed.data;
  return {
    portal: new URL(portal).origin,
    buffer: path.resolve(folder, buffer),
    bufferBytes: bufferMegabytes * 1_000_000,
    devices,
  };
}

export function readConfig(file: string): Config {
  let text: string;
  try {
    if (fs.statSync(file).size > CONFIG_BYTES_MAX) throw new ConfigError('the file is larger than 1 MB');
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof ConfigError
      ? error
      : new ConfigError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseConfig(text, path.dirname(path.resolve(file)));
}

export function openSource(config: DeviceConfig): Source {
  switch (config.type) {
    case 'apsystems':
      return openApsystems(config);
    case 'enphase':
      return openEnphase(config);
    case 'fronius':
      return openFronius(config);
    case 'sunspec':
      return openSunspec(config);
  }
}
