import type { SessionGate } from './session-gate.ts';
import { type Bytes, rowsIn } from './wire-protocol.ts';

export interface UpkeepOptions {
  gate: SessionGate;
  /** Runs one statement on the backend and throws what PostgreSQL answers. */
  runSql: (sql: string) => Bytes;
  warn: (message: string) => void;
  /** Time between two looks, ms. */
  everyMs: number;
}

/** A crash is followed by reading this much of the log again, at most: about a second. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;

const LOG_SINCE_CHECKPOINT =
  'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint FROM pg_control_checkpoint()';

/** The thresholds of PostgreSQL's own autovacuum (50 rows + 20 %, 1000 + 20 %, 50 + 10 %). */
const NEEDS_VACUUM = `
  SELECT quote_ident(s.schemaname) || '.' || quote_ident(s.relname),
         s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
           OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  ORDER BY s.n_mod_since_analyze + s.n_dead_tup DESC
  LIMIT 1`;

/**
 * What PostgreSQL's background processes do elsewhere. PGlite is a single process: it never writes
 * a checkpoint by itself, so the log would grow without end and a restart after a crash would
 * become ever slower, and it never vacuums, so tables would bloat and the planner stay blind.
 */
export class Upkeep {
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#look(), this.#options.everyMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      await this.#options.gate.runExclusive(() => this.runOnce());
    } catch (error) {
      this.#options.warn(`Upkeep of the embedded database failed: ${(error as Error).message}`);
    }
    this.start();
  }

  /** One look: a checkpoint when the log has grown, and one table, the neediest, vacuumed. */
  runOnce(): { checkpoint: boolean; vacuumed: string | null } {
    const { runSql } = this.#options;
    const logBytes = Number(rowsIn(runSql(LOG_SINCE_CHECKPOINT))[0]?.[0] ?? 0);
    const checkpoint = logBytes > CHECKPOINT_AFTER_BYTES;
    if (checkpoint) runSql('CHECKPOINT');
    const [table, vacuum] = rowsIn(runSql(NEEDS_VACUUM))[0] ?? [];
    if (typeof table !== 'string') return { checkpoint, vacuumed: null };
    runSql(vacuum === 't' ? `VACUUM (ANALYZE) ${table}` : `ANALYZE ${table}`);
    return { checkpoint, vacuumed: table };
  }
}
