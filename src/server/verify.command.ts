/**
 * `npm run verify`: whether all that was issued is what it was. Changes nothing, and on PostgreSQL may
 * run beside servers. Exits with 1 where anything does not hold. Beside that it lists invoices for their
 * owners to look at: on these an earlier release decided of a refund what the rule would not.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Break } from '../shared/documents/revision.contract.ts';
import { formatMoney, isPositive } from '../shared/money/money.ts';
import { migrationStatus } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { verifyAll } from './features/evidence/index.ts';
import type { KeptDecision } from './features/ledger/index.ts';
import { verifyRefunds } from './features/ledger/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { openFiles } from './platform/files/open-files.ts';
import { explainStartFailure } from './platform/log/start-failure.ts';
import { readMasterKey } from './platform/secrets/master-key.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const place = (businessId: string, { kind, id, document, revision, fault }: Break) =>
  `${kind.replace('_', ' ')} ${document || 'without a number'} (business ${businessId}, id ${id})${
    revision === null ? '' : `, version ${revision}`
  }: ${fault}`;

const amounts = ({ due, adjusted }: KeptDecision['shown']) =>
  isPositive(adjusted)
    ? `${formatMoney(due)} due, with ${formatMoney(adjusted)} refunded and not owed again`
    : `${formatMoney(due)} due`;

const kept = (businessId: string, { invoiceId, invoiceNumber, shown, byRule }: KeptDecision) =>
  `To look at: invoice ${invoiceNumber} (business ${businessId}, id ${invoiceId}) shows ${amounts(shown)}. By today's rule for refunds it would show ${amounts(byRule)}.`;

async function run(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnv(process.env);
  const log = pino({ level: 'warn' });
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'database'))) {
    throw new EnvError(`There is no database in ${env.dataDir} (DATA_DIR), and no DATABASE_URL.`);
  }
  const db = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  try {
    const { pending } = await migrationStatus(db);
    if (pending.length > 0) {
      throw new EnvError('This database is of an older version: start Remit once, then run this.');
    }
    const masterKey = readMasterKey(env.secretsKey, env.dataDir);
    const { dataDir, s3 } = env;
    const files = await openFiles({ dataDir, s3, masterKey, clock: systemClock });
    const { documents, revisions, breaks } = await verifyAll({ db, files }, (businessId, found) =>
      say(place(businessId, found)),
    );
    const read = `${revisions} versions of ${documents} documents, drafts among them`;
    say(breaks === 0 ? `Read ${read}: all verified.` : `Read ${read}: ${breaks} do not hold.`);
    const { differing } = await verifyRefunds({ db }, (businessId, found) =>
      say(kept(businessId, found)),
    );
    if (differing > 0) {
      const invoices = differing === 1 ? '1 invoice shows' : `${differing} invoices show`;
      say(`${invoices} what an earlier release decided of a refund. Nothing was changed.`);
    }
    return breaks === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`\nNothing was verified.\n${explainStartFailure(error)}\n`);
    process.exit(1);
  },
);
