// The codes of what does not exist or is not the caller's, for readers that have no use for the whole table.

/** Whether a failure means that an object named in the call does not exist or is inaccessible. */
export const isUnknownCode = (code: number | undefined): boolean =>
  code !== undefined && code >= 4040 && code <= 4099;
