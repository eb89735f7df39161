// Global search: finds plants, serial numbers, users, companies, pages and actions, by the user's permissions. Local
// results appear immediately; those of the server follow.
import { overview } from '@helioport/contract/overview';
import { plcSn } from '@helioport/domain/wire';
import { Command as List } from 'cmdk';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { Window } from '../../components/base/Window.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { mayCallNow } from '../../session/Can.tsx';
import { loadLanguageList, useLanguageList } from '../../session/languageList.ts';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/signing.ts';
import { actionCommands, pageCommands } from './commands.ts';
import { closeDialog } from './dialogs.ts';
import { type Command, matching } from './matching.ts';
import { takeTypeAhead } from './typeAhead.ts';
import './palette.css';

const PAUSE_MS = 150;
/** Results per type from the server. */
const HITS = 5;
const LEAST = 2;

export function Palette(): ReactNode {
  const [text, setText] = useState(takeTypeAhead);
  const [sought, setSought] = useState('');
  const menus = useSession((session) => session.menus);
  const languages = useLanguageList((state) => state.list);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => void loadLanguageList(), []);
  useEffect(() => {
    const timer = setTimeout(() => setSought(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearching = sought.length >= LEAST;
  const answer = useCall(
    overview.search,
    { q: sought || '-', limit: HITS },
    { isEnabled: isSearching, keepsPrevious: true, live: 'none' },
  );
  const go = (path: string, state?: object) => void navigate(path, { state });
  const leave = async () => {
    await signOut();
    await navigate(paths.login(pathname + search));
  };
  const pages = matching(pageCommands(menus, go), text);
  const actions = matching(
    actionCommands({ go, mayCall: mayCallNow, languages, leave: () => void leave() }),
    text,
  );
  const hits = isSearching && text.trim().length >= LEAST ? answer.data : undefined;
  const group = (title: string, commands: readonly Command[]) =>
    commands.length > 0 && (
      <List.Group heading={title}>
        {commands.map((command) => (
          <Line command={command} key={command.id} />
        ))}
      </List.Group>
    );
  const isWaiting = text.trim() !== sought || (isSearching && answer.isFetching);
  const isEmpty = [pages, actions, ...Object.values(hits ?? {})].every((list) => list.length === 0);
  return (
    <Window className="hp-palette" isBare onClose={closeDialog} title={t('palette.title')}>
      <List label={t('palette.title')} loop shouldFilter={false}>
        <div className="hp-palette-field">
          <Icon name="search" size={18} />
          <List.Input
            data-first
            onValueChange={setText}
            placeholder={t('palette.placeholder')}
            value={text}
          />
          <kbd>Esc</kbd>
        </div>
        <List.List aria-busy={isWaiting} label={t('palette.hits')}>
          {group(t('palette.pages'), pages)}
          {group(t('palette.actions'), actions)}
          {hits && group(t('menu.plants'), plantsOf(hits, go))}
          {hits && group(t('palette.serials'), devicesOf(hits, go))}
          {hits && group(t('palette.modules'), modulesOf(hits, go))}
          {hits && group(t('palette.people'), peopleOf(hits, go))}
          {hits && group(t('palette.companies'), companiesOf(hits, go))}
        </List.List>
        {/* Empty until the result is known. */}
        <p className="hp-palette-empty" role="status">
          {!isWaiting && answer.isError && isSearching && t('palette.failed')}
          {!isWaiting && !answer.isError && isEmpty && t('palette.none')}
        </p>
      </List>
    </Window>
  );
}

function Line({ command }: { command: Command }): ReactNode {
  const { id, title, detail, icon, act } = command;
  return (
    <List.Item
      onSelect={() => {
        closeDialog();
        act();
      }}
      value={id}
    >
      <Icon name={icon} size={18} />
      <span>{title}</span>
      {detail && <small>{detail}</small>}
    </List.Item>
  );
}

type Hits = NonNullable<ReturnType<typeof useCall<typeof overview.search>>['data']>;
type Go = (path: string) => void;

const plantsOf = ({ plants }: Hits, go: Go): Command[] =>
  plants.map(({ sid, siteName, city, street, zip }) => ({
    id: `plant ${sid}`,
    title: siteName,
    detail: [street, `${zip} ${city}`.trim()].filter((part) => part !== '').join(', '),
    icon: 'plant',
    act: () => go(paths.site(sid)),
  }));

const devicesOf = ({ devices }: Hits, go: Go): Command[] =>
  devices.map(({ sn, name, sid, siteName }) => ({
    id: `device ${sn}`,
    title: name || sn,
    detail: [name === '' ? '' : sn, siteName || t('palette.unclaimed')]
      .filter((part) => part !== '')
      .join(' · '),
    icon: 'device',
    act: () => go(sid === '' ? paths.unregisteredDevice(sn) : paths.device(sn)),
  }));

const modulesOf = ({ modules }: Hits, go: Go): Command[] =>
  modules.map(({ sn, addr, siteName }) => ({
    id: `module ${plcSn(sn, addr)}`,
    title: plcSn(sn, addr),
    detail: siteName,
    icon: 'plant',
    act: () => go(paths.module(sn, addr)),
  }));

const peopleOf = ({ people }: Hits, go: Go): Command[] =>
  people.map(({ uid, email, contactPerson }) => ({
    id: `person ${uid}`,
    title: contactPerson || email,
    ...(contactPerson === '' ? {} : { detail: email }),
    icon: 'user',
    act: () => go(paths.user(uid)),
  }));

const companiesOf = ({ companies }: Hits, go: Go): Command[] =>
  companies.map(({ id, name }) => ({
    id: `company ${id}`,
    title: name,
    icon: 'house',
    act: () => go(paths.company(id)),
  }));
