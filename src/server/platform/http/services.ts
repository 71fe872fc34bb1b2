import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock/clock.ts';
import type { Env } from '../env/read-env.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Logger } from '../log/logger.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Payments } from '../payment-providers/open-payments.ts';
import type { PdfEngine } from '../pdf/open-pdf-engine.ts';
import type { Seal } from '../secrets/seal.ts';

/** What features are given by main.ts (or by a test). */
export interface Services {
  env: Env;
  db: Database;
  pdf: PdfEngine;
  mailer: Mailer;
  files: FileStore;
  /** How often costly calls may be made, by whom. */
  limits: RequestLimits;
  clock: Clock;
  log: Logger;
  /** Background work; verbs send theirs by sendJob. */
  jobs: Jobs;
  /** The installation's secret; derive a key of your own from it. */
  masterKey: Buffer;
  /** Encrypts what is secret at rest. */
  seal: Seal;
  payments: Payments;
  /** Where customers and owners reach this server, without a slash at the end. */
  appUrl: () => string;
}
