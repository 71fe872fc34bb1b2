import { expect, it } from 'vitest';
import { announcement, partList, readUploadBody } from './upload-bodies.ts';

it('reads what is right, and refuses the rest in the words of its first fault', () => {
  const told = { filename: 'receipt.png', metadata: { purpose: 'receipt', size: '5' } };
  expect(readUploadBody(announcement, told)).toEqual({
    filename: 'receipt.png',
    metadata: { purpose: 'receipt', size: 5 },
  });
  const read = (body: unknown) => () => readUploadBody(partList, body);
  expect(read({ parts: [{ PartNumber: 'x', ETag: 5 }] })).toThrow(
    expect.objectContaining({
      code: 'BAD_REQUEST',
      message: 'PartNumber must be a number',
      details: {},
    }),
  );
  expect(read([])).toThrow('The body must be a JSON object');
});
