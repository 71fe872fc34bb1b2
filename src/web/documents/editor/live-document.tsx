import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { PDF_THEME_LABELS } from '../../../shared/profile/pdf-style.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '../../ui/icons.ts';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import { describeUndrawn } from '../describe-undrawn.ts';
import { useBusiness } from '../use-business.ts';
import { useEditor, useEditorState } from './editor-context.ts';
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
    <section
      className="flex min-w-0 flex-col items-center overflow-auto bg-desk px-10 pt-5 max-md:px-3 max-md:pt-3"
      aria-label="Preview"
    >
      <div className="w-full max-w-[590px] flex-none" data-revision={shown?.revision}>
        {shown ? (
          <SvgPicture
            svg={shown.svg}
            alt={`${DOCUMENT_KINDS[kind.name].name} ${number || 'without a number'}, page ${page} of ${pageCount}`}
          />
        ) : (
          <div
            className="aspect-[8.5/11] w-full rounded-[2px] bg-doc shadow-sheet"
            aria-hidden="true"
          />
        )}
      </div>
      <div className="sticky bottom-0 mt-auto w-full max-w-[590px] flex-none bg-desk">
        <p className="pt-2.5 text-13 text-caution empty:hidden" role="status">
          {shown && describeUndrawn(shown.undrawn)}
        </p>
        <div className="flex min-h-11 items-center gap-3.5 text-12 text-muted">
          <span className="flex-1">
            {profile && `${PDF_THEME_LABELS[profile.pdfTheme]}, `}page {page} of {pageCount}
          </span>
          {failed && (
            <span className="text-caution" role="status">
              Not up to date.{' '}
              <button
                type="button"
                className="cursor-pointer border-0 bg-transparent px-0 py-1 text-accent"
                onClick={retry}
              >
                Try again
              </button>
            </span>
          )}
          {pageCount > 1 && (
            <span className="flex">
              <IconButton
                size="sm"
                tooltip={false}
                label="Previous page"
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
          <a
            className="inline-flex items-center gap-1 py-1.5 max-md:py-3.5"
            href="/business-profile"
            target="_blank"
            rel="noreferrer"
          >
            Change theme
            <Icon as={IconExternalLink} size={13} />
          </a>
        </div>
      </div>
    </section>
  );
}
