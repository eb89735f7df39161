import { describe, expect, it } from 'vitest';
import { sign } from './sign.ts';

const bodies: [body: string, expected: string][] = [
  ['{}', '99914B932BD37A50B983C5E7C90AE93B'],
  ['{"sid":"BR_20260323_Whbh"}', '5EDDDFA7CD55C1B2FCED0B78326E970E'],
  ['{"types":6,"sid":"BR_20260323_Whbh"}', '016B53F59D082988087D0E0D54303E58'],
  [
    '{"types":3,"rangeDate":"2026-05-01~2026-05-31","sid":"BR_20260323_Whbh"}',
    '9108C506A8C2E631C88FE004F14FCA85',
  ],
  [
    '{"types":11,"weatherHours":false,"rangeDate":"2026-05-28","date":"2026-05-28","sid":"BR_20260323_Whbh"}',
    '1F672A5F69929528ED8B05CACA93FE0C',
  ],
  [
    '{"page":{"size":10,"num":0},"filters":{"keywords":"","site_name":"","user_email":"","installer_email":"","country_code":"","created_start_date":"","created_end_date":"","street":""},"sort":[]}',
    'C513D70171FB45FD85BE759FABDC6715',
  ],
];

const own: [body: string, expected: string][] = [
  ['', 'D41D8CD98F00B204E9800998ECF8427E'],
  ['{"account":"person@example.de","password":"secret"}', 'FB2AA05433D8637ACC401655A45FAED6'],
  ['{"account":"me@example.com","password":"hello world e"}', 'BAE7F911C43BE0160AE86432A02892FA'],
  ['{"sn":"86A10001"}', '8F6EC0F9CCAA576D5B8E95D12D657987'],
  ['{\r\n  "sn": "86A10001"\n}', '8F6EC0F9CCAA576D5B8E95D12D657987'],
  ['{"siteName":"Été e"}', '77B6C97D08B43DF5C7A78CBD7444A652'],
];

describe('sign', () => {
  it.each(bodies)('gives what a browser sent for %s', (body, expected) => {
    expect(sign(body)).toBe(expected);
  });

  it.each(own)('drops spaces and line ends, writes NEP for e: %j', (body, expected) => {
    expect(sign(body)).toBe(expected);
  });
});
