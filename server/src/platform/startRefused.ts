/** Why the portal does not start and how to resolve it, in one sentence, printed without a stack trace. */
export class StartRefused extends Error {}
