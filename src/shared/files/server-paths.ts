/** Addresses of stored files are their keys below this path of the server. */
export const OBJECTS_PATH = '/objects/';

/** Where browsers send files that the server keeps on its own disk: below this path. */
export const TRANSFER_PATH = '/s3/transfers/';

/** Where a small rendition of a stored picture is. */
export const buildThumbnailAddress = (address: string): string => `${address}?thumbnail`;
