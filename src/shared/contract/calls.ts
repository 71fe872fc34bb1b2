/** How a call is written down: where it stands, under which heading of the reference, what it takes and answers. */
import type { Route } from '@orpc/contract';
import { oc } from '@orpc/contract';
import type * as z from 'zod';

/** How the reference tells of the header by which a repetition is answered and not repeated. */
export const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'Names this request: a repetition is answered, not repeated',
  schema: { type: 'string' as const, maxLength: 200 },
};

const withKey: Route['spec'] = (said) => ({
  ...said,
  parameters: [...(said.parameters ?? []), KEY_HEADER],
});

const call =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', { takesKey = false } = {}) =>
  <Input extends z.ZodType, Output extends z.ZodType>(
    path: `/${string}`,
    tag: string,
    input: Input,
    output: Output,
  ) =>
    oc
      .route({
        method,
        path,
        tags: [tag],
        ...(takesKey && { spec: withKey }),
      })
      .input(input)
      .output(output);

export const getCall = call('GET');
export const postCall = call('POST');
/** A verb that is carried out once for an Idempotency-Key; of calls that create (201), the reference says so itself. */
export const keyedCall = call('POST', { takesKey: true });
export const putCall = call('PUT');
export const patchCall = call('PATCH');
export const deleteCall = call('DELETE');
