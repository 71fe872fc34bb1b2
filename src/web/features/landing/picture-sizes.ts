/**
 * CSS pixels of each picture of the product, as it was on the screen; the files have twice as many.
 * `npm run pictures` takes them at these sizes. Two that stand side by side come out equally high.
 */
export const PICTURE_SIZES = {
  dashboard: { width: 1440, height: 919 },
  phone: { width: 390, height: 666 },
  editor: { width: 1360, height: 868 },
  pay: { width: 390, height: 666 },
} as const;

export type PictureName = keyof typeof PICTURE_SIZES;
