// Users of the demo data and their companies. Two separate trees show that one distributor does not see the data of the
// other.

export type DemoRole = 'admin' | 'support' | 'distributor' | 'dealer' | 'installer' | 'owner';

export interface DemoCompany {
  readonly key: string;
  readonly name: string;
  readonly kind: 'distributor' | 'dealer' | 'installer';
  /** The company above; null for distributors, who answer to the operator. */
  readonly parentKey: string | null;
  readonly countryCode: string;
  readonly managerEmail: string;
  readonly managerName: string;
}

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: DemoRole;
  /** The user's company; null for operators and owners. */
  readonly companyKey: string | null;
  readonly countryCode: string;
  /** Whether the user gets the published demo password. */
  readonly mayLogIn: boolean;
}

const company = (
  key: string,
  name: string,
  kind: DemoCompany['kind'],
  parentKey: string | null,
  countryCode: string,
  managerEmail: string,
  managerName: string,
): DemoCompany => ({ key, name, kind, parentKey, countryCode, managerEmail, managerName });

/** Parents precede their children. */
export const demoCompanies: readonly DemoCompany[] = [
  company(
    'distributorA',
    'Lumen Distribution',
    'distributor',
    null,
    'DE',
    'distributor@demo.test',
    'Dora Lindner',
  ),
  company(
    'dealerA',
    'Rheinsolar Handel',
    'dealer',
    'distributorA',
    'DE',
    'dealer@demo.test',
    'Daniel Brandt',
  ),
  company(
    'installerA',
    'Sonnenwerk Montage',
    'installer',
    'dealerA',
    'DE',
    'installer@demo.test',
    'Ines Keller',
  ),
  company('installerA2', 'Instal-Sol Kraków', 'installer', 'dealerA', 'PL', 'piotr@demo.test', 'Piotr Nowak'),
  company('dealerB', 'Meseta Energía', 'dealer', 'distributorA', 'ES', 'lucia@demo.test', 'Lucía Serrano'),
  company('installerB', 'Tejados del Sol', 'installer', 'dealerB', 'ES', 'javier@demo.test', 'Javier Molina'),
  company(
    'dealerC',
    'Two Americas Solar',
    'dealer',
    'distributorA',
    'US',
    'grace@demo.test',
    'Grace Holloway',
  ),
  company(
    'installerC',
    'Saguaro Roofworks',
    'installer',
    'dealerC',
    'US',
    'miguel@demo.test',
    'Miguel Ortega',
  ),
  company(
    'distributorB',
    'Southern Cross Supply',
    'distributor',
    null,
    'AU',
    'olivia@demo.test',
    'Olivia Hart',
  ),
  company('dealerD', 'Tasman PV', 'dealer', 'distributorB', 'AU', 'liam@demo.test', 'Liam Walsh'),
  company('installerD', 'Roofs and Rays', 'installer', 'dealerD', 'AU', 'noah@demo.test', 'Noah Fraser'),
];

const owner = (email: string, name: string, countryCode: string, mayLogIn = false): DemoUser => ({
  email,
  name,
  role: 'owner',
  companyKey: null,
  countryCode,
  mayLogIn,
});

const logins = new Set(['installer@demo.test', 'dealer@demo.test', 'distributor@demo.test']);

export const demoUsers: readonly DemoUser[] = [
  {
    email: 'admin@demo.test',
    name: 'Ada Berg',
    role: 'admin',
    companyKey: null,
    countryCode: 'DE',
    mayLogIn: true,
  },
  {
    email: 'support@demo.test',
    name: 'Sam Okafor',
    role: 'support',
    companyKey: null,
    countryCode: 'DE',
    mayLogIn: true,
  },
  ...demoCompanies.map(
    (c): DemoUser => ({
      email: c.managerEmail,
      name: c.managerName,
      role: c.kind,
      companyKey: c.key,
      countryCode: c.countryCode,
      mayLogIn: logins.has(c.managerEmail),
    }),
  ),
  owner('owner@demo.test', 'Olaf Winter', 'DE', true),
  owner('hanna@demo.test', 'Hanna de Vries', 'NL'),
  owner('bodega@demo.test', 'Bodega Los Olivares', 'ES'),
  owner('ewa@demo.test', 'Ewa Zielińska', 'PL'),
  owner('ruth@demo.test', 'Ruth Delgado', 'US'),
  owner('marina@demo.test', 'Marina Souza', 'BR'),
  owner('lodge@demo.test', 'Pinetrees Cottage', 'AU'),
  owner('school@demo.test', 'Patan Valley School', 'NP'),
  owner('kenji@demo.test', 'Kenji Mori', 'JP'),
  owner('clinic@demo.test', 'Karen Road Clinic', 'KE'),
  owner('paul@demo.test', 'Paul Girard', 'FR'),
];
