import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { KEY_FILE, NEXT_KEY_FILE, readKeyFile, settingKey } from './master-key.ts';

/** The installation's secret, before and after. */
export interface KeyChange {
  current: Buffer;
  next: Buffer;
  /** Puts the new key in place, once everything is encrypted with it. @returns what is left to do */
  finish(): string;
}

/** The change that was asked for makes no sense; nothing has happened. */
export class KeyChangeError extends Error {
  override readonly name = 'KeyChangeError';
}

/**
 * Prepares a change of the installation's secret. With a key file, a new key waits beside it until it
 * takes its place, so that a change that was interrupted goes on with the same one; settings are
 * changed by whoever keeps them.
 * @param given SECRETS_KEY, and SECRETS_KEY_NEW
 * @throws KeyChangeError
 */
export function prepareKeyChange(
  given: { secretsKey: string | undefined; newSecretsKey: string | undefined },
  dataDir: string,
): KeyChange {
  const { secretsKey, newSecretsKey } = given;
  if (secretsKey === undefined && newSecretsKey === undefined) return changeKeyFile(dataDir);
  if (newSecretsKey === undefined) {
    throw new KeyChangeError(
      'SECRETS_KEY is set: put the new key in SECRETS_KEY_NEW beside it, and run this again.',
    );
  }
  if (newSecretsKey === secretsKey) {
    throw new KeyChangeError('SECRETS_KEY_NEW is the key that is in use already.');
  }
  const current =
    secretsKey === undefined ? readKeyFile(dataDir, KEY_FILE) : settingKey(secretsKey);
  if (!current) throw noKey(dataDir);
  return {
    current,
    next: settingKey(newSecretsKey),
    finish: () =>
      'Set SECRETS_KEY to what SECRETS_KEY_NEW holds now, remove SECRETS_KEY_NEW, and start Remit.',
  };
}

function changeKeyFile(dataDir: string): KeyChange {
  const current = readKeyFile(dataDir, KEY_FILE);
  if (!current) throw noKey(dataDir);
  const [file, waiting] = [`${dataDir}/${KEY_FILE}`, `${dataDir}/${NEXT_KEY_FILE}`];
  if (!existsSync(waiting)) {
    // Whole or not at all: a half written key would be taken for damaged by the next attempt.
    const unfinished = `${waiting}.unfinished`;
    writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    sync(unfinished);
    renameSync(unfinished, waiting);
    sync(dataDir);
  }
  const next = readKeyFile(dataDir, NEXT_KEY_FILE);
  if (!next) throw noKey(dataDir);
  return {
    current,
    next,
    finish() {
      copyFileSync(file, `${file}.old`);
      sync(`${file}.old`);
      renameSync(waiting, file);
      sync(dataDir);
      return `The old key lies in ${file}.old: backups from before need it. Start Remit again.`;
    },
  };
}

const noKey = (dataDir: string) =>
  new KeyChangeError(
    `There is no key in ${dataDir} yet: nothing is encrypted, and nothing to change.`,
  );

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
