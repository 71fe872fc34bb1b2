import { formatDate } from '../dates/calendar-date.ts';
import type { PublicRevision } from './public-document.contract.ts';

/** 'Version 2, replaces the version of Nov 03, 2026'; nothing on the first. */
export function describeReplaced(revision: PublicRevision): string | undefined {
  return revision?.replaces
    ? `Version ${revision.number}, replaces the version of ${formatDate(revision.replaces.date)}`
    : undefined;
}
