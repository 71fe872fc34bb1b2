import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { DocumentPicture } from '../../../shared/documents/document.contract.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import type { PictureQuery } from './document-queries.ts';

interface Props {
  kind: KindName;
  number: string;
  /** The picture of a page, counted from 1. */
  picture: (page: number) => PictureQuery;
  onOpenPdf: () => void;
}

/** The stored document on the desk, page by page, drawn by the engine of its PDF. */
export function DocumentPages({ kind, number, picture, onOpenPdf }: Props) {
  const { name, noun } = DOCUMENT_KINDS[kind];
  const [wanted, setWanted] = useState(1);
  const pages = useQuery<DocumentPicture>({
    ...picture(wanted),
    placeholderData: keepPreviousData,
  });
  const shown = pages.data?.pages[0];
  const pageCount = pages.data?.pageCount ?? 1;
  const page = shown?.page ?? wanted;
  return (
    <section
      className={cx(
        'rounded border border-hairline bg-desk px-9 py-7 max-md:p-3.5',
        shown && 'max-md:pb-0',
      )}
      aria-label="Document"
    >
      {shown ? (
        // All of it is to be seen where there is room.
        <div className="relative mx-auto max-w-[680px] max-md:max-h-[300px] max-md:overflow-hidden">
          <SvgPicture svg={shown.svg} alt={`${name} ${number}, page ${page} of ${pageCount}`} />
          <div className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-[10px] shadow-sheet md:hidden">
            <Button size="sm" reads onClick={onOpenPdf}>
              Open the PDF
            </Button>
          </div>
        </div>
      ) : (
        <div className="mx-auto grid aspect-[8.5/11] w-full max-w-[680px] place-items-center rounded-[2px] bg-doc text-doc-ink shadow-sheet max-md:aspect-auto max-md:h-[286px]">
          {pages.isPending && (
            // Most are there before anybody could read it.
            <p
              role="status"
              className="text-doc-muted transition-opacity delay-300 duration-120 starting:opacity-0"
            >
              Loading the {noun}…
            </p>
          )}
          {pages.isError && (
            <div role="alert" className="grid justify-items-center gap-3 p-6 text-center">
              <p>The document could not be displayed.</p>
              <Button onClick={() => void pages.refetch()}>Try again</Button>
              <Button variant="quiet" reads onClick={onOpenPdf}>
                Open the PDF
              </Button>
            </div>
          )}
        </div>
      )}
      {pageCount > 1 && (
        <div className="mt-4 -mb-3 flex items-center justify-center gap-2 text-13 text-muted tabular-nums max-md:mt-2 max-md:-mb-2">
          <IconButton
            label="Previous page"
            tooltip={false}
            icon={IconChevronLeft}
            disabled={page <= 1}
            onClick={() => setWanted(page - 1)}
          />
          <span role="status">
            Page {page} of {pageCount}
          </span>
          <IconButton
            label="Next page"
            tooltip={false}
            icon={IconChevronRight}
            disabled={page >= pageCount}
            onClick={() => setWanted(page + 1)}
          />
        </div>
      )}
    </section>
  );
}
