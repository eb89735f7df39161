// What a password that is set must be. Said once for the contract, which decides, and for the forms, which tell early.

/** Fewest characters of a password that is set. */
export const PASSWORD_MIN = 6;

/** Whether a password that is to be set is long enough; spaces around it do not make it longer. */
export const isLongEnough = (password: string): boolean => password.trim().length >= PASSWORD_MIN;
