// @vitest-environment jsdom
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome, Submission } from './use-submission.ts';
import { useSubmission } from './use-submission.ts';

let form: Submission | undefined;
let keys: string[];
/** What the form holds, and what comes of submitting it. */
let input: string;
let outcome: Outcome;
let unmount: () => void;

function TestForm({ stays }: { stays: boolean }) {
  const submission = useSubmission(
    async (keyFor) => {
      keys.push(keyFor({ input }));
      await Promise.resolve();
      return outcome;
    },
    stays ? () => input : undefined,
  );
  useEffect(() => {
    form = submission;
  });
  return null;
}

async function open(stays: boolean): Promise<void> {
  const root = createRoot(document.createElement('div'));
  root.render(<TestForm stays={stays} />);
  unmount = () => root.unmount();
  await vi.waitFor(() => expect(form).toBeDefined());
}

beforeEach(() => {
  form = undefined;
  keys = [];
  input = 'A';
  outcome = 'open';
});
afterEach(() => unmount());

test('a retry of the same input has its key, a mended input one of its own', async () => {
  await open(false);
  await form?.submit();
  await form?.submit();
  input = 'B';
  await form?.submit();
  const [first, again, mended] = keys;
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(again).toBe(first);
  expect(mended).not.toBe(first);
});

test('one runs at a time, and none after one that is done, whatever is typed', async () => {
  await open(false);
  outcome = 'done';
  await Promise.all([form?.submit(), form?.submit()]);
  await form?.submit();
  input = 'B';
  await form?.submit();
  expect(keys).toHaveLength(1);
  form?.reopen();
  await form?.submit();
  expect(new Set(keys).size).toBe(2);
});

test('a form that stays is submitted again once it was changed, and under another key', async () => {
  await open(true);
  outcome = 'done';
  await form?.submit();
  await form?.submit();
  expect(keys).toHaveLength(1);
  input = 'B';
  await form?.submit();
  input = 'A';
  await form?.submit();
  expect(new Set(keys).size).toBe(3);
});
