import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from '../programs/free-port.ts';

export interface ImapPeer {
  /** As BOUNCE_IMAP_URL takes it. */
  url: string;
  /** Puts a message into the mailbox, as its own mail server would. */
  deliver(message: string): Promise<void>;
  /** The flags of all messages, oldest first. */
  flags(): Promise<string[][]>;
  close(): Promise<void>;
}

const USER = 'bounces@remit.example';
const PASSWORD = 'mailbox-secret/1@';

/** Whose processes and mails are: an unprivileged user, or where the tests run as root, those of the package. */
function describeAccount() {
  const { uid, gid, username } = userInfo();
  if (uid !== 0) {
    const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
    return { login: username, internal: username, group, uid, gid };
  }
  return { login: 'dovenull', internal: 'dovecot', group: 'dovecot', uid: 65_534, gid: 65_534 };
}

/** A real Dovecot on this machine, with a mailbox of its own. */
export async function openImapPeer(): Promise<ImapPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-imap-'));
  const { login, internal, group, uid, gid } = describeAccount();
  const mails = join(folder, 'mails');
  await chmod(folder, 0o755);
  await mkdir(mails);
  if (userInfo().uid === 0) await chown(mails, uid, gid);
  const port = await freePort();
  const settings = join(folder, 'dovecot.conf');
  await writeFile(
    settings,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = 1
mail_location = maildir:${mails}/box
default_internal_user = ${internal}
default_internal_group = ${group}
default_login_user = ${login}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mails}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const server = spawn(process.env['DOVECOT_PATH'] ?? '/usr/sbin/dovecot', ['-F', '-c', settings], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const inMailbox = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user: USER, pass: PASSWORD },
      logger: false,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout().catch(() => client.close());
    }
  };
  // It listens some tenths of a second after it was started.
  for (let left = 100; ; left -= 1) {
    try {
      await inMailbox(async () => undefined);
      break;
    } catch (error) {
      if (left === 0 || server.exitCode !== null) {
        const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
        throw new Error(`the IMAP server did not start: ${log}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    url: `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    deliver: (message) =>
      inMailbox(async (client) => {
        await client.append('INBOX', message.replaceAll(/\r?\n/g, '\r\n'));
      }),
    flags: () =>
      inMailbox(async (client) => {
        const found: string[][] = [];
        for await (const { flags } of client.fetch('1:*', { flags: true })) {
          found.push([...(flags ?? [])].filter((flag) => flag !== '\\Recent').toSorted());
        }
        return found;
      }),
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
