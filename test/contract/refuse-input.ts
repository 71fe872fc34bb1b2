import { ORPCError, ValidationError } from '@orpc/server';
import { readAuthBody } from '../../src/server/features/accounts/auth-bodies.ts';
import { describeIssues } from '../../src/server/platform/http/describe-issues.ts';
import { errorAnswer } from '../../src/server/platform/http/error-answer.ts';
import type { FieldError } from '../../src/shared/errors/app-error.ts';
import { AppError } from '../../src/shared/errors/app-error.ts';
import { quietLog } from '../database/quiet-log.ts';
import type { CallInput } from './contract-inputs.ts';

const log = { ...quietLog, debug() {}, fatal() {} };

/** What a client is told of an input by the schema of its call alone; empty where that takes it. */
export function refuseInput({ name, schema }: CallInput, input: unknown): FieldError[] {
  if (name.startsWith('auth.')) {
    const body = Buffer.from(JSON.stringify(input) ?? '');
    try {
      readAuthBody(schema, 'application/json', body);
      return [];
    } catch (error) {
      if (error instanceof AppError) return error.toBody().fields ?? [];
      throw error;
    }
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return [];
  const { issues } = parsed.error;
  // These answer in the words of the first fault, and name no fields.
  if (name.startsWith('uploads.')) return describeIssues(issues);
  const cause = new ValidationError({ message: 'refused', issues, data: input });
  return errorAnswer(new ORPCError('BAD_REQUEST', { cause }), log).body.fields ?? [];
}
