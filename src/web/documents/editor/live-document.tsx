import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { PDF_THEME_LABELS } from '../../../shared/profile/pdf-style.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import { useBusiness } from '../use-business.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import classes from './live-document.module.css';
import { useLiveDocument } from './use-live-document.ts';

/** The document itself on the desk beside the form, page by page. */
export function LiveDocument({ documentId }: { documentId: number | undefined }) {
  const { kind, store } = useEditor();
  const { profile } = useBusiness();
  const number = useEditorState((state) => state.draft.number);
  const { shown, failed, goTo, retry } = useLiveDocument(kind, store, documentId);
  const pageCount = shown?.pageCount ?? 1;
  const page = shown?.page ?? 1;
  return (
    <section className={classes.desk} aria-label="Preview">
      <div className={classes.paper} data-revision={shown?.revision}>
        {shown ? (
          <SvgPicture
            svg={shown.svg}
            alt={`${DOCUMENT_KINDS[kind.name].name} ${number || 'without a number'}, page ${page} of ${pageCount}`}
          />
        ) : (
          <div className={classes.blank} aria-hidden="true" />
        )}
      </div>
      <div className={classes.caption}>
        <span>
          {profile && `${PDF_THEME_LABELS[profile.pdfTheme]}, `}page {page} of {pageCount}
        </span>
        {failed && (
          <span className={classes.stale} role="status">
            Not up to date.{' '}
            <button type="button" onClick={retry}>
              Try again
            </button>
          </span>
        )}
        {pageCount > 1 && (
          <span className={classes.pages}>
            <IconButton
              size="sm"
              tooltip={false}
              label="Page before"
              icon={IconChevronLeft}
              disabled={page <= 1}
              onClick={() => goTo(page - 1)}
            />
            <IconButton
              size="sm"
              tooltip={false}
              label="Next page"
              icon={IconChevronRight}
              disabled={page >= pageCount}
              onClick={() => goTo(page + 1)}
            />
          </span>
        )}
        {/* In a tab of its own: the form stays as it is, and the picture follows on coming back. */}
        <a className={classes.theme} href="/business-profile" target="_blank" rel="noreferrer">
          Change theme
          <Icon as={IconExternalLink} size={13} />
        </a>
      </div>
    </section>
  );
}
