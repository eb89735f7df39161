import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommand, decodeStatus, encodeCommand, encodeStatus } from './command.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a command', () => {
  it('is read as it was written', () => {
    const command = { id: '17', set: { reconnectTime: 60 }, expiresAt: '2026-06-21T12:00:00.000Z' };
    expect(decodeCommand(bytes(encodeCommand(command)))).toEqual(command);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"id":"1"}',
    '{"id":1,"expiresAt":"2026-06-21T12:00:00Z"}',
    '{"id":"1","expiresAt":"soon"}',
  ])('is not %j', (text) => {
    expect(decodeCommand(bytes(text))).toBeNull();
  });
});

describe('a status', () => {
  it('is read as it was written', () => {
    const status = { id: '17', parameters: { overVoltage: 253 }, refused: 'locked' };
    expect(decodeStatus(bytes(encodeStatus(status)))).toEqual(status);
  });

  it('keeps what the catalogue knows and drops the rest', () => {
    const text =
      '{"parameters":{"overVoltage":253,"colour":3,"underVoltage":"low","constructor":1},"more":true}';
    expect(decodeStatus(bytes(text))).toEqual({ parameters: { overVoltage: 253 } });
  });

  it('is also the word that a device leaves behind, and the one of its coming', () => {
    expect(decodeStatus(bytes('offline'))).toMatchObject({ online: false });
    expect(decodeStatus(bytes('online'))).toMatchObject({ online: true });
  });

  it.each(['gone', '', '[]', '{}', '{"parameters":{}}', '{"id":""}'])('is not %j', (text) => {
    expect(decodeStatus(bytes(text))).toBeNull();
  });
});

it('never throws, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (payload) => {
      decodeStatus(payload);
      decodeCommand(payload);
    }),
  );
});
