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
  'account.unverified': { code: 263, http: 200 },
  'account.registrationClosed': { code: 264, http: 200 },
  'account.lastAdministrator': { code: 265, http: 200 },
  'account.companyManager': { code: 266, http: 200 },
  'account.successorUnknown': { code: 267, http: 200 },
  'account.successorElsewhere': { code: 268, http: 200 },
  'link.unknown': { code: 271, http: 200 },
  'link.used': { code: 272, http: 200 },
  'link.expired': { code: 273, http: 200 },
  'picture.invalid': { code: 281, http: 200 },
  'picture.tooLarge': { code: 282, http: 200 },
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
  'server.maintenance': { code: 503, http: 503 },
  'access.viewing': { code: 1301, http: 200 },
  'role.nameTaken': { code: 1302, http: 200 },
  'role.isSystem': { code: 1303, http: 200 },
  'role.hasHolders': { code: 1304, http: 200 },
  'role.tooWide': { code: 1305, http: 200 },
  'role.keepsAll': { code: 1306, http: 200 },
  'role.notHeld': { code: 1307, http: 200 },
  'role.unknown': { code: 1308, http: 200 },
  'menu.unknown': { code: 1321, http: 200 },
  'menu.nameTaken': { code: 1322, http: 200 },
  'menu.nameMissing': { code: 1323, http: 200 },
  'menu.wrongParent': { code: 1324, http: 200 },
  'menu.hasBelow': { code: 1325, http: 200 },
  'menu.isSystem': { code: 1326, http: 200 },
  'brand.hostTaken': { code: 1341, http: 200 },
} as const satisfies Record<string, Failure>;

export type FailureKey = keyof typeof failures;
