// Every way a call can fail, once: the key that code uses, the code on the wire, the HTTP status. The words stand in
// locales under `failure.<key>`.

interface Failure {
  code: number;
  /** HTTP status; 200 for business failures, since existing clients read `code`. */
  http: number;
}

export const failures = {
  'account.unknown': { code: 202, http: 200 },
  'account.wrongPassword': { code: 258, http: 200 },
  'account.locked': { code: 259, http: 200 },
  'account.disabled': { code: 260, http: 200 },
  'setup.done': { code: 261, http: 200 },
  'setup.emailTaken': { code: 262, http: 200 },
  'request.invalid': { code: 400, http: 200 },
  'request.tooLarge': { code: 413, http: 413 },
  'request.tooMany': { code: 429, http: 429 },
  'request.sign': { code: 402, http: 200 },
  'session.expired': { code: 401, http: 401 },
  'access.denied': { code: 403, http: 403 },
  'path.unknown': { code: 404, http: 404 },
  'server.unexpected': { code: 500, http: 500 },
  'server.busy': { code: 503, http: 503 },
  'echarts.typeUnknown': { code: 1001, http: 200 },
  'echarts.rangeTooLong': { code: 1002, http: 200 },
  'device.snUnknown': { code: 1101, http: 200 },
  'device.snTaken': { code: 1102, http: 200 },
  'device.snRestricted': { code: 1103, http: 200 },
  'device.snNotIssued': { code: 1104, http: 200 },
} as const satisfies Record<string, Failure>;

export type FailureKey = keyof typeof failures;
