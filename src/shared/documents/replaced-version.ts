import { formatDate } from '../dates/calendar-date.ts';
import type { PublicRevision } from './public-document.contract.ts';

/** 'Version 2, replaces version 1 of Nov 03, 2026'; nothing on the first. */
export function describeReplaced(revision: PublicRevision): string | undefined {
  return revision?.replaces
    ? `Version ${revision.number}, replaces version ${revision.replaces.number} of ${formatDate(revision.replaces.date)}`
    : undefined;
}
