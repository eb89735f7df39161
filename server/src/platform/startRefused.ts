/** Why the portal does not start, in one sentence that says what to do: printed as it is, without a stack. */
export class StartRefused extends Error {}
