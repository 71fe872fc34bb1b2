import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { uploads } from '../../db/tables/uploads.table.ts';
import type { Env } from '../env/read-env.ts';
import { PURPOSES } from './upload-purposes.ts';
import type { NewUpload } from './upload.store.ts';

/** What an owner may keep, or keeps. */
export interface FileRoom {
  bytes: number;
  files: number;
}

/**
 * What an owner's files take, those on their way included: as announced, or as much as they may have
 * where nothing was. So finishing one never takes more than was counted when it was begun.
 */
async function readUsage(db: Queryable, businessId: string): Promise<FileRoom> {
  const size = sql`case when ${uploads.storedAt} is not null or ${uploads.size} > 0 then ${uploads.size}
    when ${uploads.purpose} = 'logo' then ${PURPOSES.logo.rules.maxBytes}::bigint
    else ${PURPOSES.receipt.rules.maxBytes}::bigint end`;
  const [used] = await db
    .select({
      bytes: sql<string>`coalesce(sum(${size}), 0)`.mapWith(Number),
      files: sql<string>`count(*)`.mapWith(Number),
    })
    .from(uploads)
    .where(eq(uploads.businessId, businessId));
  return used ?? { bytes: 0, files: 0 };
}

/**
 * Whether one more file has its place beside what the owner keeps. Exact only while the owner's
 * uploads are locked (`lockUploads`).
 * @returns the refusal, which says what is used; undefined when it has
 */
export async function quotaRefusal(
  db: Queryable,
  { filesQuota }: Pick<Env, 'filesQuota'>,
  { businessId, purpose, size }: Pick<NewUpload, 'businessId' | 'purpose' | 'size'>,
): Promise<AppError | undefined> {
  const used = await readUsage(db, businessId);
  const bytes = used.bytes + (size || PURPOSES[purpose].rules.maxBytes);
  const tooMany = used.files + 1 > filesQuota.files;
  if (!tooMany && bytes <= filesQuota.bytes) return undefined;
  const words = tooMany
    ? `You have ${used.files.toLocaleString('en-US')} files, and the limit is ${filesQuota.files.toLocaleString('en-US')}`
    : `Your files take ${inUnits(used.bytes)} of ${inUnits(filesQuota.bytes)}, and this one would not fit`;
  const message = `${words}. Remove receipts that you no longer need, then upload it again.`;
  return new AppError('QUOTA_REACHED', message, { used, limit: filesQuota });
}

/** '812 MB', '1.9 GB': rounded down, so that what is nearly full does not read as full. */
function inUnits(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes < 1024) return `${Math.floor(megabytes * 10) / 10} MB`;
  return `${Math.floor((megabytes / 1024) * 10) / 10} GB`;
}
