// Language and appearance, which every visitor can choose, logged in or not.
import { languageByWebCode } from '@helioport/domain/languages';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../components/base/Icon.tsx';
import { Popup, PopupItem } from '../components/base/Popup.tsx';
import { changeLanguage, language, t, type WordKey } from '../i18n.ts';
import { type ThemeChoice as Choice, useTheme } from '../theme.ts';
import { loadLanguageList, useLanguageList } from './languageList.ts';

/** The languages; choosing one reloads the page. */
export function LanguageChoice(): ReactNode {
  const list = useLanguageList((state) => state.list);
  return (
    <Popup
      button={
        <>
          <Icon name="language" />
          <span className="hp-choice-word">{language.title}</span>
        </>
      }
      className="hp-language"
      label={t('public.labelled', { label: t('language.choose'), value: language.title })}
      onOpen={() => void loadLanguageList()}
    >
      {(close) =>
        list.map(({ webCode, title }) => (
          <PopupItem
            isCurrent={webCode === language.webCode}
            key={webCode}
            lang={languageByWebCode(webCode)?.tag}
            onClick={() => {
              close();
              changeLanguage(webCode);
            }}
          >
            {title}
          </PopupItem>
        ))
      }
    </Popup>
  );
}

const themes: readonly { choice: Choice; icon: IconName; words: WordKey }[] = [
  { choice: 'light', icon: 'sun', words: 'theme.light' },
  { choice: 'dark', icon: 'moon', words: 'theme.dark' },
  { choice: 'system', icon: 'system', words: 'theme.system' },
];

/** Light, dark, or the system setting. */
export function ThemeChoice(): ReactNode {
  const { choice, ground, choose } = useTheme();
  const now = themes.find((theme) => theme.choice === choice);
  return (
    <Popup
      button={<Icon name={ground === 'dark' ? 'moon' : 'sun'} />}
      label={t('public.labelled', { label: t('public.chooseTheme'), value: now ? t(now.words) : '' })}
    >
      {(close) =>
        themes.map((theme) => (
          <PopupItem
            isCurrent={theme.choice === choice}
            key={theme.choice}
            onClick={() => {
              choose(theme.choice);
              close();
            }}
          >
            <Icon name={theme.icon} size={18} />
            {t(theme.words)}
          </PopupItem>
        ))
      }
    </Popup>
  );
}
