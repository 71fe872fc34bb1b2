/** A picture that has been decoded and encoded again by us, never an upload as it came. */
export interface DocumentLogo {
  bytes: Buffer;
  type: 'png' | 'jpeg' | 'svg';
}
