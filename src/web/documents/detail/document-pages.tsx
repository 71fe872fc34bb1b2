import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SvgPicture } from '../../ui/svg-picture.tsx';
import type { DocumentPicture } from '../editor/document-kind.ts';
import classes from './document-pages.module.css';
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
    <section className={classes.desk} aria-label="Document">
      {shown ? (
        <div className={classes.peek}>
          <SvgPicture
            className={classes.page}
            svg={shown.svg}
            alt={`${name} ${number}, page ${page} of ${pageCount}`}
          />
          <Button size="sm" reads className={classes.open} onClick={onOpenPdf}>
            Open the PDF
          </Button>
        </div>
      ) : (
        <div className={classes.blank}>
          {pages.isPending && (
            <p role="status" className={classes.drawing}>
              Drawing the {noun}…
            </p>
          )}
          {pages.isError && (
            <div role="alert" className={classes.failed}>
              <p>The document could not be drawn just now.</p>
              <Button onClick={() => void pages.refetch()}>Try again</Button>
              <Button variant="quiet" reads onClick={onOpenPdf}>
                Open the PDF
              </Button>
            </div>
          )}
        </div>
      )}
      {pageCount > 1 && (
        <div className={classes.pages}>
          <IconButton
            label="Page before"
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
