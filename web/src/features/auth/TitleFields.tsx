import { languages } from '@helioport/domain/languages';
import type { ReactNode } from 'react';
import { TextField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';

type Titles = Readonly<Record<string, string>>;

interface TitleFieldsProps {
  titles: Titles;
  onChange: (titles: Titles) => void;
}

/** A title in each of the portal's languages; where one is missing the English one is shown. */
export function TitleFields({ titles, onChange }: TitleFieldsProps): ReactNode {
  return (
    <details className="hp-titles">
      <summary>
        {t('auth.titles', {
          count: languages.filter(({ webCode }) => titles[webCode]).length,
          all: languages.length,
        })}
      </summary>
      <div className="hp-edit-pair">
        {languages.map(({ webCode, title, tag }) => (
          <TextField
            key={webCode}
            label={title}
            lang={tag}
            maxLength={120}
            onChange={(value) => onChange({ ...titles, [webCode]: value })}
            value={titles[webCode] ?? ''}
          />
        ))}
      </div>
    </details>
  );
}
