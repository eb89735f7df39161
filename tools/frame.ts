// Reads one device frame from the command line: as one JSON object, or in words.
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Checksums, decodeFrame, type Refusal } from '@helioport/protocol/nep/frame';
import { emptyChannelBelowV, type FrameReading, readFrame } from '@helioport/protocol/nep/reading';

const help = `Reads a device frame: the body that an inverter posts to /i.php or /t.php.

  npm run -s frame -- [--json] <hex>
  npm run -s frame -- [--json] -        reads the hex from standard input

  --json   print a JSON object instead of text
  --help   show this help

Spaces, line breaks and colons between the digits are ignored. Invalid frames are rejected with the reason on
standard error and exit code 1. Frames with an invalid checksum are decoded and marked.`;

const reasons: Readonly<Record<Refusal, string>> = {
  tooShort: 'it has fewer than 45 bytes',
  tooLong: 'it has more than 4096 bytes',
  wrongStart: 'it does not start with 79',
  wrongLength: 'its length field (bytes 1 and 2) is not its length less 7',
  wrongDataLength:
    'its data length (bytes 13 and 14) is not 28 and 6 for each channel, or not its length less 17',
};

/** What cannot be read; the message is for the person who asked. */
class Unreadable extends Error {}

/** Exact halves go to the even neighbour, as in the expected values of `protocol/frames`: 24.125 is 24.12. */
function round(value: number, decimals: number): number {
  const scaled = value * 10 ** decimals;
  const isExactHalf = Number.isInteger(value * 2 ** (decimals + 1)) && Math.abs(scaled % 1) === 0.5;
  return isExactHalf ? (2 * Math.round(scaled / 2)) / 10 ** decimals : Number(value.toFixed(decimals));
}

const fixed = (value: number, decimals: number) => round(value, decimals).toFixed(decimals);

function bytesOf(argument: string): Uint8Array {
  const digits = argument.replace(/[\s:]/g, '').replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) throw new Unreadable('not hexadecimal digits');
  if (digits.length % 2 === 1) throw new Unreadable('an odd number of hexadecimal digits');
  return Buffer.from(digits, 'hex');
}

function inJson(reading: FrameReading, checksums: Checksums): string {
  return JSON.stringify({
    serial: reading.serial,
    model: reading.model,
    modelByte: reading.modelByte,
    stateByte: reading.stateByte,
    powerW: round(reading.powerW, 1),
    dcVoltageV: round(reading.dcVoltageV, 2),
    acVoltageV: round(reading.acVoltageV, 1),
    frequencyHz: round(reading.frequencyHz, 2),
    temperatureC: round(reading.temperatureC, 1),
    energyTodayWh: round(reading.energyTodayWh, 1),
    statusBits: reading.statusBits,
    channels: reading.channels.map((channel) => ({
      index: channel.index,
      voltageV: round(channel.voltageV, 2),
      powerW: round(channel.powerW, 1),
      energyTodayWh: round(channel.energyTodayWh, 1),
    })),
    checksums,
  });
}

function inWords(reading: FrameReading, checksums: Checksums): string {
  const line = (name: string, value: string) => `${name.padEnd(14)} ${value}`;
  const rightOrWrong = (isRight: boolean) => (isRight ? 'valid' : 'invalid');
  return [
    line('serial', reading.serial),
    line('model', `${reading.model} (model byte ${reading.modelByte}, version ${reading.version})`),
    line('state', `${reading.state} (state byte ${reading.stateByte})`),
    line('power', `${fixed(reading.powerW, 1)} W`),
    line('DC voltage', `${fixed(reading.dcVoltageV, 2)} V`),
    line('AC voltage', `${fixed(reading.acVoltageV, 1)} V`),
    line('frequency', `${fixed(reading.frequencyHz, 2)} Hz`),
    line('temperature', `${fixed(reading.temperatureC, 1)} °C`),
    line('energy today', `${fixed(reading.energyTodayWh, 1)} Wh`),
    line('status bits', reading.statusBits === 0 ? `${reading.alertCode} (no alert)` : reading.alertCode),
    ...reading.channels.map((channel) => {
      const { index, voltageV, powerW, energyTodayWh } = channel;
      const note = voltageV < emptyChannelBelowV ? ' (no module)' : '';
      const values = `${fixed(voltageV, 2)} V, ${fixed(powerW, 1)} W, ${fixed(energyTodayWh, 1)} Wh today`;
      return line(`channel ${index}`, values + note);
    }),
    line(
      'checksums',
      `inner ${rightOrWrong(checksums.inner)}, sum ${rightOrWrong(checksums.sum)}, xor ${rightOrWrong(checksums.xor)}`,
    ),
  ].join('\n');
}

async function answer(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return help;
  if (positionals.length === 0) throw new Unreadable('no frame given; see --help');
  const argument = positionals[0] === '-' ? await text(process.stdin) : positionals.join('');
  const decoded = decodeFrame(bytesOf(argument));
  if (!decoded.ok) throw new Unreadable(`${reasons[decoded.refusal]} (${decoded.refusal})`);
  return (values.json ? inJson : inWords)(readFrame(decoded.frame), decoded.checksums);
}

try {
  console.log(await answer());
} catch (error) {
  process.exitCode = 1;
  if (error instanceof Unreadable) console.error(`Not a frame: ${error.message}`);
  // parseArgs throws plain TypeErrors with a readable message for unknown options.
  else if (error instanceof TypeError && 'code' in error) console.error(error.message);
  else throw error;
}
