/**
 * CSS pixels of each picture of the product, as it was on the screen; the files have twice as many.
 * `npm run pictures` takes them at these sizes.
 */
export const PICTURE_SIZES = {
  dashboard: { width: 1160, height: 740 },
  editor: { width: 1160, height: 740 },
  phone: { width: 390, height: 740 },
  pay: { width: 390, height: 740 },
} as const;

export type PictureName = keyof typeof PICTURE_SIZES;
