// Schema of URL parameters, field by field, for `useUrlState`. Written by hand: a schema library would be a tenth of
// the initial bundle, mostly for error messages that are not shown here.

/** One field of an address. */
export interface UrlField<Value> {
  /** The value if the parameter is missing or invalid. */
  absent: Value;
  /** Parses the text of a parameter; undefined if it is invalid. */
  read: (text: string) => Value | undefined;
}

/** The fields of one URL state, by parameter name. */
export type UrlFields = Record<string, UrlField<unknown>>;

/** The values of the fields. */
export type UrlValues<Fields extends UrlFields> = {
  [Name in keyof Fields]: Fields[Name] extends UrlField<infer Value> ? Value : never;
};

/** The fields of one state of the address. */
export const urlFields = <Fields extends UrlFields>(fields: Fields): Fields => fields;

/** The values of all fields without any parameter. */
export const absentOf = <Fields extends UrlFields>(fields: Fields): UrlValues<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, { absent }]) => [name, absent])) as UrlValues<Fields>;

/** The value of a field from its text; the default if the text is invalid. */
export const readField = <Value>({ absent, read }: UrlField<Value>, text: string): Value =>
  read(text) ?? absent;

const textIf = (fits: (value: string) => boolean): UrlField<string> => ({
  absent: '',
  read: (value) => (fits(value) ? value : undefined),
});

/** A text, `''` when absent. */
export const text = (longest: number) => textIf(({ length }) => length <= longest);

/** A text that fits, such as a day; `''` when absent, which always fits. */
export const textThat = (fits: (value: string) => boolean) => textIf((value) => value === '' || fits(value));

/** Digits of a number that is passed on as text; `''` when absent. */
export const digits = (longest: number) => textIf((value) => /^\d*$/.test(value) && value.length <= longest);

/** One of a few; `otherwise` when absent. */
export const choice = <const T extends readonly string[]>(
  values: T,
  otherwise: NoInfer<T[number]>,
): UrlField<T[number]> => ({
  absent: otherwise,
  read: (value) => values.find((one) => one === value),
});

/** A whole number; `otherwise` when absent. */
export const whole = (least: number, most: number, otherwise: number): UrlField<number> => ({
  absent: otherwise,
  read: (value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
  },
});
