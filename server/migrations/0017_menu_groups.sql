-- The menu for many screens: pages stand in groups. Existing trees move there without losing what operators made of
-- them: a page moves only if it still stands where the product had put it; titles and icons change only where they are
-- the product's own; entries that operators added stay, and so does the order that they gave to things. An empty
-- table is left to the seed, which knows the new tree.
create temporary table moving on commit drop as
select m.id, m.position, m.parent_id, w.heading
from (values
  ('pvPlant', null, 'plants'),
  ('noRegGatewayList', null, 'devices'),
  ('users', null, 'user'),
  ('companies', null, 'user'),
  ('groupAccess', 'system', 'user'),
  ('audit', null, 'user')
) as w (key, parent, heading)
join menus m on m.key = w.key
left join menus p on p.id = m.parent_id
where p.key is not distinct from w.parent and (m.parent_id is null or p.key is not null);

-- A group stands where the first of its pages stood at the top, else at the end.
insert into menus (key, title, title_locale, icon, mode, position)
select h.key, h.title, h.titles::jsonb, h.icon, 1, coalesce(
  (select min(v.position) from moving v where v.heading = h.key and v.parent_id is null),
  (select max(position) + 1 from menus where parent_id is null))
from (values
  ('plants', 'PV Plant', 'plant',
   '{"de":"PV-Anlagen","en":"PV Plant","es":"Planta FV","fr":"Installations PV","gb":"PV Plant","it":"Impianti FV","ja":"太陽光発電所","nl":"PV-installaties","pl":"Instalacja PV","pt":"Instalação FV","zh":"光伏电站"}'),
  ('devices', 'Devices', 'device',
   '{"de":"Geräte","en":"Devices","es":"Dispositivos","fr":"Appareils","gb":"Devices","it":"Dispositivi","ja":"機器","nl":"Apparaten","pl":"Urządzenia","pt":"Dispositivos","zh":"设备"}'),
  ('user', 'User', 'users',
   '{"de":"Benutzerverwaltung","en":"User","es":"Gestión de usuarios","fr":"Gestion des utilisateurs","gb":"User","it":"Gestione utenti","ja":"ユーザー管理","nl":"Gebruikersbeheer","pl":"Zarządzanie użytkownikami","pt":"Gestão de utilizadores","zh":"用户管理"}')
) as h (key, title, icon, titles)
where exists (select from moving v where v.heading = h.key)
on conflict (key) do nothing;

-- Whoever holds a page holds the group above it.
insert into group_menus (group_id, menu_id)
select distinct g.group_id, h.id
from moving v join menus h on h.key = v.heading join group_menus g on g.menu_id = v.id
on conflict do nothing;

-- In a group first what stood at the top, in the order in which it stood there.
update menus m set parent_id = h.id, position = o.place
from (select v.id, v.heading, row_number() over (
        partition by v.heading order by v.parent_id nulls first, v.position, v.id) - 1 as place
      from moving v) o
join menus h on h.key = o.heading
where m.id = o.id;

-- The list of plants is no longer the whole area.
update menus m set
  title = case when m.title = 'PV Plant' then 'Plants' else m.title end,
  icon = case when m.icon = 'plant' then 'list' else m.icon end,
  title_locale = m.title_locale || coalesce((
    select jsonb_object_agg(n.lang, n.title)
    from jsonb_each_text('{"de":"Anlagen","en":"Plants","es":"Plantas","fr":"Installations","gb":"Plants","it":"Impianti","ja":"発電所一覧","nl":"Installaties","pl":"Instalacje","pt":"Instalações","zh":"电站列表"}') as n (lang, title)
    join jsonb_each_text('{"de":"PV-Anlagen","en":"PV Plant","es":"Planta FV","fr":"Installations PV","gb":"PV Plant","it":"Impianti FV","ja":"太陽光発電所","nl":"PV-installaties","pl":"Instalacja PV","pt":"Instalação FV","zh":"光伏电站"}') as b (lang, title) on b.lang = n.lang
    where m.title_locale ->> n.lang = b.title), '{}')
from moving v where v.id = m.id and m.key = 'pvPlant';

update menus m set icon = 'clock' from moving v where v.id = m.id and m.key = 'audit' and m.icon = 'list';

-- New ways, for everybody who has what they lead to.
insert into menus (key, parent_id, title, title_locale, icon, path, params, mode, components_title, position)
select 'pvPlantMap', m.parent_id, 'Map',
  '{"de":"Karte","en":"Map","es":"Mapa","fr":"Carte","gb":"Map","it":"Mappa","ja":"地図","nl":"Kaart","pl":"Mapa","pt":"Mapa","zh":"地图"}',
  'map', '/pvPlant', 'view=map', 1, 'pvPlantMap', m.position + 1
from moving v join menus m on m.id = v.id where m.key = 'pvPlant'
on conflict (key) do nothing;

insert into group_menus (group_id, menu_id)
select g.group_id, n.id from menus n, menus m join group_menus g on g.menu_id = m.id
where n.key = 'pvPlantMap' and m.key = 'pvPlant'
on conflict do nothing;

insert into menus (key, title, title_locale, icon, path, mode, components_title, position)
select 'accountSetup', 'Account Setup',
  '{"de":"Kontoeinstellungen","en":"Account Setup","es":"Configuración de la cuenta","fr":"Paramètres du compte","gb":"Account Setup","it":"Impostazioni account","ja":"アカウント設定","nl":"Accountinstellingen","pl":"Ustawienia konta","pt":"Definições da conta","zh":"账户设置"}',
  'user', '/ucenter/account', 1, 'accountSetup', max(position) + 1
from menus where parent_id is null having count(*) > 0
on conflict (key) do nothing;

insert into group_menus (group_id, menu_id)
select g.id, n.id from groups g, menus n where n.key = 'accountSetup'
on conflict do nothing;
