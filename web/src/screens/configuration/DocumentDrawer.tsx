import { configuration } from '@helioport/contract/configuration';
import { languageByWebCode } from '@helioport/domain/languages';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { Bones, EmptyState, FailedState } from '../../ui/base/Panel.tsx';
import { RelativeTime } from '../../ui/base/RelativeTime.tsx';
import { Tag } from '../../ui/base/Tag.tsx';
import { useIsPhone } from '../../ui/base/useNarrow.ts';
import './configuration.css';
import { languageTitle, productTitle, stateWords } from './documents.ts';
import { FileList } from './FileList.tsx';
import { Markdown } from './Markdown.tsx';

/** One document to be read, with its files. */
export function DocumentDrawer({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const isPhone = useIsPhone();
  const answer = useCall(configuration.documentationList, { filters: { id } }, { live: 'none', quiet: true });
  const one = answer.data?.list[0];
  const title = one?.title ?? t('documentation.one');
  return (
    <Drawer
      aria-label={title}
      closeIcon={<Icon name="close" size={18} />}
      onClose={onClose}
      open
      size={isPhone ? '100%' : 720}
      title={title}
    >
      {one ? (
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
      ) : answer.data ? (
        <EmptyState title={t('ui.unknownTitle')} />
      ) : answer.error ? (
        <FailedState answer={answer} />
      ) : (
        <Bones lines={8} />
      )}
    </Drawer>
  );
}
