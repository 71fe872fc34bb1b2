/** How a call is written down: where it stands, under which heading of the reference, what it takes and answers. */
import { oc } from '@orpc/contract';
import type * as z from 'zod';

const call =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  <Input extends z.ZodType, Output extends z.ZodType>(
    path: `/${string}`,
    tag: string,
    input: Input,
    output: Output,
  ) =>
    oc
      .route({ method, path, tags: [tag] })
      .input(input)
      .output(output);

export const getCall = call('GET');
export const postCall = call('POST');
export const putCall = call('PUT');
export const patchCall = call('PATCH');
export const deleteCall = call('DELETE');
