import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { FirstAnswers, FirstCall } from '../../../shared/pages/first-answers.ts';
import { FIRST_ANSWERS_ID, FRAME_CALLS } from '../../../shared/pages/first-answers.ts';
import type { Actor } from '../actor/actor.ts';

/** Answers a call that takes no input as it would answer whoever sent the request; undefined for a refusal. */
export type ReadCall = (request: FastifyRequest, name: FirstCall) => Promise<unknown>;

/** What has not been answered by then is left for the page to ask, which would have waited as long. */
const PATIENCE_MS = 3_000;

/**
 * The element that brings a page its first answers. It never fails: what cannot be read is not in it.
 * @returns empty where even who is signed in could not be read
 */
export async function renderFirstAnswers(
  read: ReadCall,
  request: FastifyRequest,
  mark: string,
  path: string,
): Promise<string> {
  const isDashboard = path === '/' || path === '/dashboard';
  const calls: FirstCall[] = [...FRAME_CALLS, ...(isDashboard ? ['dashboard.get' as const] : [])];
  const answers: FirstAnswers['answers'] = {};
  const late = new AbortController();
  await Promise.race([
    Promise.all(
      calls.map(async (name) => {
        try {
          answers[name] = await read(request, name);
        } catch (error) {
          request.log.warn({ err: error }, `a page goes without its first answer to ${name}`);
        }
      }),
    ),
    sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => {}),
  ]);
  late.abort();
  if (answers['account.user'] === undefined) return '';
  return asElement({ mark, answers });
}

/** Nothing in a text may end the element or begin another; JSON reads the escapes as the same text. */
function asElement(first: FirstAnswers): string {
  const json = JSON.stringify(first).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="${FIRST_ANSWERS_ID}">${json}</script>`;
}

/** The mark of the account that acts (decision 18). */
export type MarkAccount = (actor: Actor) => string;
