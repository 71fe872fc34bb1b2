import { randomBytes } from 'node:crypto';
import { asJpeg } from '../../../shared/files/file-rules.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { TransferAddress } from '../files/file-store.ts';
import type { Services } from '../http/services.ts';
import { ANY_TYPE } from './check-content.ts';
import { stagingKey } from './finish-upload.ts';
import { forgetUpload } from './forget-upload.ts';
import { quotaRefusal } from './quota.ts';
import type { Announcement } from './upload-bodies.ts';
import type { ContentType, Purpose } from './upload-purposes.ts';
import { CONTENT_TYPES, PURPOSES, tooLarge, wrongType } from './upload-purposes.ts';
import type { NewUpload, Upload } from './upload.store.ts';
import {
  insertUpload,
  listUnfinishedBefore,
  listUnfinishedUploads,
  lockUploads,
} from './upload.store.ts';

/** For each purpose of an owner. Each may take the room of a file until it is cleared away. */
const MOST_UNFINISHED = 50;

/** Longer than addresses last: what was begun or taken off a record before it is needed by nobody. */
const IDLE_AFTER = 3_600_000;

/** The upload library sends receipts alone. */
const RECEIPT = PURPOSES.receipt;

type StartServices = Pick<Services, 'db' | 'files' | 'clock' | 'log' | 'env'>;

/**
 * Begins a transfer in parts.
 * @returns its key and its id, which all further calls name
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE or QUOTA_REACHED
 */
export async function startMultipart(
  services: StartServices,
  businessId: string,
  told: Announcement,
): Promise<{ key: string; uploadId: string }> {
  const upload = announce(services, businessId, told);
  const uploadId = await services.files.createMultipart(upload.key, upload.contentType);
  try {
    await register(services, { ...upload, uploadId });
  } catch (error) {
    await services.files.abortMultipart(upload.key, uploadId);
    throw error;
  }
  return { key: upload.key, uploadId: publicUploadId(upload.key) };
}

/** Where a file is sent to in one piece; it is looked at when an expense first names it. */
export async function startWhole(
  services: StartServices,
  businessId: string,
  told: Announcement,
): Promise<TransferAddress & { key: string }> {
  const upload = announce(services, businessId, told);
  await register(services, upload);
  const { contentType } = upload;
  const staged = { key: stagingKey(upload.key), owner: businessId, contentType };
  const address = await services.files.wholeAddress(staged, RECEIPT.rules.maxBytes);
  return { ...address, key: upload.key };
}

/**
 * Where a picture is sent to of which nothing is known yet. It is looked at, and drawn anew as a PNG,
 * when a record first names it.
 */
export async function startPicture(
  services: StartServices,
  businessId: string,
  purpose: Purpose,
): Promise<TransferAddress & { key: string }> {
  const key = newKey(purpose, 'image/png');
  await register(services, {
    businessId,
    key,
    purpose: purpose.name,
    fileName: `${purpose.name}.png`,
    contentType: 'image/png',
    size: 0,
    createdAt: services.clock.now(),
  });
  const staged = { key: stagingKey(key), owner: businessId };
  return { ...(await services.files.wholeAddress(staged, purpose.rules.maxBytes)), key };
}

/** Where a file is sent to that a message is to bring; it is looked at before one does. */
export async function startAttachment(
  services: StartServices,
  businessId: string,
  { fileName, size }: { fileName: string; size: number },
): Promise<TransferAddress & { key: string }> {
  const purpose = PURPOSES.attachment;
  if (size > purpose.rules.maxBytes) throw tooLarge(purpose);
  const upload = {
    businessId,
    key: `${purpose.folder}/${randomBytes(16).toString('hex')}.bin`,
    purpose: purpose.name,
    fileName,
    contentType: ANY_TYPE,
    size,
    createdAt: services.clock.now(),
  };
  await register(services, upload);
  const staged = { key: stagingKey(upload.key), owner: businessId };
  return {
    ...(await services.files.wholeAddress(staged, purpose.rules.maxBytes)),
    key: upload.key,
  };
}

/**
 * Those that are begun at the same time wait for each other: they are counted one by one. Where there
 * are too many for a purpose, the oldest give way.
 * @throws AppError QUOTA_REACHED, when there is no room even without those that nobody goes on with
 */
async function register(services: StartServices, upload: NewUpload): Promise<void> {
  const { db, env, clock } = services;
  const begin = () =>
    withTransaction(db, async (tx) => {
      await lockUploads(tx, upload.businessId);
      const refusal = await quotaRefusal(tx, env, upload);
      if (refusal) return { refusal };
      const surplus = await listUnfinishedBefore(tx, upload, MOST_UNFINISHED - 1);
      await insertUpload(tx, upload);
      return { surplus };
    });
  let begun = await begin();
  if (begun.refusal) {
    const before = new Date(clock.now().getTime() - IDLE_AFTER);
    await forget(services, await listUnfinishedUploads(db.orm, upload.businessId, before));
    begun = await begin();
  }
  if (begun.refusal) throw begun.refusal;
  await forget(services, begun.surplus);
}

async function forget({ db, files, log }: StartServices, uploads: readonly Upload[]) {
  for (const old of uploads) {
    try {
      await forgetUpload(db, files, old);
    } catch (error) {
      // The next one that is begun tries it again.
      log.warn({ err: error, key: old.key }, 'an unfinished upload could not be cleared away');
    }
  }
}

function announce({ clock }: StartServices, businessId: string, told: Announcement) {
  const contentType = claimedType(told, RECEIPT);
  const size = told.metadata?.size ?? 0;
  if (size > RECEIPT.rules.maxBytes) throw tooLarge(RECEIPT);
  return {
    businessId,
    key: newKey(RECEIPT, contentType),
    purpose: RECEIPT.name,
    fileName:
      told.filename
        .replace(/\p{Cc}/gu, '')
        .trim()
        .slice(0, 255) || 'receipt',
    contentType,
    size,
    createdAt: clock.now(),
  };
}

const newKey = ({ folder }: Purpose, contentType: ContentType) =>
  `${folder}/${randomBytes(16).toString('hex')}.${CONTENT_TYPES[contentType]}`;

/** Refused at once where even the claim does not fit; the content is what counts in the end. */
function claimedType({ type, filename }: Announcement, purpose: Purpose): ContentType {
  const { types } = purpose.rules;
  const claimed = types.find((one) => one === type?.toLowerCase());
  if (claimed) return claimed;
  // Some systems know no type for a file that has the right ending.
  const ending = /\.([a-z]{3,4})$/i.exec(filename)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
  const named = types.find((one) => CONTENT_TYPES[one] === ending);
  if (named && (!type || type === 'application/octet-stream')) return named;
  throw wrongType(purpose, /^image\/hei/i.test(type ?? '') ? asJpeg(purpose.rules) : undefined);
}

/**
 * The id by which clients name a transfer: the random part of its key. The store's own stays with
 * us: some are longer than an address may be.
 */
export function publicUploadId(key: string): string {
  return /([0-9a-f]{32})\.[a-z]+$/.exec(key)?.[1] ?? '';
}
