import type { Database } from '../../../src/server/db/database.ts';
import { storeAccounts, storeIdentities, storeProfiles } from './accounts.ts';
import {
  storeAlikeNumbers,
  storeCorrections,
  storeRoundedTotals,
  storeSentDocuments,
  storeTypedNumbers,
  storeViewedDocuments,
} from './documents.ts';
import { storeAcceptedEstimate, storeAnsweredEstimate } from './estimates.ts';
import { EVERY_TABLE } from './every-table.ts';
import { storeFigures } from './figures.ts';
import { storeIssuedDocuments } from './issued-documents.ts';
import {
  storeEmails,
  storeMovedMessages,
  storeNotification,
  storePlans,
  storeStatements,
  storeWithdrawnEmail,
} from './messages.ts';
import { storePaidInvoices } from './paid-invoices.ts';
import { storeCheckout, storeCredit, storeMandates, storePartlyRefunded } from './payments.ts';
import { storeRefunds } from './refunds.ts';

type Store = (db: Database) => Promise<unknown>;

const A_FEW = 20;

/** What the rehearsals of single migrations store, by the migration before which it is stored. */
const REHEARSED: [before: string, store: Store][] = [
  ['0008_unproven_identities', storeIdentities],
  ['0009_estimates_sent', storeSentDocuments],
  ['0010_profile_saved', storeProfiles],
  ['0012_payment_facts', storePartlyRefunded],
  ['0013_number_keys', storeAlikeNumbers],
  ['0015_businesses', storeAccounts],
  ['0018_money_taxes', storeFigures],
  ['0018_money_taxes', (db) => storeIssuedDocuments(db, A_FEW)],
  ['0021_ledger', storePaidInvoices],
  ['0023_number_series', storeTypedNumbers],
  ['0025_applied_credit', storeCredit],
  ['0031_list_filters', storeViewedDocuments],
  ['0032_document_defaults', storeStatements],
  ['0034_messages_of_other_customers', storeMovedMessages],
  ['0035_recurring_invoices', storeNotification],
  ['0036_reminders', storeWithdrawnEmail],
  ['0037_estimate_acceptance', storeAcceptedEstimate],
  ['0038_estimate_choice', storeAnsweredEstimate],
  ['0039_automatic_payment', storeCheckout],
  ['0040_trusted_email', storeEmails],
  ['0041_calendar', storePlans],
  ['0045_card_charges', storeMandates],
  ['0049_payment_refunds', storeRefunds],
  ['0050_rounded_totals', storeRoundedTotals],
  ['0052_corrections', storeCorrections],
];

/**
 * Stores what a program of one version stored into a database of that version.
 * @param version the last migration that the database has
 * @param next the first that it lacks; undefined for the newest version
 */
export async function storeRowsOf(
  version: string,
  next: string | undefined,
  db: Database,
): Promise<void> {
  for (const { after, store } of EVERY_TABLE) if (after === version) await store(db);
  for (const [before, store] of REHEARSED) if (before === next) await store(db);
}

/** Every migration that is named here. */
export const NAMED_MIGRATIONS = [
  ...EVERY_TABLE.map(({ after }) => after),
  ...REHEARSED.map(([before]) => before),
];
