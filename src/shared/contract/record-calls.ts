/** The calls that all kinds of record have: /invoices, /invoices/{id}, /invoices/{id}/restore … */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { listAnswer } from '../lists/list-query.ts';
import { deleteCall, getCall, postCall, putCall } from './calls.ts';
import { recordId } from './fields.ts';

const byId = z.object({ id: recordId });

interface Shapes<Listed, Answer, List, Create, Update> {
  /** A record of a list, and one by itself. */
  listed: Listed;
  answer: Answer;
  list: List;
  create: Create;
  update: Update;
}

/** @param path '/invoices' */
export function recordCalls<
  Listed extends z.ZodType,
  Answer extends z.ZodType,
  List extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
>(path: `/${string}`, tag: string, shapes: Shapes<Listed, Answer, List, Create, Update>) {
  const tags = [tag];
  const { listed, answer, list, create, update } = shapes;
  return {
    list: oc
      .route({ method: 'GET', path, outputStructure: 'detailed', tags })
      .input(list)
      .output(listAnswer(listed)),
    get: getCall(`${path}/{id}`, tag, byId, answer),
    create: oc
      .route({ method: 'POST', path, successStatus: 201, tags })
      .input(create)
      .output(answer),
    update: putCall(`${path}/{id}`, tag, update, answer),
    delete: deleteCall(`${path}/{id}`, tag, byId, z.object({ id: z.number() })),
    restore: recordVerb(`${path}/{id}/restore`, tag, answer),
  };
}

/** What is done to one record, and answers with it. */
export const recordVerb = <Answer extends z.ZodType>(
  path: `/${string}`,
  tag: string,
  answer: Answer,
) => postCall(path, tag, byId, answer);
