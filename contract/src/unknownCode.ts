// The codes of what does not exist or is not the caller's, for readers that have no use for the whole table.

/** Whether a failure says that the plant, device, person or other thing named in the call is not to be had. */
export const isUnknownCode = (code: number | undefined): boolean =>
  code !== undefined && code >= 4040 && code <= 4099;
