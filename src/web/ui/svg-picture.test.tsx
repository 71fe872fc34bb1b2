// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { SvgPicture } from './svg-picture.tsx';

let revoke: MockInstance<typeof URL.revokeObjectURL>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(made += 1)}`);
  revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

function show(svg: string) {
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (next: string) => act(() => root.render(<SvgPicture svg={next} alt="Page 1" />));
  draw(svg);
  const picture = place.querySelector('img');
  if (!picture) throw new Error('there is no picture');
  return { draw, picture, leave: () => act(() => root.unmount()) };
}

test.each(['load', 'error'])(
  'an address goes at %s, though the picture was taken away before',
  (outcome) => {
    const { picture, leave } = show('<svg/>');
    expect(picture.src).toBe('blob:1');
    leave();
    expect(revoke).not.toHaveBeenCalled();
    picture.dispatchEvent(new Event(outcome));
    expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
  },
);

test('the address of a page that another replaced while it loaded goes with the other', () => {
  const { draw, picture } = show('<svg/>');
  draw('<svg><g/></svg>');
  expect(picture.src).toBe('blob:2');
  expect(revoke).not.toHaveBeenCalled();
  picture.dispatchEvent(new Event('load'));
  expect(revoke.mock.calls.flat()).toEqual(['blob:1', 'blob:2']);
});
