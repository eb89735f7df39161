// Codes of failures that a repetition cannot mend, for readers that do not need the whole table.

/** Whether a failure means that an object named in the call does not exist or is inaccessible. */
export const isUnknownCode = (code: number | undefined): boolean =>
  code !== undefined && code >= 4040 && code <= 4099;

/** `site.unknown`: the plant does not exist or is not visible to the caller. */
export const SITE_UNKNOWN = 4040;

/** `site.notEditable`: the caller can view the plant but not change it. */
export const NOT_EDITABLE = 1121;
