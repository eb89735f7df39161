// Types of tz-lookup, which has none of its own.
declare module 'tz-lookup' {
  /** The IANA time zone of a point, degrees; of the sea `Etc/GMT…`. Throws RangeError outside the globe. */
  export default function lookUp(latitude: number, longitude: number): string;
}
