import * as z from 'zod';
import { boundedText, wholeNumber } from '../../../shared/contract/fields.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { describeIssues } from '../http/describe-issues.ts';

/** As many as stores take. A file of 10 MB has two of the usual size. */
export const MAX_PARTS = 10_000;

/** What the upload library says of a file: its name, the type that the browser believes, and more. */
export const announcement = z.object(
  {
    filename: boundedText(1_000, { error: 'filename is required' }),
    type: boundedText(200).nullish(),
    metadata: z
      .object({
        purpose: z.enum(['receipt'], { error: 'purpose must be receipt' }).optional(),
        size: wholeNumber('size must be a number of bytes', [
          0,
          Number.MAX_SAFE_INTEGER,
        ]).optional(),
      })
      .nullish(),
  },
  { error: 'The request must be an object' },
);
export type Announcement = z.output<typeof announcement>;

export const partList = z.object({
  parts: z
    .array(
      z.object({
        PartNumber: z.int().min(1).max(MAX_PARTS),
        ETag: boundedText(200).min(1),
      }),
      { error: 'parts must be a list of PartNumber and ETag' },
    )
    .min(1, { error: 'parts must not be empty' })
    .max(MAX_PARTS, { error: `parts can be at most ${MAX_PARTS}` }),
});

/** @throws AppError BAD_REQUEST with the first thing that is wrong */
export function readUploadBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [fault] = describeIssues(parsed.error.issues);
  throw new AppError('BAD_REQUEST', fault?.message ?? 'The request is not valid');
}
