// Enphase Envoy and IQ Gateway: the meters if there are any, else the production that the microinverters report.
import tls from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { getJson, originOf } from '../http.ts';
import {
  available,
  fieldsOf,
  type LocalReading,
  listOf,
  numberOf,
  partsOf,
  ReadFailure,
  type Source,
  textOf,
} from '../source.ts';

export interface EnphaseSettings {
  address: string;
  /** Issued by the manufacturer; firmware before 7 needs none. */
  accessToken?: string | undefined;
  /** SHA-256 fingerprint of the certificate, or `accept` for any. */
  certificate?: string | undefined;
}

export function openEnphase({ address, accessToken, certificate }: EnphaseSettings): Source {
  const origin = originOf(address, { scheme: 'https' });
  const dispatcher = origin.startsWith('https:') ? pinned(certificate) : undefined;
  const headers: Record<string, string> = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
  return {
    async read(signal) {
      const get = async (path: string) => {
        try {
          return await getJson({ origin, path, signal, headers, ...(dispatcher ? { dispatcher } : {}) });
        } catch (error) {
          throw error instanceof Error && error.cause instanceof ReadFailure ? error.cause : error;
        }
      };
      const meters = metersOf(await get('/ivp/meters'));
      const readings = meters.length === 0 ? [] : readMeters(await get('/ivp/meters/readings'), meters);
      if (!meters.some(({ type }) => type === 'production'))
        readings.push(...readProduction(await get('/production.json')));
      if (readings.length === 0) throw new ReadFailure('the gateway reports no values');
      return readings;
    },
  };
}

/** Connections to a gateway whose self-signed certificate has this fingerprint. Nothing is sent to any other. */
function pinned(certificate: string | undefined): Dispatcher {
  // A resumed session has no certificate to compare.
  const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 });
  return new Agent({
    connect(options, callback) {
      connect(options, (...[error, socket]) => {
        if (error || !socket) return callback(error ?? new Error('not connected'), null);
        if (certificate === 'accept' || !(socket instanceof tls.TLSSocket)) return callback(null, socket);
        const { fingerprint256 } = socket.getPeerCertificate();
        if (fingerprint256 === certificate?.toUpperCase()) return callback(null, socket);
        socket.destroy();
        return callback(
          new ReadFailure(
            certificate === undefined
              ? `the certificate is self-signed; to trust it, add "certificate": "${fingerprint256}"`
              : `the certificate has changed to ${fingerprint256}; if this is the same gateway, update "certificate"`,
          ),
          null,
        );
      });
    },
  });
}

type MeterType = 'production' | 'net-consumption';

interface Meter {
  eid: number;
  type: MeterType;
}

/** Enabled meters of the production and the grid; a gateway without meters has none. */
export function metersOf(answer: unknown): Meter[] {
  return listOf(answer).flatMap((one) => {
    const { eid, state, measurementType: type } = fieldsOf(one);
    const isMeter = type === 'production' || type === 'net-consumption';
    return isMeter && state === 'enabled' && Number.isSafeInteger(eid) ? [{ eid: eid as number, type }] : [];
  });
}

/** A production meter counts what is delivered; a meter of the grid delivers import and receives export. */
export function readMeters(answer: unknown, meters: readonly Meter[]): LocalReading[] {
  return listOf(answer).flatMap((one) => {
    const data = fieldsOf(one);
    const type = meters.find(({ eid }) => eid === data.eid)?.type;
    if (type === undefined) return [];
    const delivered = numberOf(data.actEnergyDlvd);
    const isGrid = type === 'net-consumption';
    const channels = listOf(data.channels);
    const values = available({
      powerW: numberOf(data.activePower),
      energyInWh: isGrid ? delivered : undefined,
      energyOutWh: isGrid ? numberOf(data.actEnergyRcvd) : delivered,
      // With several phases, the gateway adds up their voltages.
      acVoltageV: channels.length > 1 ? undefined : numberOf(data.voltage),
      frequencyHz: numberOf(data.freq),
    });
    const phases = partsOf(
      channels.slice(0, 3).map((channel) => {
        const { activePower, voltage, current } = fieldsOf(channel);
        return {
          powerW: numberOf(activePower),
          voltageV: numberOf(voltage),
          currentA: numberOf(current),
          energyWh: undefined,
        };
      }),
    );
    if (Object.keys(values).length + phases.length === 0) return [];
    return [{ source: String(data.eid), role: isGrid ? 'grid' : 'pv', values, phases }];
  });
}

/** The microinverters together. `eim` entries are meters, which exist with zeros where there is none. */
export function readProduction(answer: unknown): LocalReading[] {
  const found = listOf(fieldsOf(answer).production)
    .map(fieldsOf)
    .find(({ type }) => textOf(type) === 'inverters');
  if (!found) return [];
  const values = available({ powerW: numberOf(found.wNow), energyOutWh: numberOf(found.whLifetime) });
  return Object.keys(values).length === 0 ? [] : [{ source: '', role: 'pv', values }];
}
