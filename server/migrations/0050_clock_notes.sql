-- When the clock of the machine was seen to be wrong. Frames carry no time, so what came meanwhile stands where the clock
-- believed to be. All instants are as that clock had them.
create table clock_notes (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('behindReports', 'behindBuild', 'ahead', 'jump')),
  noticed_at    timestamptz not null,
  -- The time that is in doubt.
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  -- What the clock was compared with: the newest report, the program, the last run. Null of a jump.
  reference_at  timestamptz,
  -- What has to be added to the time in doubt; null while nobody can say.
  offset_ms     double precision,
  -- The portal was off in between, so the offset is a guess.
  is_guessed    boolean not null default false,
  -- False while the clock still is so.
  is_over       boolean not null default false,
  -- The run before this one, which may be the wrong one instead.
  earlier_from  timestamptz,
  earlier_to    timestamptz,
  -- Said to be right by people, or its reports moved.
  settled_at    timestamptz
);
create index clock_notes_open on clock_notes (id) where settled_at is null;
