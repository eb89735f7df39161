import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { type ArrayDraft, arrayRules, type SiteDraft } from './siteDraft.ts';

const MOST = 50;

/** The arrays of the roof, each with one orientation. */
export function ArraysField({ form }: { form: Draft<SiteDraft> }): ReactNode {
  const { draft, change, errors } = form;
  const setArray = (at: number, patch: Partial<ArrayDraft>) =>
    change({
      planes: draft.planes.map((array, i) => (i === at ? { ...array, ...patch } : array)),
      // Clears the error of a field once it changes.
      ...Object.fromEntries(Object.keys(patch).map((key) => [`planes.${at}.${key}`, undefined])),
    });
  const field = (at: number, key: 'name' | 'tilt' | 'azimuth' | 'kw', maxLength = 12) => ({
    maxLength,
    error: errors[`planes.${at}.${key}`],
    value: draft.planes[at]?.[key] ?? '',
    onChange: (text: string) => setArray(at, { [key]: text }),
  });
  return (
    <div className="hp-edit">
      <p className="hp-edit-hint">
        {t('site.edit.planesHint')} {t('site.edit.planesAreZones')}
      </p>
      {draft.planes.map((array, i) => (
        // Rows have no name of their own before they are saved; they are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset className="hp-plane" key={i}>
          <legend>{array.name.trim() || t('site.edit.planeNumber', { id: i + 1 })}</legend>
          <TextField
            {...field(i, 'name', arrayRules.name?.maxLength)}
            isOptional
            label={t('site.edit.planeName')}
          />
          <TextField {...field(i, 'tilt')} hint={t('site.edit.tiltHint')} label={t('site.edit.tilt')} />
          <TextField
            {...field(i, 'azimuth')}
            hint={t('site.edit.azimuthHint')}
            label={t('site.edit.azimuth')}
          />
          <TextField {...field(i, 'kw')} isOptional label={t('site.edit.planePower')} />
          <Button
            aria-label={t('site.edit.planeRemove', { id: i + 1 })}
            icon="clear"
            onClick={() => change({ planes: draft.planes.filter((_, at) => at !== i) })}
            title={t('site.edit.planeRemove', { id: i + 1 })}
          />
        </fieldset>
      ))}
      {draft.planes.length < MOST && (
        <div>
          <Button
            icon="plus"
            onClick={() =>
              change({
                planes: [...draft.planes, { id: 0, name: '', tilt: '', azimuth: '', kw: '' }],
              })
            }
          >
            {t('site.edit.planeAdd')}
          </Button>
        </div>
      )}
    </div>
  );
}
