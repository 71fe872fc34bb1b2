import { expect, it } from 'vitest';
import type { Asker } from './drawing-queue.ts';
import { drawingQueue } from './drawing-queue.ts';

const ada: Asker = { rank: 'owner', key: 'ada' };
const eve: Asker = { rank: 'owner', key: 'eve' };
const mail: Asker = { rank: 'background', key: 'ada' };
const stranger: Asker = { rank: 'visitor', key: '192.0.2.1' };
const customer: Asker = { rank: 'visitor', key: '192.0.2.2' };

function open(limit = 100) {
  const queue = drawingQueue<{ name: string; job: { kind: 'pdf' | 'svg' }; asker: () => Asker }>(
    limit,
  );
  const add = (name: string, asker: Asker | (() => Asker), kind: 'pdf' | 'svg' = 'pdf') =>
    queue.add({ name, job: { kind }, asker: typeof asker === 'function' ? asker : () => asker })
      ?.name;
  /** Draws everything that waits, one after the other. */
  const drawAll = () => {
    const names: string[] = [];
    for (let [next] = queue.inOrder(); next; [next] = queue.inOrder()) {
      queue.take(next);
      names.push(next.name);
    }
    return names;
  };
  return { queue, add, drawAll };
}

it('draws for owners first, their previews above all, and for visitors last', () => {
  const { add, drawAll } = open();
  add('stranger', stranger);
  add('message', mail);
  add('pdf', ada);
  add('preview', ada, 'svg');
  expect(drawAll()).toEqual(['preview', 'pdf', 'message', 'stranger']);
});

it('goes round among owners: nobody waits for all of another’s', () => {
  const { add, drawAll } = open();
  for (const n of [1, 2, 3, 4]) add(`ada ${n}`, ada, 'svg');
  for (const n of [1, 2]) add(`eve ${n}`, eve, 'svg');
  expect(drawAll()).toEqual(['ada 1', 'eve 1', 'ada 2', 'eve 2', 'ada 3', 'ada 4']);
});

it('goes round among visitors by their addresses', () => {
  const { add, drawAll } = open();
  for (const n of [1, 2, 3]) add(`stranger ${n}`, stranger);
  add('customer', customer);
  expect(drawAll()).toEqual(['stranger 1', 'customer', 'stranger 2', 'stranger 3']);
});

it('lets a visitor have every fourth turn, however much owners ask for', () => {
  const { add, drawAll } = open();
  add('customer', customer);
  for (const n of [1, 2, 3, 4, 5]) add(`ada ${n}`, ada);
  expect(drawAll()).toEqual(['ada 1', 'ada 2', 'ada 3', 'customer', 'ada 4', 'ada 5']);
});

it('moves a drawing up when somebody of a higher rank asks for it as well', () => {
  const { add, queue } = open();
  let asker = stranger;
  add('first', customer);
  add('shared', () => asker);
  expect(queue.inOrder().map(({ name }) => name)).toEqual(['first', 'shared']);
  asker = eve;
  expect(queue.inOrder().map(({ name }) => name)).toEqual(['shared', 'first']);
});

it('drops the newest of the longest line of the lowest rank when it is full', () => {
  const { add, drawAll } = open(4);
  expect(add('stranger 1', stranger)).toBeUndefined();
  expect(add('stranger 2', stranger)).toBeUndefined();
  expect(add('customer', customer)).toBeUndefined();
  expect(add('ada 1', ada)).toBeUndefined();
  expect(add('ada 2', ada)).toBe('stranger 2');
  expect(add('stranger 3', stranger)).toBe('stranger 3');
  expect(add('ada 3', ada)).toBe('customer');
  expect(add('ada 4', ada)).toBe('stranger 1');
  expect(add('eve', eve)).toBe('ada 4');
  expect(add('ada 5', ada)).toBe('ada 5');
  expect(drawAll()).toEqual(['ada 1', 'eve', 'ada 2', 'ada 3']);
});
