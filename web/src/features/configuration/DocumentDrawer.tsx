import { configuration } from '@helioport/contract/configuration';
import { languageByWebCode } from '@helioport/domain/languages';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { AnswerDrawer } from '../../components/base/AnswerDrawer.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { t } from '../../i18n.ts';
import './configuration.css';
import { FileList } from '../../components/pv/files/FileList.tsx';
import { languageTitle, productTitle, stateWords } from './documents.ts';
import { Markdown } from './Markdown.tsx';

/** One document to be read, with its files. */
export function DocumentDrawer({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const answer = useCall(configuration.documentationList, { filters: { id } }, { live: 'none' });
  const one = answer.data?.list[0];
  const title = one?.title ?? t('documentation.one');
  return (
    <AnswerDrawer answer={answer} onClose={onClose} title={title}>
      {() =>
        one ? (
          <div className="hp-document">
            <p className="hp-document-facts">
              <span>{languageTitle(one.language)}</span>
              <span>{productTitle(one.product)}</span>
              <RelativeTime at={one.updatedAt} />
              {!one.isPublished && <Tag icon="lock">{stateWords(false)}</Tag>}
            </p>
            {one.files.length > 0 && <FileList files={one.files} />}
            <div lang={languageByWebCode(one.language)?.tag}>
              <Markdown text={one.text} />
            </div>
          </div>
        ) : (
          <EmptyState title={t('ui.unknownTitle')} />
        )
      }
    </AnswerDrawer>
  );
}
