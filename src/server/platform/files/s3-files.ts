import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileStore, StoredPart, TransferAddress } from './file-store.ts';
import { ADDRESS_SECONDS, checkedKey } from './file-store.ts';

export interface S3Settings {
  bucket: string;
  /** undefined: Amazon's own, by region. */
  endpoint: string | undefined;
  region: string;
  /** undefined: what the machine's role or its environment gives. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** 'https://host/bucket/key' instead of 'https://bucket.host/key'. */
  forcePathStyle: boolean;
}

/** Files in a bucket. Browsers send parts straight to it, at addresses that are signed for minutes. */
export async function openS3Files(settings: S3Settings): Promise<FileStore> {
  const config: S3ClientConfig = {
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    // Checksums that not every compatible store knows, and that a browser would have to compute
    // before its address is signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  const client = new S3Client(config);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });

  /** Headers that are signed are those that the browser is told to send. */
  const signing = { expiresIn: ADDRESS_SECONDS };
  const addressed = (url: string): TransferAddress => ({
    method: 'PUT',
    url,
    expires: ADDRESS_SECONDS,
  });

  async function listParts(key: string, uploadId: string): Promise<StoredPart[]> {
    const parts: StoredPart[] = [];
    let marker: string | undefined;
    do {
      const page = await client.send(
        new ListPartsCommand({
          ...at(key),
          UploadId: uploadId,
          ...(marker === undefined ? {} : { PartNumberMarker: marker }),
        }),
      );
      for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
        parts.push({ partNumber: PartNumber ?? 0, size: Size ?? 0, etag: ETag ?? '' });
      }
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  }

  const somewhere = await getSignedUrl(client, new PutObjectCommand(at('origin.txt')), signing);

  return {
    transferOrigin: new URL(somewhere).origin,
    read: (key) =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand(at(key)));
        return Body && Buffer.from(await Body.transformToByteArray());
      }),
    stream: (key) =>
      unlessMissing(async () => {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(key)));
        return Body && { body: Body as Readable, size: ContentLength ?? 0 };
      }),
    size: (key) =>
      unlessMissing(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand(at(key)));
        return ContentLength ?? 0;
      }),
    async write(key, bytes) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes }));
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async move(from, to) {
      const moved = await unlessMissing(() =>
        client.send(
          new CopyObjectCommand({
            ...at(to),
            CopySource: `${settings.bucket}/${checkedKey(from)}`,
          }),
        ),
      );
      if (!moved) return false;
      await client.send(new DeleteObjectCommand(at(from)));
      return true;
    },

    async createMultipart(key, contentType) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType }),
      );
      if (!UploadId) throw new Error('The file store gave no id for a transfer');
      return UploadId;
    },
    async partAddress({ key, uploadId, partNumber }) {
      const part = { ...at(key), UploadId: uploadId, PartNumber: partNumber };
      return addressed(await getSignedUrl(client, new UploadPartCommand(part), signing));
    },
    async wholeAddress({ key, contentType }) {
      if (contentType === undefined) {
        return addressed(await getSignedUrl(client, new PutObjectCommand(at(key)), signing));
      }
      const command = new PutObjectCommand({ ...at(key), ContentType: contentType });
      const url = await getSignedUrl(client, command, {
        ...signing,
        signableHeaders: new Set(['content-type']),
      });
      return { ...addressed(url), headers: { 'content-type': contentType } };
    },
    listParts: (key, uploadId) => unlessMissing(() => listParts(key, uploadId)),
    async completeMultipart(key, uploadId, parts) {
      const command = new CompleteMultipartUploadCommand({
        ...at(key),
        UploadId: uploadId,
        MultipartUpload: {
          Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })),
        },
      });
      try {
        return (await unlessMissing(() => client.send(command))) ? 'complete' : 'missing';
      } catch (error) {
        if (error instanceof S3ServiceException && INVALID.has(error.name)) return 'invalid';
        throw error;
      }
    },
    async abortMultipart(key, uploadId) {
      await unlessMissing(() =>
        client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId })),
      );
    },
    async forgetDrafts() {
      // A store of its own has none.
    },
  };
}

const MISSING = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound']);
const INVALID = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML']);

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3ServiceException && MISSING.has(error.name)) return undefined;
    throw error;
  }
}
