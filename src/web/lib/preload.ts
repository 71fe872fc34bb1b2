import type { QueryClient } from '@tanstack/react-query';

/** Where a page is asked to be: the values in its path, and its search parameters. */
export interface Place {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

/** Asks for the data of a page before it is opened; what fails is asked again by the page, which says so. */
export type Preload = (client: QueryClient, place: Place) => Promise<unknown>;

/** The id of a record in an address; 0 for what is none. */
export const parseId = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0;
