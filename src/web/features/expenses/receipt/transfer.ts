/** A receipt that the server keeps. */
export interface StoredReceipt {
  /** Its page. */
  url: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

export interface TransferState {
  /** 'starting' until it can be paused. */
  status: 'starting' | 'sending' | 'paused' | 'failed' | 'done';
  /** Bytes that have arrived, of `size`. */
  sent: number;
  size: number;
  /** Of a failure, in words. */
  message?: string;
  /** The file was refused: trying again would change nothing. */
  final?: boolean;
  receipt?: StoredReceipt;
}

/** A transfer on its way. */
export interface Transfer {
  pause(): void;
  resume(): void;
  retry(): void;
  /** Stops it, and deletes what has arrived. */
  cancel(): void;
  /** Lets go of a transfer that is done. */
  end(): void;
}
