// Places with their climate. Rough normals of the places (temperature, share of clear days, rain), enough for a world in
// which deserts, coasts, mountains and high latitudes differ; not meant as a climatology.

export interface Climate {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number;
  readonly timeZone: string;
  /** Annual mean and half the yearly swing of the daily mean temperature, °C. */
  readonly meanC: number;
  readonly swingC: number;
  /** Half the daily range on a clear day, K. */
  readonly dailyK: number;
  /** Share of clear and of overcast days in local summer and winter. */
  readonly summer: readonly [clear: number, overcast: number];
  readonly winter: readonly [clear: number, overcast: number];
  /** Mean rain of a wet day, mm. */
  readonly rainMm: number;
  /** Mean wind at 10 m, m/s. */
  readonly windMs: number;
  /** Mean aerosol optical depth at 500 nm. */
  readonly aerosol: number;
}

type Row = readonly [
  string,
  number,
  number,
  number,
  string,
  number,
  number,
  number,
  Climate['summer'],
  Climate['winter'],
  number,
  number,
  number,
];

const rows: readonly Row[] = [
  ['Oslo', 59.9, 10.8, 60, 'Europe/Oslo', 6, 11, 5, [0.3, 0.25], [0.25, 0.45], 6, 3, 0.08],
  ['Helsinki', 60.0, 24.9, 30, 'Europe/Helsinki', 6, 12, 4, [0.32, 0.22], [0.18, 0.55], 5, 4, 0.08],
  ['Hamburg', 53.5, 10.0, 15, 'Europe/Berlin', 9, 9, 5, [0.25, 0.28], [0.15, 0.55], 5, 4, 0.14],
  ['Munich', 48.1, 11.6, 520, 'Europe/Berlin', 9, 10, 6, [0.3, 0.25], [0.22, 0.45], 7, 3, 0.14],
  ['Davos', 46.8, 9.8, 1560, 'Europe/Zurich', 4, 9, 7, [0.28, 0.25], [0.4, 0.25], 7, 2, 0.06],
  ['Utrecht', 52.1, 5.1, 5, 'Europe/Amsterdam', 10, 8, 5, [0.25, 0.28], [0.16, 0.5], 5, 4, 0.16],
  ['Bristol', 51.5, -2.6, 40, 'Europe/London', 10, 7, 4, [0.22, 0.3], [0.15, 0.5], 5, 4, 0.11],
  ['Lyon', 45.8, 4.8, 180, 'Europe/Paris', 12, 10, 6, [0.42, 0.16], [0.2, 0.45], 8, 3, 0.15],
  ['Krakow', 50.1, 19.9, 220, 'Europe/Warsaw', 9, 11, 6, [0.3, 0.24], [0.17, 0.5], 6, 3, 0.2],
  ['Milan', 45.5, 9.2, 120, 'Europe/Rome', 14, 11, 6, [0.45, 0.14], [0.25, 0.42], 9, 1.5, 0.25],
  ['Seville', 37.4, -6.0, 10, 'Europe/Madrid', 19, 9, 8, [0.78, 0.02], [0.45, 0.22], 8, 2.5, 0.14],
  ['Lisbon', 38.7, -9.1, 90, 'Europe/Lisbon', 17, 6, 6, [0.7, 0.04], [0.38, 0.28], 8, 4, 0.12],
  ['Athens', 38.0, 23.7, 110, 'Europe/Athens', 19, 9, 5, [0.75, 0.02], [0.35, 0.25], 7, 3, 0.2],
  ['Denver', 39.7, -105.0, 1610, 'America/Denver', 10, 12, 8, [0.45, 0.08], [0.45, 0.15], 5, 4, 0.08],
  ['Boston', 42.4, -71.1, 40, 'America/New_York', 11, 12, 5, [0.36, 0.2], [0.33, 0.3], 9, 4.5, 0.13],
  ['Toronto', 43.7, -79.4, 110, 'America/Toronto', 9, 13, 5, [0.36, 0.2], [0.2, 0.45], 7, 4, 0.13],
  ['Phoenix', 33.4, -112.1, 340, 'America/Phoenix', 24, 11, 8, [0.68, 0.03], [0.6, 0.12], 5, 2.5, 0.1],
  ['Sacramento', 38.6, -121.5, 10, 'America/Los_Angeles', 17, 9, 8, [0.85, 0.01], [0.35, 0.3], 7, 3, 0.1],
  ['Atlanta', 33.7, -84.4, 320, 'America/New_York', 17, 10, 6, [0.3, 0.14], [0.38, 0.28], 10, 3.5, 0.17],
  ['Monterrey', 25.7, -100.3, 540, 'America/Monterrey', 22, 7, 6, [0.42, 0.12], [0.32, 0.28], 10, 3, 0.2],
  ['Nairobi', -1.3, 36.8, 1700, 'Africa/Nairobi', 18, 2, 6, [0.35, 0.15], [0.22, 0.3], 9, 3.5, 0.13],
  ['Sao Paulo', -23.5, -46.6, 760, 'America/Sao_Paulo', 20, 4, 5, [0.22, 0.25], [0.4, 0.2], 10, 3, 0.16],
  ['Cape Town', -33.9, 18.4, 40, 'Africa/Johannesburg', 17, 5, 5, [0.68, 0.05], [0.35, 0.25], 7, 5, 0.08],
  ['Perth', -31.9, 115.9, 20, 'Australia/Perth', 18, 6, 7, [0.72, 0.03], [0.35, 0.22], 8, 4.5, 0.07],
  ['Melbourne', -37.8, 145.0, 30, 'Australia/Melbourne', 15, 6, 6, [0.42, 0.15], [0.2, 0.38], 5, 4, 0.07],
  ['Christchurch', -43.5, 172.6, 20, 'Pacific/Auckland', 11, 6, 5, [0.34, 0.22], [0.35, 0.28], 6, 4, 0.05],
  ['Delhi', 28.6, 77.2, 215, 'Asia/Kolkata', 25, 9, 7, [0.3, 0.2], [0.4, 0.18], 12, 2.5, 0.5],
  ['Sapporo', 43.1, 141.4, 30, 'Asia/Tokyo', 9, 12, 5, [0.3, 0.25], [0.12, 0.5], 7, 3.5, 0.14],
];

export const climates: readonly Climate[] = rows.map((row) => {
  const [name, latitude, longitude, altitudeM, timeZone, meanC, swingC, dailyK, summer, winter, rainMm] = row;
  const [windMs, aerosol] = [row[11], row[12]];
  return {
    name,
    latitude,
    longitude,
    altitudeM,
    timeZone,
    meanC,
    swingC,
    dailyK,
    summer,
    winter,
    rainMm,
    windMs,
    aerosol,
  };
});
